"""The real pcscd with virtual readers (vsmartcard-vpcd), on a socket of its own."""

import ctypes
import os
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 20


def wait(condition, what, seconds=PATIENCE, step=0.005):
    """Wait until condition() is true; returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(step)


class Service:
    """pcscd with readers named as given, each behind a port of its own."""

    def __init__(self, work, names, port=42101):
        self.work = work
        self.config = os.path.join(work, "readers")
        self.unplug_folder = os.path.join(work, "unplugged")
        os.makedirs(self.config, exist_ok=True)
        os.makedirs(self.unplug_folder, exist_ok=True)
        self.ports = {name: port + 2 * i for i, name in enumerate(names)}
        for name, number in self.ports.items():
            # Both keep one reader in static memory.
            shutil.copy("/usr/lib/pcsc/drivers/serial/libifdvpcd.so", f"{self.unplug_folder}/vpcd-{number}.so")
            shutil.copy(f"{work}/libifdunpluggable.so", f"{work}/libifdunpluggable-{number}.so")
            with open(os.path.join(self.config, name.replace(" ", "_")), "w") as file:
                file.write(f'FRIENDLYNAME "{name}"\nDEVICENAME /dev/null:{number}\n'
                           f'LIBPATH {work}/libifdunpluggable-{number}.so\nCHANNELID {number}\n')
        self.process = None

    def start(self):
        environment = dict(os.environ, UNPLUG_FOLDER=self.unplug_folder)
        environment.pop("LD_LIBRARY_PATH", None)
        self.log = open(os.path.join(self.work, "pcscd.log"), "ab")
        self.process = subprocess.Popen(["/usr/sbin/pcscd", "--foreground", "--info", "--config", self.config],
                                        stdout=self.log, stderr=self.log, env=environment)
        wait(lambda: os.path.exists("/run/pcscd/pcscd.comm"), "the socket of pcscd")

    def kill(self):
        """As a crash does: nothing is told to anybody."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.log.close()

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None
            self.log.close()

    def unplug(self, name):
        open(os.path.join(self.unplug_folder, str(self.ports[name])), "w").close()
        self.process.send_signal(signal.SIGUSR1)

    def plug(self, name):
        path = os.path.join(self.unplug_folder, str(self.ports[name]))
        if os.path.exists(path):
            os.unlink(path)
        self.process.send_signal(signal.SIGUSR1)

    def slot(self, name):
        return Slot(name, self.ports[name])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class _ReaderState(ctypes.Structure):
    _fields_ = [("reader", ctypes.c_char_p), ("user_data", ctypes.c_void_p), ("current", ctypes.c_ulong),
                ("event", ctypes.c_ulong), ("atr_length", ctypes.c_ulong), ("atr", ctypes.c_ubyte * 33)]


def is_empty(reader):
    """Whether the service knows that no tag lies on the reader (a reader or service that is gone has none)."""
    library = ctypes.CDLL("libpcsclite.so.1")
    context = ctypes.c_long()
    if library.SCardEstablishContext(ctypes.c_ulong(2), None, None, ctypes.byref(context)):
        return True
    try:
        state = _ReaderState(reader=(reader + " 00 00").encode())
        library.SCardGetStatusChange(context, ctypes.c_ulong(0), ctypes.byref(state), ctypes.c_ulong(1))
        return not state.event & 0x20
    finally:
        library.SCardReleaseContext(context)


class Slot:
    """A place on a reader where tags are put and taken away: the card's side of the vpcd protocol (2 bytes length, big
    endian, then 1 byte of control or a command)."""

    def __init__(self, reader, port):
        self.reader, self.port = reader, port
        self.card = None
        self.connection = None
        self.thread = None
        self.pull_at = None  # number of the command, from 0, at which the tag is pulled away before it is carried out
        self.commands = []
        self.powered = 0.0  # when the service last asked for the ATR: it knows of the tag then
        self.delay = 0.0

    def put(self, card, pull_at=None):
        assert self.connection is None, "there is a tag already"
        # A tag that is changed between two looks of the service would pass for the old one.
        wait(lambda: is_empty(self.reader), "the service to miss the last tag")
        self.card, self.pull_at, self.commands = card, pull_at, []
        card.power_off()
        wait(self._connect, "the virtual reader to listen")
        self.thread = threading.Thread(target=self._serve, args=(self.connection,), daemon=True)
        self.thread.start()
        return self

    def _connect(self):
        try:
            self.connection = socket.create_connection(("127.0.0.1", self.port))
            return True
        except OSError:
            return False

    def take(self):
        connection, self.connection = self.connection, None
        if connection:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()
        if self.thread and self.thread is not threading.current_thread():
            self.thread.join()
        self.thread = None

    @property
    def is_gone(self):
        """The tag was pulled away by pull_at."""
        return self.connection is None

    def _serve(self, connection):
        try:
            while True:
                head = self._read(connection, 2)
                data = self._read(connection, struct.unpack(">H", head)[0])
                if len(data) == 1:
                    if data[0] == 0:
                        self.card.power_off()
                    elif data[0] == 4:
                        self.powered = time.monotonic()
                        self._send(connection, self.card.atr)
                    continue
                if self.pull_at is not None and len(self.commands) >= self.pull_at:
                    self.connection = None
                    connection.close()
                    return
                self.commands.append(data)
                if self.delay:
                    time.sleep(self.delay)
                self._send(connection, self.card.answer(data))
        except (OSError, EOFError):
            pass

    def _read(self, connection, count):
        data = b""
        while len(data) < count:
            # vpcd sends length and data apart: without this each command waits 40 ms for an acknowledgement.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            part = connection.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def _send(self, connection, data):
        connection.sendall(struct.pack(">H", len(data)) + data)
