"""Whether the bench can turn red: judges the group selftest, whose scenarios must fail, and a machine that dies."""
import re
import tempfile

from . import machine


def verdict(results, kernel, say):
    """0 when each scenario failed with the words of its MUST_FAIL (or passed without one) and a dead machine is seen."""
    wrong = []
    for scenario, result in results:
        failure = result["failure"]
        if scenario.must_fail is None and failure:
            wrong.append(f"{scenario.name} failed and should have passed")
        if scenario.must_fail is not None and not re.search(scenario.must_fail, failure or ""):
            wrong.append(f"{scenario.name} should have failed with /{scenario.must_fail}/")
    wrong += _dead_machine(kernel)
    for text in wrong:
        say(text)
    print(f"selftest: {'FAIL' if wrong else 'pass: the bench turns red when it must'}", flush=True)
    return 1 if wrong else 0


def _dead_machine(kernel):
    """Complaints. A machine that dies the first time and lives the second must count as a success after one retry."""
    attempts, said = [], []

    def attempt():
        attempts.append(1)
        command = ["sh", "-c", "echo c >/proc/sysrq-trigger"] if len(attempts) == 1 else ["sh", "-c", "exit 7"]
        with tempfile.TemporaryDirectory(prefix="devicebench-") as share:
            return machine.run(kernel, command, "/", share, 120, lambda text: None)
    status = machine.with_retry(attempt, said.append)
    if status != 7 or len(attempts) != 2 or "died" not in said[0]:
        return [f"a machine that dies once: status {status}, {len(attempts)} attempts, said {said}"]
    return []
