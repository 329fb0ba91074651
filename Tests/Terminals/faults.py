"""The C example, and so the library, against scanbeam-simulator with each fault: faults.py EXAMPLE SIMULATOR TOOL

What may be read is ALPHA, BRAVO, CHARLIE in this order, whatever is wrong with the reader; else a sentence tells why not.
"""
import concurrent.futures
import re
import subprocess
import sys

example, simulator, tool = sys.argv[1:4]
TEXTS = ["ALPHA", "BRAVO", "CHARLIE"]

# What must be read, and, where nothing can be, a word of the sentence on standard error.
ALL, NONE = TEXTS, []
EXPECTED = {
    "F1": ALL, "F2": ALL, "F3": ALL, "F5:first": ALL, "F5:noack": ALL, "F6:missing": ALL, "F6:twice": ALL, "F7": ALL,
    "F8": ALL, "F9:all": ALL, "F9:payload": ALL, "F9:wrong": ALL, "F10": ALL, "F11:small": ALL, "F11:large": ALL,
    "F11:negative": ALL, "F11:text": ALL, "F11:huge": ALL, "F11:nested": ALL, "F16": ALL, "F17:order": ALL,
    "F17:missing": ALL, "F17:never": ALL, "F18:broken": ALL, "F18:huge": ALL, "F18:bomb": ALL, "F18:encoding": ALL,
    "F18:spelling": ALL, "F18:title": ALL, "F18:jpeg": ALL, "F19:echo": ALL, "F19:cr": ALL, "F19:lf": ALL,
    "F6:wrong": (NONE, "DMCC"), "F12:reply": (NONE, "ended"), "F12:header": (NONE, "ended"),
    "F12:payload": (NONE, "ended"), "F12:reset": (NONE, "broke"), "F12:half": (NONE, "ended"),
    "F14:mute": (NONE, "does not answer"), "F14:deaf": (NONE, "does not answer"), "F14:dies": (NONE, "answers nothing"),
    "F24": (NONE, "ended"),
}
# Two for one, no answer at all, what comes unasked, refusals, silent mode, another target: only that no read is wrong.
ANY = ["F4", "F5:none", "F5:two", "F6:late", "F15", "F9:refuse", "F13:slow", "F13:slower", "F17:mixed", "F20:second", "F20:flip"]


def run(profile, fault):
    words = [simulator, "--tcp", "0", "--profile", profile] + (["--fault", fault] if fault else [])
    for text in TEXTS:
        words += ["--read", text]
    device = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    try:
        port = device.stdout.readline().strip().split(":")[-1]
        done = subprocess.run([example, f"tcp:127.0.0.1:{port}", "3", "20"], capture_output=True, text=True, timeout=120)
    finally:
        device.kill()
        device.wait()
    name = f"{profile} {fault}"
    if done.returncode not in (0, 2):
        return f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}"
    read = [word for word in re.findall(r"^\S+ (\S+)$", done.stdout, re.M) if word != "unasked"]
    expected = EXPECTED.get(fault, ALL)
    if fault in ANY:
        ok = all(word in TEXTS for word in read)
        if fault not in ("F5:two", "F6:late", "F13:slower", "F15"):  # twice for one trigger; a read is missed and the device begins anew
            ok = ok and read == [word for word in TEXTS if word in read]
    elif isinstance(expected, tuple):
        ok = read == expected[0] and expected[1] in done.stderr
    else:
        ok = read == expected
    return None if ok else f"{name}: read {read}\n{done.stdout}{done.stderr}"


def pty():
    """The same over a serial line."""
    device = subprocess.Popen([simulator, "--pty", "--profile", "mx"] + [word for text in TEXTS for word in ("--read", text)],
                              stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    try:
        path = device.stdout.readline().strip().split(" ")[-1].removeprefix("pty:")
        done = subprocess.run([example, path, "3", "20"], capture_output=True, text=True, timeout=60)
    finally:
        device.kill()
        device.wait()
    read = re.findall(r"^\S+ (\S+)$", done.stdout, re.M)
    return None if read == TEXTS else f"serial line {path}: {done.stdout}{done.stderr}"


def newcomer():
    """From the list to a read in one more command."""
    device = subprocess.Popen([simulator, "--tcp", "0", "--profile", "dm475", "--read", "HELLO"], stdout=subprocess.PIPE,
                              stdin=subprocess.PIPE, text=True)
    try:
        port = device.stdout.readline().strip().split(":")[-1]
        listed = subprocess.run([tool, "list", "--host", f"127.0.0.1:{port}"], capture_output=True, text=True, timeout=60)
        identity = re.search(r"^tcp:\S+$", listed.stdout, re.M).group(0)
        done = subprocess.run([tool, "read", identity, "--count", "1", "--timeout", "30"], capture_output=True, text=True,
                              timeout=60)
    finally:
        device.kill()
        device.wait()
    return None if "HELLO" in done.stdout and done.returncode == 0 else f"newcomer: {listed.stdout}{done.stdout}{done.stderr}"


jobs = [(profile, "") for profile in ("guide", "dm475", "silent", "base", "mx")]
jobs += [(profile, fault) for profile in ("guide", "dm475") for fault in [*EXPECTED, *ANY]]
with concurrent.futures.ThreadPoolExecutor(16) as pool:
    failures = [text for text in pool.map(lambda job: run(*job), jobs) if text]
failures += [text for text in (pty(), newcomer()) if text]
for text in failures:
    print("FAILED", text, file=sys.stderr)
print(f"{len(jobs) + 2 - len(failures)} of {len(jobs) + 2} sessions of the C example with a simulated reader are right")
sys.exit(1 if failures else 0)
