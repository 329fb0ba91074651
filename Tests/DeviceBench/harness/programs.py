"""A program under a scenario's control: commands in, lines out, each line waited for and kept."""
import re
import subprocess
import threading
import time

PATIENCE = 30


class Ended(Exception):
    """What a program did was not what the scenario waited for."""


class Program:
    """`lines` holds all of its output so far; expect() walks through it."""

    def __init__(self, command, environment=None, before=None, folder=None, standard_input=None):
        self.command = " ".join(command)
        given = open(standard_input) if standard_input else subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         text=True, errors="replace", env=environment, preexec_fn=before, cwd=folder)
        if standard_input:
            given.close()
        self.lines, self._errors, self._next, self._open = [], [], 0, 2
        self._changed = threading.Condition()
        for stream, store in ((self._process.stdout, self.lines), (self._process.stderr, self._errors)):
            threading.Thread(target=self._collect, args=(stream, store), daemon=True).start()

    def _collect(self, stream, store):
        for line in stream:
            with self._changed:
                store.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._open -= 1
            self._changed.notify_all()

    def tell(self, command):
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def expect(self, pattern, timeout=PATIENCE):
        """The next line that holds the regular expression; lines before it are passed over."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                while self._next < len(self.lines):
                    line = self.lines[self._next]
                    self._next += 1
                    if re.search(pattern, line):
                        return line
                left = end - time.monotonic()
                if left <= 0 or self._open == 0:
                    reason = "ended" if self._open == 0 else f"said nothing like it for {timeout} s"
                    raise Ended(f"waited for {pattern!r}, but {self.command} {reason}; it said:\n" + self.transcript())
                self._changed.wait(left)

    def count(self, pattern):
        """How many lines so far hold the regular expression."""
        with self._changed:
            return sum(1 for line in self.lines if re.search(pattern, line))

    def ask(self, command, pattern, timeout=PATIENCE):
        self.tell(command)
        return self.expect(pattern, timeout)

    def transcript(self):
        return "\n".join(["  " + line for line in self.lines[-40:]] + ["  ! " + line for line in self._errors[-20:]])

    def close_input(self):
        try:
            if self._process.stdin:
                self._process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already

    @property
    def pid(self):
        return self._process.pid

    @property
    def has_ended(self):
        return self._process.poll() is not None

    @property
    def running(self):
        return self._process.poll() is None

    def finish(self, timeout=PATIENCE):
        """Wait for its end. Afterwards status, output and errors are there."""
        try:
            self.close_input()
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Ended(f"{self.command} did not end within {timeout} s; it said:\n" + self.transcript()) from None
        with self._changed:
            self._changed.wait_for(lambda: self._open == 0, timeout)
        self.status = self._process.returncode
        self.output, self.errors = "\n".join(self.lines), "\n".join(self._errors)
        return self

    def kill(self):
        if self.running:
            self._process.kill()
        self._process.wait()
