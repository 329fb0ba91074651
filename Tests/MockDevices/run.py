#!/usr/bin/python3 -B
"""run.py [--list] [FOLDER[/SCENARIO]...]: runs the scenarios with mock devices, each in a process of its own; those of the
folder measure only by name: what they print is their result."""
import ast
import importlib.util
import os
import subprocess
import sys
import traceback

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER]
GROUPS = ("camera", "usb")
TIMEOUT = 90  # seconds for one scenario, unless it says more


def scenarios(words):
    chosen = []
    for word in words or GROUPS:
        group, _, name = word.partition("/")
        names = sorted(file[:-3] for file in os.listdir(os.path.join(FOLDER, group)) if file.endswith(".py"))
        found = [f"{group}/{each}" for each in names if not name or each == name]
        if not found:
            sys.exit(f"there is no scenario {word}")
        chosen += found
    return chosen


def parsed(scenario):
    with open(os.path.join(FOLDER, scenario + ".py")) as file:
        return ast.parse(file.read())


def title(scenario):
    return ast.get_docstring(parsed(scenario)).splitlines()[0].rstrip(".")


def timeout(scenario):
    """TIMEOUT = SECONDS in the file allows more."""
    for line in parsed(scenario).body:
        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "TIMEOUT":
            return ast.literal_eval(line.value)
    return TIMEOUT


def one(scenario):
    """Inside umockdev-wrapper: one scenario."""
    from mock.bench import Bench
    spec = importlib.util.spec_from_file_location("scenario", os.path.join(FOLDER, scenario + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bench, status = Bench(), 0
    try:
        module.run(bench)
    except Exception:  # whatever it is, it fails the scenario
        traceback.print_exc()
        status = 1
    bench.end()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # the testbed's threads would keep the process


def main(words):
    if words[:1] == ["--one"]:
        one(words[1])
    if words[:1] == ["--list"]:
        for scenario in scenarios(words[1:]):
            print(f"{scenario}: {title(scenario)}")
        return 0
    chosen = scenarios(words)
    sys.path[:0] = [os.path.join(FOLDER, "..", "DeviceBench")]
    from harness import build
    say = lambda text: print(f"mocks: {text}", flush=True)  # noqa: E731
    build.clients(say)
    build.product(say)
    build.library_clients(say)
    if "measure/preview_cost" in chosen:
        from mock import preview
        preview.build_programs()
    failed = 0
    for scenario in chosen:
        command = ["umockdev-wrapper", sys.executable, "-B", os.path.abspath(__file__), "--one", scenario]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=timeout(scenario))
            status, output = done.returncode, done.stdout
        except subprocess.TimeoutExpired as expired:
            status, output = -1, f"did not end within {timeout(scenario)} s\n{(expired.stdout or b'').decode(errors='replace')}"
        print(f"{'ok    ' if status == 0 else 'FAILED'} {title(scenario)}", flush=True)
        failed += status != 0
        if status or scenario.startswith("measure/"):
            print("  " + output.strip().replace("\n", "\n  "), flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
