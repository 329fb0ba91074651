"""The page of `scanbeam preview --http`, in headless Chromium and by hand-made requests."""

import base64
import http.client
import http.server
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import settings
from chromium import Chromium

TOKEN = "0123456789abcdef0123456789abcdef"
# Not all that is in the picture: a frame has a budget, and a busy machine may leave the last ones out.
VALUES = ["4006381333931", "https://example.org/till/42"]


class Tool:
    """`scanbeam preview --http`, on a port of its own."""

    def __init__(self, *arguments, source=settings.TILL):
        self.process = subprocess.Popen(
            [settings.TOOL, "preview", source, "--http", "--port", "0", "--token", TOKEN, *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?t=(\w+)", line)
        if not match:
            raise AssertionError(f"the tool says {line!r}")
        self.address, self.port, self.token = line, int(match.group(1)), match.group(2)

    def ask(self, method, path, *, query=None, body=None, token=TOKEN, headers=None):
        """Status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        words = "&".join(f"{name}={value}" for name, value in {"t": token, **(query or {})}.items() if value is not None)
        connection.request(method, f"{path}?{words}", body, headers or {})
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return result

    def command(self, text):
        status, _, body = self.ask("POST", "/command", body=text)
        assert status == 200, (status, body)
        return json.loads(body)

    def events(self):
        """Events one after another, for ever."""
        with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
            connection.sendall(f"GET /events?t={TOKEN} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            with connection.makefile("rb") as file:
                while file.readline().strip():
                    pass
                name = None
                for line in file:
                    if line.startswith(b"event: "):
                        name = line[7:].strip().decode()
                    elif line.startswith(b"data: "):
                        yield name, line[6:].strip().decode()

    def pictures(self):
        """JPEG pictures one after another, for ever."""
        with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
            connection.sendall(f"GET /stream?t={TOKEN} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            with connection.makefile("rb") as file:
                while file.readline().strip():
                    pass
                while file.readline().startswith(b"--"):
                    length = 0
                    while line := file.readline().strip():
                        if line.lower().startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    yield file.read(length)
                    file.readline()

    def statistics(self):
        """Frames searched so far, to ten."""
        for name, data in self.events():
            if name == "state":
                return json.loads(data)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.process.stderr.close()
        return self.process.returncode


class Requests(unittest.TestCase):
    """Without a browser: what is answered to whom."""

    @classmethod
    def setUpClass(cls):
        cls.tool = Tool()

    @classmethod
    def tearDownClass(cls):
        code = cls.tool.end()
        assert code in (0, 1), code  # 1: nothing was read so far

    def test_a_wrong_token_is_refused(self):
        paths = [("GET", "/"), ("GET", "/stream"), ("GET", "/events"), ("GET", "/settings"), ("POST", "/press"),
                 ("POST", "/trigger"), ("POST", "/command")]
        for method, path in paths:
            for token in (None, "", TOKEN[:-1], TOKEN[:-1] + "0", TOKEN.upper()):
                self.assertEqual(self.tool.ask(method, path, token=token)[0], 403, (path, token))

    def test_foreign_origins_and_names_are_refused(self):
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                        {"Host": "evil.example"}, {"Host": f"evil.example:{self.tool.port}"}):
            for method, path in (("GET", "/"), ("GET", "/stream"), ("POST", "/trigger")):
                self.assertEqual(self.tool.ask(method, path, headers=headers)[0], 403, headers)

    def test_answers_keep_browsers_in_check(self):
        status, headers, body = self.tool.ask("GET", "/")
        self.assertEqual(status, 200)
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertNotIn("Access-Control-Allow-Origin", headers)
        self.assertNotIn(TOKEN.encode(), body)

    def test_only_loopback_is_listened_on(self):
        with open("/proc/net/tcp") as file:
            port = f"{self.tool.port:04X}"
            listening = [line.split()[1] for line in file if line.split()[3] == "0A" and port in line.split()[1]]
        self.assertEqual(listening, [f"0100007F:{port}"])
        # Others need a password.
        for arguments in (["--address", "0.0.0.0"], ["--address", "0.0.0.0", "--password-file", "/dev/null"]):
            run = subprocess.run(
                [settings.TOOL, "preview", settings.TILL, "--http", "--port", "0", *arguments],
                capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 2)
            self.assertIn("password", run.stderr)

    def test_nonsense_is_refused(self):
        for method, path, query, body, wanted in (
            ("GET", "/nothing", {}, None, 404), ("POST", "/", {}, None, 405), ("POST", "/press", {}, None, 400),
            ("POST", "/press", {"tag": "1"}, None, 404), ("POST", "/trigger", {"on": "2"}, None, 400),
            ("POST", "/command", {}, "REBOOT", 400), ("POST", "/command", {}, "SET X\nREBOOT", 400),
            ("POST", "/command", {}, "x" * 5000, 413),
        ):
            self.assertEqual(self.tool.ask(method, path, query=query, body=body)[0], wanted, (path, body))
        for text in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nA:" + b"x" * 20000, b"\0\0\0\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.tool.port), 60) as connection:
                connection.sendall(text)
                try:
                    answer = connection.recv(4096)
                except ConnectionResetError:
                    continue
                self.assertRegex(answer, rb"HTTP/1.1 4\d\d ")

    def test_pictures_are_jpeg(self):
        pictures = self.tool.pictures()
        for _ in range(3):
            picture = next(pictures)
            self.assertEqual((picture[:2], picture[-2:]), (b"\xff\xd8", b"\xff\xd9"))

    def test_a_password(self):
        with tempfile.NamedTemporaryFile("w", suffix=".password") as file:
            file.write("correct horse\nsecond line\n")
            file.flush()
            tool = Tool("--password-file", file.name)
            try:
                status, headers, _ = tool.ask("GET", "/")
                self.assertEqual((status, headers["WWW-Authenticate"][:5]), (401, "Basic"))
                for words, wanted in (("x:correct horse", 200), ("x:correct horse2", 401), ("correct horse", 401)):
                    given = {"Authorization": "Basic " + base64.b64encode(words.encode()).decode()}
                    self.assertEqual(tool.ask("GET", "/", headers=given)[0], wanted)
                    self.assertEqual(tool.ask("GET", "/", headers=given, token="x" * 32)[0], 403)
            finally:
                tool.end()


class Foreign(http.server.BaseHTTPRequestHandler):
    """Another page on this machine, which knows the token and tries everything with it."""

    target = ""

    def do_GET(self):
        body = f"""<!doctype html><script>
            const tried = {{}};
            async function all() {{
              for (const [name, path, how] of [['get', '/settings', {{}}], ['post', '/trigger', {{method: 'POST'}}],
                ['blind', '/trigger', {{method: 'POST', mode: 'no-cors'}}]]) {{
                try {{
                  const reply = await fetch('{self.target}' + path + '?on=0&t={TOKEN}', how);
                  tried[name] = reply.type === 'opaque' ? 'opaque' : String(reply.status);
                }} catch (error) {{ tried[name] = 'refused'; }}
              }}
              await new Promise(done => {{
                const image = new Image();
                image.onload = () => {{ tried.image = 'shown'; done(); }};
                image.onerror = () => {{ tried.image = 'refused'; done(); }};
                image.src = '{self.target}/stream?t={TOKEN}';
              }});
              window.tried = tried;
            }}
            all();
            </script>""".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Browser(unittest.TestCase):
    """In headless Chromium."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, *arguments):
        tool = Tool(*arguments)
        self.addCleanup(tool.end)
        page = self.browser.open(tool.address)
        page.wait("document.readyState === 'complete' || document.querySelector('#picture')")
        return tool, page

    def test_frames_results_trigger_and_settings(self):
        tool, page = self.open()
        size = page.wait(
            "(() => { const p = document.querySelector('#picture'); return p.naturalWidth && [p.naturalWidth, p.naturalHeight]; })()",
            "a picture")
        self.assertEqual(size, [960, 540])
        # Results, with what was read before the page came.
        for value in VALUES:
            page.wait(f"document.querySelector('#results').innerText.includes({json.dumps(value)})", value)
        # The overlay: four corner lines, two buttons with names.
        page.wait("document.querySelectorAll('#overlay [data-tag=\"1115\"]').length === 4", "corner lines")
        names = "[...document.querySelectorAll('#overlay [role=button]')].map(b => b.getAttribute('aria-label'))"
        self.assertEqual(page.value(names), ["Zoom", "Light on"])

        # Stop and start; how long a read takes from the frame to the page.
        page.click("#stop")
        page.wait("document.body.dataset.scanning === 'idle'", "idle")
        page.value("document.querySelector('#results').textContent = ''")
        page.click("#start")
        page.wait("document.querySelectorAll('#results li').length >= 2", "results of the second scan")
        page.wait("document.querySelectorAll('#overlay [data-tag=\"1124\"]').length >= 2", "outlines")
        if settings.KEEP:
            page.screenshot(os.path.join(settings.KEEP, "page.png"))
        offset = time.time() * 1000 - time.monotonic() * 1000
        first = page.value("(() => { const d = document.querySelector('#results li').dataset; return [+d.seen, d.time]; })()")
        settings.report("frame to read in the page", first[0] - offset - int(first[1]) / 1e6, "ms", "at most 300")

        # Settings.
        page.wait("document.querySelector('input[name=\"SYMBOL.QR\"]')?.checked", "the setting of QR")
        page.value("document.querySelector('input[name=\"SYMBOL.QR\"]').click()")
        end = time.monotonic() + 60
        while tool.command("GET SYMBOL.QR")["text"] != "OFF" and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(tool.command("GET SYMBOL.QR")["text"], "OFF")
        page.value(
            "(() => { const i = document.querySelector('input[name=\"DECODER.EFFORT\"]'); i.value = 9; i.onchange(); })()")
        page.wait("document.querySelector('#message').textContent.includes('does not take that')", "a refusal")

        # The buttons of the overlay, by mouse and by key.
        page.click("#overlay [data-tag=\"1110\"]")
        page.wait("document.querySelector('#overlay [data-tag=\"1110\"]').getAttribute('aria-pressed') === 'true'", "zoom")
        self.assertEqual(tool.command("GET CAMERA.ZOOM")["text"], "1")
        page.value("document.querySelector('#overlay [data-tag=\"1110\"]').focus()")
        page.key("Enter", 13)
        end = time.monotonic() + 60
        while tool.command("GET CAMERA.ZOOM")["text"] != "2" and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(tool.command("GET CAMERA.ZOOM")["text"], "2")

    def test_screen_readers_find_everything(self):
        """What Chromium tells assistive technology: roles and names, none of them empty."""
        tool, page = self.open("--show", "paused,close-button", "--timeout", "600")
        page.wait("document.body.dataset.scanning === 'paused'", "paused")
        page.wait("document.querySelectorAll('#overlay [role=button]').length === 4", "four buttons")
        page.wait("document.querySelector('input[name=\"SYMBOL.QR\"]')", "settings")
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        found = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
        for wanted in (
            ("image", "What the camera sees"), ("group", "On the picture"), ("button", "Zoom"), ("button", "Light on"),
            ("button", "Close"), ("button", "Start scanning"), ("group", "Scanning"), ("button", "Start"),
            ("button", "Stop"), ("complementary", "Results and settings"), ("list", "Results"), ("group", "Settings"),
            ("checkbox", "SYMBOL.QR"), ("spinbutton", "DECODER.EFFORT"),
        ):
            self.assertIn(wanted, found)
        self.assertIn("main", [role for role, _ in found])
        for role, name in found:
            if role in ("button", "checkbox", "spinbutton", "textbox", "image", "link", "group", "list"):
                self.assertTrue(name, f"a {role} without a name")

    def test_the_time_runs_out(self):
        tool, page = self.open("--timeout", "600", "--symbologies", "AZTECCODE")
        bar = "document.querySelector('#overlay [data-tag=\"1116\"] rect:last-child')?.getAttribute('width')"
        first = page.wait(bar, "the bar")
        page.wait(f"parseFloat({bar}) < {first}", "a shorter bar")

    def test_paused_and_legacy(self):
        tool, page = self.open("--show", "paused,no-zoom-button", "--overlay", "legacy", "--mode", "front")
        page.wait("document.body.dataset.scanning === 'paused'", "paused")
        tags = "[...document.querySelectorAll('#overlay g')].map(g => g.dataset.tag).join()"
        # A front camera has no lamp.
        page.wait(f"{tags} === '1121,1126,1120'", "viewport, pause sign and trigger")
        page.click("#overlay [data-tag=\"1120\"]")
        page.wait("document.body.dataset.scanning === 'running'", "running")
        page.wait("document.querySelector('#overlay [data-tag=\"1122\"]')", "the blinking line")
        page.wait("document.querySelectorAll('#results li').length >= 2", "results")
        if settings.KEEP:
            page.screenshot(os.path.join(settings.KEEP, "page-legacy.png"))

    def test_foreign_pages_get_nothing(self):
        tool, page = self.open()
        page.wait("document.body.dataset.scanning === 'running'", "running")
        Foreign.target = f"http://127.0.0.1:{tool.port}"
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        foreign = self.browser.open(f"http://localhost:{server.server_port}/")
        tried = foreign.wait("window.tried", "the attempts of a foreign page")
        self.assertEqual((tried["get"], tried["post"], tried["image"]), ("refused", "refused", "refused"))
        # Nor did the one whose answer it could not see do anything.
        self.assertEqual(page.value("document.body.dataset.scanning"), "running")
        wrong = self.browser.open(tool.address[:-1] + "x")
        wrong.wait("document.body?.innerText.includes('token')", "a refusal")

    def test_ten_viewers(self):
        """Measured: frames searched in some seconds alone, and with ten streams and ten lists of events."""
        tool = Tool("--rate", "30", source=settings.TILL)
        self.addCleanup(tool.end)
        seconds = settings.SECONDS

        def rate():
            begin, first = time.monotonic(), tool.statistics()["decoded"]
            time.sleep(seconds)
            return (tool.statistics()["decoded"] - first) / (time.monotonic() - begin)

        rate()
        alone = rate()
        stop = threading.Event()
        counts = [0] * 10

        def look(number):
            for _ in tool.pictures():
                counts[number] += 1
                if stop.is_set():
                    return

        def listen():
            for _ in tool.events():
                if stop.is_set():
                    return

        viewers = [threading.Thread(target=look, args=(i,), daemon=True) for i in range(10)]
        viewers += [threading.Thread(target=listen, daemon=True) for _ in range(10)]
        for viewer in viewers:
            viewer.start()
        end = time.monotonic() + 60
        while min(counts) < 3 and time.monotonic() < end:
            time.sleep(0.05)
        self.assertGreaterEqual(min(counts), 3, "every viewer sees pictures")
        crowded = rate()
        stop.set()
        settings.report("frames searched in a second alone", alone, "/s", "")
        settings.report("and with ten viewers", crowded, "/s", "the same")


if __name__ == "__main__":
    unittest.main()
