"""Headless Chromium, driven through the pipe of its DevTools protocol: no package of Python's is needed."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time


class Page:
    """One tab."""

    def __init__(self, browser, address):
        self.browser = browser
        target = browser.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Page.navigate", {"url": address})

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def value(self, expression):
        """What JavaScript makes of an expression; promises are waited for."""
        answer = self.call(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
        )
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, what=None, seconds=60):
        """Until an expression is true; gives its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                value = self.value(expression)
            except AssertionError:
                value = None
            # An element comes as {}.
            if value or value == {}:
                return value
            time.sleep(0.02)
        raise AssertionError(f"never: {what or expression}")

    def click(self, selector):
        """With the mouse, in the middle of an element."""
        x, y = self.value(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def key(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code})

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


class Chromium:
    def __init__(self, width=1280, height=800):
        name = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if name is None:
            raise FileNotFoundError("chromium is not installed")
        self.home = tempfile.mkdtemp(prefix="scanbeam-chromium-")
        down_read, self.down = os.pipe()
        self.up, up_write = os.pipe()
        read = os.fdopen(self.up, "rb")
        # The browser reads descriptor 3 and writes 4.
        script = f'exec 3<&{down_read} 4>&{up_write}; exec "$@"'
        # Where devices are mocked, the browser sees the machine as it is.
        plain = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "UMOCKDEV_DIR")}
        self.process = subprocess.Popen(
            ["bash", "-c", script, "bash", name, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
             "--disable-dev-shm-usage", "--hide-scrollbars", f"--window-size={width},{height}",
             f"--user-data-dir={self.home}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(down_read, up_write), env=plain, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down_read)
        os.close(up_write)
        self.answers = {}
        self.changed = threading.Condition()
        self.last = 0
        threading.Thread(target=self._listen, args=(read,), daemon=True).start()
        self.call("Browser.getVersion")

    def _listen(self, read):
        rest = b""
        while True:
            more = read.read1(1 << 16)
            if not more:
                with self.changed:
                    self.answers = None
                    self.changed.notify_all()
                return
            rest += more
            while b"\0" in rest:
                text, rest = rest.split(b"\0", 1)
                message = json.loads(text)
                if "id" in message:
                    with self.changed:
                        self.answers[message["id"]] = message
                        self.changed.notify_all()

    def call(self, method, parameters=None, session=None):
        with self.changed:
            self.last += 1
            number = self.last
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.down, json.dumps(message).encode() + b"\0")
        with self.changed:
            if not self.changed.wait_for(lambda: self.answers is None or number in self.answers, 120):
                raise AssertionError(f"the browser does not answer {method}")
            if self.answers is None:
                raise AssertionError("the browser ended")
            answer = self.answers.pop(number)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, address):
        return Page(self, address)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
