"""Runs on the host: builds, prepares, boots a machine for each group and reports. Started by tools/devicebench."""
import argparse
import json
import os
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from emulated import pictures, uvc  # noqa: E402
from harness import build, kernel, machine, scenarios, selftest  # noqa: E402
from harness.guest import MARK  # noqa: E402

GUEST = os.path.join(scenarios.FOLDER, "harness", "guest.py")
BOOT_TIMEOUT = 180  # seconds for a machine to boot and end, besides what its scenarios take
FRAMES = {(fourcc, width, height) for fourcc, width, height, _ in uvc.DEFAULT_FORMATS}


def main():
    options = _parse()
    chosen = scenarios.selected(["selftest"] if options.selftest else options.group)
    if options.emulators:
        chosen = {group: [s for s in found if s.proves_emulator] for group, found in chosen.items()}
    if options.list:
        for group, found in chosen.items():
            for scenario in found:
                print(f"{group}/{scenario.name}: {scenario.title}")
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(2))
    say = lambda text: print(f"devicebench: {text}", flush=True)  # noqa: E731
    build.clients(say)
    if not options.emulators:
        if not options.no_build:
            build.product(say)
        build.library_clients(say)
        build.preview()
    debian = kernel.prepare(say)
    os.environ["DEVICEBENCH_FRAMES"] = pictures.FRAMES_FOLDER = os.path.join(kernel.cache_folder(), "frames")
    pictures.prepare(pictures.PICTURES, FRAMES)

    started = time.monotonic()
    results = []
    for group, found in chosen.items():
        results += [(scenario, result) for scenario, result in zip(found, _run_group(debian, group, found, options, say))]
    if options.selftest:
        return selftest.verdict(results, debian, say)
    failed = sum(1 for _, result in results if result["failure"])
    print(f"{len(results) - failed} passed, {failed} failed ({time.monotonic() - started:.0f} s)", flush=True)
    return 1 if failed else 0


def _parse():
    parser = argparse.ArgumentParser(
        prog="devicebench", description="Run the device scenarios in a virtual machine with the kernel's own drivers.",
        epilog="Exit status: 0 all passed, 1 a scenario failed, 2 the bench itself failed.")
    parser.add_argument("group", nargs="*", metavar="GROUP[/SCENARIO]", help="default: all groups")
    parser.add_argument("--list", action="store_true", help="list the scenarios and stop")
    parser.add_argument("--selftest", action="store_true", help="show that the bench turns red when a device lies")
    parser.add_argument("--no-build", action="store_true", help="take the product as it is in .build/release")
    parser.add_argument("--emulators", action="store_true", help="only the scenarios that need no product")
    parser.add_argument("-v", "--verbose", action="store_true", help="show the kernel's log of each failure in full")
    return parser.parse_args()


def _run_group(debian, group, found, options, say):
    """Results in the order of the scenarios. The machine gets a second chance when it fails itself."""
    say(f"{group}: {len(found)} scenarios")
    return machine.with_retry(lambda: _attempt(debian, group, found, options.verbose), say)


def _attempt(debian, group, found, verbose):
    results = {}

    def line(text):
        if text.startswith(MARK):
            result = json.loads(text[len(MARK):])
            results[result["name"]] = result
            _show(group, result, verbose)
        else:
            print("  " + text, flush=True)
    with tempfile.TemporaryDirectory(prefix="devicebench-") as share:
        environment = dict(build.environment(), DEVICEBENCH_FRAMES=pictures.FRAMES_FOLDER)
        status = machine.run(debian, ["/usr/bin/python3", "-B", GUEST, group, *(scenario.name for scenario in found)],
                             scenarios.FOLDER, share, BOOT_TIMEOUT + sum(s.timeout for s in found), line, environment)
    if status or len(results) != len(found):
        raise machine.MachineFailed(f"the scenarios' runner ended with {status} after {len(results)} of {len(found)}", "")
    return [results[scenario.name] for scenario in found]


def _show(group, result, verbose):
    print(f"{group:9} {'FAIL' if result['failure'] else 'pass'} {result['seconds']:6.1f} s  {result['title']}", flush=True)
    for note in result["notes"]:
        print(f"{'':24}{note}", flush=True)
    if result["failure"]:
        for text in result["failure"].rstrip().splitlines():
            print(f"{'':24}{text}", flush=True)
        for text in result["kernel"].splitlines()[0 if verbose else -8:]:
            print(f"{'':24}kernel: {text}", flush=True)


if __name__ == "__main__":
    try:
        status = main()
    except KeyboardInterrupt:
        status = 2
        print("devicebench: stopped", file=sys.stderr)
    except machine.MachineFailed as error:
        status = 2
        print(f"devicebench: {error}\n{error.log}", file=sys.stderr)
    except (build.BuildFailed, LookupError) as error:
        status = 2
        print(f"devicebench: {error}", file=sys.stderr)
    sys.exit(status)
