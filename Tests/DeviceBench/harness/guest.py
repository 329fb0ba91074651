"""Runs in the virtual machine: python3 guest.py GROUP SCENARIO…

Each scenario runs in a process and session of its own. Its devices live in that process, so that they are unplugged
when it ends, however it ends. Output: lines for the user, and lines that start with MARK with a result in JSON.
"""
import json
import os
import select
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from emulated import usbip  # noqa: E402
from harness import bench, programs, scenarios  # noqa: E402

MARK = "\x01result "


def main():
    group, names = sys.argv[1], sys.argv[2:]
    for module in scenarios.GROUPS[group]:
        subprocess.run(["modprobe", module], check=True)
    subprocess.run(["udevadm", "settle"], check=True)
    print(f"machine up after {float(open('/proc/uptime').read().split()[0]):.0f} s", flush=True)
    for scenario in scenarios.of_group(group):
        if scenario.name in names:
            result = _run(scenario)
            print(MARK + json.dumps(result), flush=True)
            _calm_down()


def _run(scenario):
    log = _kernel_log()
    started = time.monotonic()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _run_here(scenario, writing)
    os.close(writing)
    failure, notes = _outcome(reading, started + scenario.timeout, scenario.timeout)
    try:
        os.killpg(child, signal.SIGKILL)  # itself when it hangs, and what it left running
    except ProcessLookupError:
        pass
    os.waitpid(child, 0)
    os.close(reading)
    new = _kernel_log()[len(log):]
    return {"name": scenario.name, "title": scenario.title, "seconds": time.monotonic() - started, "failure": failure,
            "notes": notes, "kernel": new[-3000:] if failure else ""}


def _run_here(scenario, writing):
    """In the child: run the scenario and report through the pipe. Never returns."""
    os.setsid()
    failure, tools = None, bench.Bench()
    try:
        try:
            scenario.load()(tools)
        finally:
            tools.end()
    except (bench.Failed, programs.Ended, TimeoutError) as error:
        line = next(frame.lineno for frame in reversed(traceback.extract_tb(error.__traceback__))
                    if frame.filename == scenario.path)
        failure = f"{scenario.group}/{scenario.name}.py line {line}: {error}"
    except BaseException:  # whatever it is, it is this scenario's failure
        failure = traceback.format_exc()
    os.write(writing, json.dumps([failure, tools.notes]).encode())
    os._exit(0)


def _outcome(reading, deadline, timeout):
    data = b""
    while True:
        ready, _, _ = select.select([reading], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return f"not done after {timeout} s", []
        chunk = os.read(reading, 65536)
        if not chunk:
            return json.loads(data) if data else ("the scenario's process died", [])
        data += chunk


def _calm_down():
    """Wait until the kernel has done away with the scenario's devices."""
    if not os.path.isdir(usbip.VHCI):
        return  # a group without USB
    usbip.wait(lambda: all(state == usbip.PORT_FREE for _, state in usbip.ports()), 30, "all ports to be free")
    usbip.wait(lambda: not os.path.isdir("/sys/class/video4linux") or not os.listdir("/sys/class/video4linux"), 30,
               "all video nodes to go")


def _kernel_log():
    return subprocess.run(["dmesg"], capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
