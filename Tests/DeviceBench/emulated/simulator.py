"""scanbeam-simulator behind the emulated terminal: a whole DMCC reader, with its profiles and faults, as a USB device."""
import subprocess
import threading


class Simulator:
    """As the `answer` of an acm.Terminal: what the host writes goes in, what comes out is said, whenever it comes."""

    def __init__(self, program, *arguments):
        self._process = subprocess.Popen([program, "--stdio", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, bufsize=0)
        self._terminal = None

    def behind(self, terminal):
        """Begin to speak through a terminal."""
        self._terminal = terminal
        threading.Thread(target=self._speak, daemon=True).start()

    def __call__(self, heard):
        self._process.stdin.write(heard)

    def end(self):
        self._process.kill()
        self._process.wait()

    def _speak(self):
        while data := self._process.stdout.read(4096):
            self._terminal.say(data)
