"""A USB device in userspace: USB/IP spoken over a socket pair straight to the kernel's vhci-hcd, without TCP or tools.

The message layout is that of Documentation/usb/usbip_protocol.rst of the Linux kernel. A device is a subclass of
UsbDevice. It runs on one thread of its own, which sleeps in select() until the kernel or a deadline wakes it. All
methods may be called from any thread.
"""
import collections
import os
import select
import socket
import struct
import threading
import time

from . import descriptors

VHCI = "/sys/devices/platform/vhci_hcd.0"
PORT_FREE = "004"
CMD_SUBMIT, CMD_UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
SPEEDS = {"low": 1, "full": 2, "high": 3}
STALLED, UNLINKED, NO_ANSWER = -32, -104, -71  # EPIPE, ECONNRESET, EPROTO
HEADER = 48
DEVICE_ID = 0x10002


class Urb:
    """One transfer that the kernel asked for: `data` for OUT, at most `length` bytes for IN."""

    def __init__(self, sequence, endpoint, length, data, setup):
        self.sequence, self.endpoint, self.length, self.data, self.setup = sequence, endpoint, length, data, setup


class UsbDevice:
    """What all devices share: plugging, standard requests, queues of waiting transfers, recorded events."""

    speed = "high"

    def __init__(self, device_descriptor, configuration_descriptor, strings):
        self.device_descriptor, self.configuration_descriptor = device_descriptor, configuration_descriptor
        self.strings = strings
        self.changed = threading.Condition(threading.RLock())  # guards all state; notified at each event
        self.events = []  # (seconds of CLOCK_MONOTONIC, name, detail)
        self.port = None
        self._socket = None
        self._wake = None
        self._waiting = collections.defaultdict(collections.deque)  # IN endpoint address -> Urbs
        self._stalled = set()
        self._traps = {}
        self._control = None  # the control request that is being answered

    # ---- what a device implements -------------------------------------------------------------------------------

    def control(self, request):
        """Answer a class or vendor request (descriptors.Setup): bytes for IN, anything but None for OUT, None stalls."""
        return None

    def received(self, urb):
        """Data came from the host on an OUT endpoint. Complete the urb now or later."""
        self.complete(urb)

    def requested(self, endpoint):
        """The host wants data from an IN endpoint: see next_urb()."""

    def deadline(self):
        """When work() wants to be called, in seconds of CLOCK_MONOTONIC; None: not before something happens."""
        return None

    def work(self):
        """Called on the device's thread after each event and at the deadline."""

    def halted_cleared(self, endpoint):
        """The host cleared the halt of an endpoint; the class drivers do that when they stop a bulk stream."""

    # ---- plugging -----------------------------------------------------------------------------------------------

    def plug(self, port=None):
        """Plug into a free port of the virtual hub, or into the given one. Returns when the kernel has taken it."""
        with self.changed:
            if self._socket:
                raise RuntimeError("plugged in already")
            port = _free_port() if port is None else port
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
            for end in (ours, theirs):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            self._socket, self._wake = ours, os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._waiting.clear()
            self._stalled.clear()
            self.reset()
            self.record("plug", port)
            with open(VHCI + "/attach", "w") as attach:
                attach.write(f"{port} {theirs.fileno()} {DEVICE_ID} {SPEEDS[self.speed]}")
            theirs.close()
            self.port = port
            self._thread = threading.Thread(target=self._run, args=(ours, self._wake), daemon=True)
            self._thread.start()
        return self

    def unplug(self):
        """Pull the plug, whatever is going on. Nothing happens when it is out already."""
        with self.changed:
            if not self._socket:
                return
            self.record("unplug", self.port)
            port, thread = self.port, self._thread
            if self._control:  # fails at once, as on a real bus, and not after the driver's time-out
                self.complete(self._control, status=NO_ANSWER)
            connection = self._socket
            self._drop()
        # The kernel hears what was said, then the end; detaching at once would throw away what it has not heard yet.
        try:
            connection.shutdown(socket.SHUT_WR)
            wait(lambda: _port_state(port) == PORT_FREE, 3, f"port {port} to be free")
        except (OSError, TimeoutError):
            pass
        try:
            with open(VHCI + "/detach", "w") as detach:
                detach.write(str(port))
        except OSError:
            pass  # the kernel saw our end of the socket close first
        if thread is not threading.current_thread():
            thread.join(10)
            wait(lambda: _port_state(port) == PORT_FREE, 10, f"port {port} to be free")

    def replug(self, port=None):
        """Unplug, and plug into another port (the lowest free one that is not the old one)."""
        old = self.port
        self.unplug()
        return self.plug(_free_port(but=old) if port is None else port)

    @property
    def plugged(self):
        return self._socket is not None

    def reset(self):
        """Called before each plugging: the state of a device that has just got power."""

    # ---- traps: let something happen at an exact moment ------------------------------------------------------------

    def at(self, event, action):
        """Call action once, on the device's thread, when the event is recorded next and before it takes effect.

        `device.at("commit", device.unplug)` pulls the plug in the middle of the start of a stream.
        """
        with self.changed:
            self._traps[event] = action

    def record(self, name, detail=None):
        with self.changed:
            self.events.append((time.monotonic(), name, detail))
            self.changed.notify_all()
            trap = self._traps.pop(name, None)
        if trap:
            trap()

    def count(self, name):
        with self.changed:
            return sum(1 for event in self.events if event[1] == name)

    def last(self, name):
        """Time and detail of the last event of that name."""
        with self.changed:
            return next((event[0], event[2]) for event in reversed(self.events) if event[1] == name)

    def wait_for(self, name, count=1, timeout=30):
        """Wait until the event was recorded that often in all. Returns the time of that one."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.count(name) >= count, timeout):
                raise TimeoutError(f"no {name} number {count} from the host within {timeout} s")
            return [event[0] for event in self.events if event[1] == name][count - 1]

    # ---- transfers ------------------------------------------------------------------------------------------------

    def next_urb(self, endpoint):
        """The oldest waiting transfer of an IN endpoint, or None; it stays queued until complete()."""
        queue = self._waiting[endpoint]
        return queue[0] if queue else None

    def complete(self, urb, data=b"", status=0):
        """End a transfer: with data for IN, with status STALLED as a refusal."""
        with self.changed:
            queue = self._waiting[urb.endpoint]
            if urb in queue:
                queue.remove(urb)
            is_in = urb.endpoint & 0x80 or (urb.endpoint == 0 and urb.setup[0] & 0x80)
            actual = len(data) if is_in else (len(urb.data) if status == 0 else 0)
            self._send(struct.pack(">IIIIIiIIIIQ", RET_SUBMIT, urb.sequence, 0, 0, 0, status, actual, 0, 0xFFFFFFFF, 0, 0)
                       + (data if is_in else b""))

    def stall(self, endpoint):
        """Halt an endpoint: waiting and later transfers fail with EPIPE until the host clears the halt."""
        with self.changed:
            self._stalled.add(endpoint)
            while self._waiting[endpoint]:
                self.complete(self._waiting[endpoint][0], status=STALLED)

    def wake(self):
        """Have work() called soon on the device's thread."""
        with self.changed:
            if self._wake:
                try:
                    os.write(self._wake[1], b"w")
                except BlockingIOError:
                    pass  # a wake-up is on its way already

    def _send(self, message):
        if self._socket:
            try:
                self._socket.sendall(message)
            except OSError:
                pass  # the kernel has closed its end: the thread sees that too

    def _drop(self):
        if self._socket:
            self.wake()
            self._socket = self._wake = None  # closed by the thread
            self.changed.notify_all()

    def _run(self, connection, wake):
        received = bytearray()
        try:
            while True:
                with self.changed:
                    if self._socket is not connection:
                        return
                    due = self.deadline()
                delay = None if due is None else max(0, due - time.monotonic())
                ready, _, _ = select.select([connection, wake[0]], [], [], delay)
                if wake[0] in ready:
                    os.read(wake[0], 4096)
                if connection in ready:
                    chunk = connection.recv(1 << 16)
                    if not chunk:
                        return
                    received += chunk
                    while self._take_message(received):
                        pass
                with self.changed:
                    if self._socket is connection:
                        self.work()
        except OSError:
            pass  # the kernel hung up
        finally:
            with self.changed:
                if self._socket is connection:
                    self._drop()
            connection.close()
            for end in wake:
                os.close(end)

    def _take_message(self, received):
        if len(received) < HEADER:
            return False
        command, sequence, _, is_in, number = struct.unpack_from(">IIIII", received)
        if command == CMD_UNLINK:
            victim, = struct.unpack_from(">I", received, 20)
            del received[:HEADER]
            self._unlink(sequence, victim)
            return True
        length, = struct.unpack_from(">I", received, 24)
        size = HEADER + (0 if is_in else length)
        if len(received) < size:
            return False
        setup, data = bytes(received[40:48]), bytes(received[HEADER:size])
        del received[:size]
        endpoint = number | 0x80 if is_in and number else number
        self._submit(Urb(sequence, endpoint, length, data, setup))
        return True

    def _unlink(self, sequence, victim):
        with self.changed:
            status = 0  # too late: it is complete
            for queue in self._waiting.values():
                for urb in [urb for urb in queue if urb.sequence == victim]:
                    queue.remove(urb)
                    status = UNLINKED
            self._send(struct.pack(">IIIIIi24x", RET_UNLINK, sequence, 0, 0, 0, status))

    def _submit(self, urb):
        if urb.endpoint == 0:
            self._control = urb
            answer = self._answer(descriptors.Setup(urb.setup, urb.data))
            self._control = None
            if answer is None:
                self.complete(urb, status=STALLED)
            else:
                self.complete(urb, bytes(answer)[:urb.length] if urb.setup[0] & 0x80 else b"")
        elif urb.endpoint in self._stalled:
            self.complete(urb, status=STALLED)
        elif urb.endpoint & 0x80:
            with self.changed:
                self._waiting[urb.endpoint].append(urb)
            self.requested(urb.endpoint)
        else:
            self.received(urb)

    def _answer(self, request):
        """Standard requests (USB 2.0, chapter 9.4); the others go to control()."""
        if request.type & 0x60:
            return self.control(request)
        if request.type == 0x80 and request.code == descriptors.GET_DESCRIPTOR:
            kind, index = request.value >> 8, request.value & 255
            if kind == descriptors.DEVICE:
                return self.device_descriptor
            if kind == descriptors.CONFIGURATION:
                return self.configuration_descriptor
            if kind == descriptors.STRING:
                return descriptors.string(self.strings, index)
            return None
        if request.code == descriptors.CLEAR_FEATURE and request.type == 0x02:
            with self.changed:
                self._stalled.discard(request.index & 255)
            self.halted_cleared(request.index & 255)
            return b""
        if request.code in (descriptors.SET_CONFIGURATION, descriptors.SET_INTERFACE, descriptors.SET_FEATURE,
                            descriptors.CLEAR_FEATURE):
            return b""
        return {descriptors.GET_STATUS: b"\0\0", descriptors.GET_CONFIGURATION: b"\1"}.get(request.code)


def wait(condition, timeout, what):
    """Wait for something that the kernel gives no event for. Returns the condition's value."""
    end = time.monotonic() + timeout
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {timeout} s for {what}")
        time.sleep(0.01)
    return value


def ports():
    """(port number, state) of the USB 2 ports."""
    with open(VHCI + "/status") as status:
        for line in status.read().splitlines()[1:]:
            fields = line.split()
            if fields[0] == "hs":
                yield int(fields[1]), fields[2]


def _port_state(port):
    return dict(ports()).get(port)


def _free_port(but=None):
    return next(port for port, state in ports() if state == PORT_FREE and port != but)
