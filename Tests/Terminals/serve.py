"""`scanbeam serve` with a folder of pictures, from outside: serve.py TOOL EXAMPLE

Plain sockets as hosts that speak what Cognex's guide says, and our own terminal reader, in C and in the tool.
"""
import base64
import contextlib
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile

tool, example = sys.argv[1:3]
TEXTS = ["ALPHA", "BRAVO", "CHARLIE"]
PATIENCE = 60


class Host:
    """A host of a few lines."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.stream = self.socket.makefile("rb")

    def say(self, *commands):
        for command in commands:
            self.socket.sendall(b"||>" + command.encode() + b"\r\n")

    def line(self):
        return self.stream.readline().rstrip(b"\r\n").decode("latin-1")

    def expect(self, *lines):
        for line in lines:
            equal(self.line(), line, "line")

    def part(self, status):
        """A message with bytes that are counted."""
        found = self.line()
        match = re.fullmatch(r"\|\|\[%d\](\d+)" % status, found)
        check(match, f"expected [{status}], found {found!r}")
        return self.stream.read(int(match.group(1)))

    def quiet(self):
        """Nothing has come that was not read."""
        self.say("GET COM.DMCC-HEADER")
        return self.line()

    def close(self):
        self.stream.close()
        self.socket.close()


class Failed(Exception):
    pass


def check(condition, complaint):
    if not condition:
        raise Failed(complaint)


def equal(found, expected, what):
    check(found == expected, f"{what}: expected {expected!r}, found {found!r}")


@contextlib.contextmanager
def served(*arguments, environment=None):
    """The server, with its port."""
    server = subprocess.Popen([tool, "serve", *arguments, "--port", "0"], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, env=environment)
    try:
        match = re.search(r":(\d+)$", server.stdout.readline().strip())
        check(match, "the server did not begin")
        server.port = int(match.group(1))
        yield server
        check(server.poll() is None, f"the server ended with {server.returncode}")
        server.terminate()
        equal(server.wait(PATIENCE), 0, "exit status after SIGTERM")
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def base(text):
    return base64.b64encode(text.encode()).decode()


def triggers_and_parts(folder):
    with served(folder) as server:
        one, two = Host(server.port), Host(server.port)
        one.say("SET COM.DMCC-RESPONSE 1", "SET DATA.RESULT-TYPE 27")
        one.expect("||[0]", "||[0]")
        two.say("GET COM.DMCC-RESPONSE", "GET DATA.RESULT-TYPE", "GET NO.SUCH", "GET DEVICE.TYPE")
        two.expect("0", "1", "Scanbeam picture reader")
        for text in TEXTS + TEXTS[:1]:
            one.say("TRIGGER ON")
            one.expect("||[0]", f"||[1]{base(text)}")
            xml = one.part(3).decode()
            check("<status>GOOD READ</status>" in xml and base(text) in xml, f"XML: {xml}")
            check(one.part(5).startswith(b"\xff\xd8"), "the image is no JPEG")
            check("<polygon" in one.part(6).decode(), "no outline in the graphics")
            two.expect(text)
        # Whoever triggers, all are told; a setting of one holds for all, but not what belongs to the connection.
        two.say("SET SYMBOL.QR OFF", "TRIGGER ON")
        two.expect("NO-READ")
        one.expect(f"||[1]{base('NO-READ')}")
        check("<status>NO READ</status>" in one.part(3).decode(), "XML of a no-read")
        one.part(5), one.part(6)
        one.say("GET SYMBOL.QR", "CONFIG.DEFAULT", "GET SYMBOL.QR", "GET DATA.RESULT-TYPE", "SET NO.SUCH 1", "SET TRIGGER.TYPE 9")
        one.expect("||[0]OFF", "||[0]", "||[0]ON", "||[0]27", "||[101]", "||[102]")
        equal(two.quiet(), "0", "what came to the silent host")
        # The picture that was read last.
        two.say("TRIGGER ON")
        two.expect("CHARLIE")
        one.expect(f"||[1]{base('CHARLIE')}")
        one.part(3), one.part(5), one.part(6)
        one.say("IMAGE.SEND")
        check(one.part(0).startswith(b"\xff\xd8"), "IMAGE.SEND brings no JPEG")
        one.close()
        # One that goes in the middle of a command harms nobody.
        two.say("TRIGGER ON")
        two.expect("ALPHA")
        two.close()


def all_at_once(folder):
    """The continuous trigger goes through the folder; mode 2 joins the parts by their number."""
    with served(folder, "--dmcc", "SET TRIGGER.TYPE 5") as server:
        host = Host(server.port)
        host.say("SET COM.DMCC-RESPONSE 2", "SET DATA.RESULT-TYPE 3", "TRIGGER ON")
        host.expect("||:::2[0]", "||:::2[0]", "||:::2[0]")
        for number, text in enumerate(TEXTS, 1):
            line = host.line()
            match = re.fullmatch(r"\|\|::(\d+):(\d+)\[1\](.*)", line)
            check(match, f"found {line!r}")
            equal((int(match.group(1)), match.group(3)), (number, base(text)), "number and text")
            match = re.fullmatch(r"\|\|::(\d+):(\d+)\[3\](\d+)", host.line())
            xml = host.stream.read(int(match.group(3))).decode()
            check(f'<result id="{number}"' in xml, f"number in {xml}")
        host.close()


def own_readers(folder):
    with served(folder) as server:
        identity = f"tcp:127.0.0.1:{server.port}"
        watcher = Host(server.port)
        done = subprocess.run([tool, "read", identity, "--count", "3", "--timeout", "60"], capture_output=True, text=True,
                              timeout=2 * PATIENCE)
        equal((done.returncode, [line.split()[-1] for line in done.stdout.splitlines()]), (0, TEXTS), f"read {done.stderr}")
        done = subprocess.run([example, identity, "3", "60"], capture_output=True, text=True, timeout=2 * PATIENCE)
        equal((done.returncode, re.findall(r"^QR (\S+)$", done.stdout, re.M)), (0, TEXTS), f"C example {done.stderr}")
        watcher.expect(*TEXTS, *TEXTS)
        watcher.close()


def passwords(folder, scratch):
    done = subprocess.run([tool, "serve", folder, "--port", "0", "--address", "0.0.0.0"], capture_output=True, text=True,
                          timeout=PATIENCE)
    check(done.returncode == 2 and "password" in done.stderr, f"without a password: {done.returncode} {done.stderr}")
    secret = os.path.join(scratch, "password")
    with open(secret, "w") as file:
        file.write("till-7\n")
    with served(folder, "--address", "0.0.0.0", "--password-file", secret) as server:
        stranger = Host(server.port)
        equal(stranger.stream.read(10), b"Username: ", "prompt")
        stranger.socket.sendall(b"||>TRIGGER ON\r\nwrong\r\n")
        check(b"Log In Failed" in stranger.line().encode(), "a stranger was let in")
        identity = f"tcp:127.0.0.1:{server.port}"
        done = subprocess.run([tool, "read", identity, "--count", "1", "--timeout", "60", "--password-file", secret],
                              capture_output=True, text=True, timeout=2 * PATIENCE)
        check("ALPHA" in done.stdout, f"with the password: {done.stdout}{done.stderr}")
        done = subprocess.run([tool, "read", identity, "--timeout", "60"], capture_output=True, text=True,
                              timeout=2 * PATIENCE)
        check(done.returncode == 2 and "password" in done.stderr, f"without it: {done.returncode} {done.stderr}")
        stranger.close()


def discovered(folder):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.bind(("127.0.0.1", 0))
        free = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        with served(folder, "--name", "Till 7", "--discoverable", "--discovery-port", str(port)) as server:
            asker.settimeout(PATIENCE)
            asker.sendto(b"CGNM\4\0\1\0\0", ("127.0.0.1", port))  # an answer is no question
            asker.sendto(b"CGNM\4\0\2\0\0", ("127.0.0.1", port))
            reply = asker.recv(2048)
            check(reply.startswith(b"CGNM\4\0\1\0"), f"reply {reply!r}")
            check(b"\x06telnet" + struct.pack("<H", server.port) in reply and b"\x22\x06Till 7" in reply, f"reply {reply!r}")
            check(b"\x23\x04\x01\x00\x00\x7f" in reply, f"address in {reply!r}")


with tempfile.TemporaryDirectory() as scratch:
    folder = os.path.join(scratch, "shelf")
    os.mkdir(folder)
    for number, text in enumerate(TEXTS):
        subprocess.run(["zint", "-b", "QRCODE", "--scale=3", "--quietzones", "-o", f"{folder}/{number}.png", "-d", text], check=True)
    runs = [lambda: triggers_and_parts(folder), lambda: all_at_once(folder), lambda: own_readers(folder),
            lambda: passwords(folder, scratch), lambda: discovered(folder)]
    failed = 0
    for run in runs:
        try:
            run()
        except (Failed, OSError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAILED {error}", file=sys.stderr)
print(f"{len(runs) - failed} of {len(runs)} sessions with scanbeam serve are right")
sys.exit(1 if failed else 0)
