"""`scanbeam dmcc` as a person and as a script uses it, with a terminal and with a picture: prompt.py TOOL SIMULATOR"""
import contextlib
import json
import os
import pty
import select
import subprocess
import sys
import tempfile

tool, simulator = sys.argv[1:3]
PATIENCE = 60


class Failed(Exception):
    pass


def check(condition, complaint):
    if not condition:
        raise Failed(complaint)


@contextlib.contextmanager
def simulated(*arguments):
    device = subprocess.Popen([simulator, "--tcp", "0", "--profile", "mx", *arguments], stdout=subprocess.PIPE,
                              stdin=subprocess.PIPE, text=True)
    try:
        yield "tcp:127.0.0.1:" + device.stdout.readline().strip().split(":")[-1]
    finally:
        device.kill()
        device.wait()


def script(identity, text, *options):
    done = subprocess.run([tool, "dmcc", identity, *options], input=text, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout.splitlines(), done.stderr


def expect(found, status, lines):
    check(found[:2] == (status, lines), f"expected {(status, lines)}, found {found}")


class Person:
    """At a terminal of its own."""

    def __init__(self, *words):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.execv(words[0], words)
        self.pid, self.heard = pid, ""

    def type(self, text):
        os.write(self.fd, text.encode())

    def expect(self, text):
        while text not in self.heard:
            check(select.select([self.fd], [], [], PATIENCE)[0], f"waiting for {text!r}, heard {self.heard!r}")
            try:
                piece = os.read(self.fd, 4096).decode("utf-8", "replace")
            except OSError:
                piece = ""
            check(piece, f"it ended; waiting for {text!r}, heard {self.heard!r}")
            self.heard += piece
        self.heard = self.heard.split(text, 1)[1]

    def end(self):
        with contextlib.suppress(OSError):
            while select.select([self.fd], [], [], PATIENCE)[0] and os.read(self.fd, 4096):
                pass
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def scripts_for_a_terminal():
    with simulated("--read", "ALPHA", "--read", "BRAVO") as identity:
        expect(script(identity, "# a comment\n\nGET DEVICE.TYPE\nSET SYMBOL.QR ON\nGET SYMBOL.QR\n"), 0, ["MX-1502", "OK", "ON"])
        expect(script(identity, "GET NO.SUCH\n")[:2], 1, ["! 102 bad argument, or missing in this build or reader"])
        code, lines, _ = script(identity, "TRIGGER ON")
        check(code == 0 and lines[0] == "OK" and lines[-1].endswith("ALPHA"), f"a trigger at the end: {lines}")
        code, lines, _ = script(identity, "GET DEVICE.TYPE\nTRIGGER ON\n", "--json")
        answers = [json.loads(line) for line in lines]
        check(answers[0] == {"command": "GET DEVICE.TYPE", "status": 0, "text": "MX-1502"}, f"JSON {lines}")
        check("BRAVO" in lines[-1], f"JSON {lines}")
        with tempfile.TemporaryDirectory() as folder:
            code, lines, errors = script(identity, f"TRIGGER ON\nIMAGE.SEND > {folder}/image.jpg\n")
            check(code == 0 and os.path.getsize(f"{folder}/image.jpg") > 100, f"an image: {lines} {errors}")


def scripts_for_a_picture():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["zint", "-b", "QRCODE", "--scale=3", "--quietzones", "-o", f"{folder}/a.png", "-d", "HELLO"], check=True)
        found = script(f"{folder}/a.png", "SET SYMBOL.QR ON\nGET DEVICE.TYPE\nTRIGGER ON\n")
        check(found[0] == 0 and found[1][:3] == ["OK", "Scanbeam picture reader", "OK"] and "HELLO" in found[1][3], f"{found}")
        found = script(f"file:{folder}/a.png", f"SET SYMBOL.QR ON\nIMAGE.LOAD @{folder}/a.png\nSET DEVICE.NAME \"a > b\"\n"
                       f"GET DEVICE.NAME\nIMAGE.SEND > {folder}/out.jpg\n")
        check("HELLO" in " ".join(found[1]) and found[1][-2] == "a > b", f"{found}")
        with open(f"{folder}/out.jpg", "rb") as file:
            check(file.read(2) == b"\xff\xd8", "IMAGE.SEND wrote no JPEG")


def a_person():
    with simulated("--read", "ALPHA") as identity:
        person = Person(tool, "dmcc", identity)
        person.expect("MX-1502")
        person.expect("dmcc> ")
        person.type("get device.ty\t\r")
        person.expect("MX-1502\r\n")
        person.type("GET BATTERY.CHARGE\r")
        person.expect("dmcc> ")
        person.type("\x1b[A\x1b[A\r")  # two back: the first
        person.expect("MX-1502\r\n")
        person.type("SET SYMBOL.QR \t")
        person.expect("SET SYMBOL.QR O")
        person.type("\x15TRIGGER ON\r")
        person.expect("ALPHA")
        person.type("GET GRÜN\x7f\x7f\x7f\x7fDEVICE.NAME\r")  # what is erased is whole characters
        person.expect("GET DEVICE.NAME\r\n")
        person.type("\x04")
        check(person.end() == 0, "exit status of the prompt")


def what_is_wrong():
    for words, told in [(["dmcc"], "scanbeam list"), (["dmcc", "tcp:127.0.0.1:1"], "refuses connections"),
                        (["dmcc", "mx:"], "plug it in"), (["dmcc", "nonsense"], "is no identity")]:
        done = subprocess.run([tool, *words], input="", capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 2 and told in done.stderr, f"{words}: {done.returncode} {done.stderr}")


runs = [scripts_for_a_terminal, scripts_for_a_picture, a_person, what_is_wrong]
failed = 0
for run in runs:
    try:
        run()
    except (Failed, OSError, ValueError, IndexError, subprocess.TimeoutExpired) as error:
        failed += 1
        print(f"FAILED {run.__name__}: {error}", file=sys.stderr)
print(f"{len(runs) - failed} of {len(runs)} sessions with scanbeam dmcc are right")
sys.exit(1 if failed else 0)
