"""A Bluetooth LE controller behind /dev/vhci, and devices that it hears: the kernel sees hci0 and BlueZ drives it
(Bluetooth Core 5.3, volume 4, part E). The radio is perfect, and devices answer at once."""
import os
import queue
import select
import struct
import threading
import time

COMMAND, ACL, EVENT, VENDOR = 1, 2, 4, 0xFF
OK, UNKNOWN_COMMAND, NO_CONNECTION, TIMED_OUT, HUNG_UP = 0x00, 0x01, 0x02, 0x08, 0x13
ATT, SIGNALLING, SECURITY = 4, 5, 6
# Supported commands by octet: reset and masks, what is local, and those for LE below.
SUPPORTED = {0: 0x20, 2: 0x80, 5: 0xC0, 14: 0xB8, 15: 0x02, 25: 0xF7, 26: 0xFF, 27: 0xA7, 28: 0x08}
INTERVAL = 0.15  # seconds between two advertisings


class Radio:
    """The controller. Devices are put into its reach with add()."""

    def __init__(self, address="02:00:00:00:00:01"):
        self.address = bytes.fromhex(address.replace(":", ""))[::-1]
        self.devices, self.accepted, self.connections = [], set(), {}
        self.scanning, self.active, self.filtered, self.wanted = False, False, False, None
        self.next_handle = 0x40
        self._orders = queue.Queue()
        self._wake = os.pipe()
        self.file = os.open("/dev/vhci", os.O_RDWR)
        os.write(self.file, bytes([VENDOR, 0]))
        self._running = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def add(self, device):
        device.radio = self
        self.do(lambda: self.devices.append(device))
        return device

    def unplug(self):
        """The controller is pulled out."""
        if self._running:
            self._running = False
            os.write(self._wake[1], b"x")
            self._thread.join()
            os.close(self.file)

    def do(self, action):
        """Run an action on the radio's thread and give what it returns."""
        done = queue.Queue()
        self._orders.put((action, done))
        os.write(self._wake[1], b"x")
        result = done.get(timeout=30)
        if isinstance(result, Exception):
            raise result
        return result

    # ---- the thread ---------------------------------------------------------------------------------------------------

    def _serve(self):
        due = time.monotonic()
        while self._running:
            ready, _, _ = select.select([self.file, self._wake[0]], [], [], max(0, due - time.monotonic()))
            if self._wake[0] in ready:
                os.read(self._wake[0], 4096)
                self._obey()
            if self.file in ready:
                packet = os.read(self.file, 2048)
                if packet[0] == COMMAND:
                    self._command(packet[1:])
                elif packet[0] == ACL:
                    self._data(packet[1:])
            if time.monotonic() >= due:
                due = time.monotonic() + INTERVAL
                self._advertise()

    def _obey(self):
        while not self._orders.empty():
            action, done = self._orders.get()
            try:
                done.put(action())
            except Exception as error:  # it belongs to who gave the order
                done.put(error)

    def _event(self, code, data):
        os.write(self.file, bytes([EVENT, code, len(data)]) + data)

    def _meta(self, code, data):
        self._event(0x3E, bytes([code]) + data)

    # ---- commands -----------------------------------------------------------------------------------------------------

    def _command(self, packet):
        opcode, = struct.unpack_from("<H", packet)
        data = packet[3:]
        if opcode in self.STATUS:
            self._event(0x0F, struct.pack("<BBH", OK, 1, opcode))
            return self.STATUS[opcode](self, data)
        if opcode in self.ANSWERS:
            answer = self.ANSWERS[opcode]
            out = answer(self, data) if callable(answer) else answer
        elif opcode in self.AGREED:
            out = b""
        else:
            return self._event(0x0E, struct.pack("<BHB", 1, opcode, UNKNOWN_COMMAND))
        self._event(0x0E, struct.pack("<BHB", 1, opcode, OK) + (out or b""))
        if opcode == 0x200E and self.wanted:  # Create Connection Cancel: the attempt ends with an event of its own
            self.wanted = None
            self._connected(NO_CONNECTION, 0, bytes(7))

    def _reset(self, _):
        self.scanning, self.wanted = False, None

    def _scan_parameters(self, data):
        self.active, self.filtered = data[0] == 1, data[6] & 1 == 1

    def _scan_enable(self, data):
        self.scanning = data[0] == 1

    def _accept(self, data):
        self.accepted.add(bytes(data[:7]))

    def _refuse(self, data):
        self.accepted.discard(bytes(data[:7]))

    def _connect(self, data):
        self.wanted = ("list", None) if data[4] & 1 else ("one", bytes(data[5:12]))

    def _hang_up(self, data):
        handle, = struct.unpack_from("<H", data)
        self._disconnected(handle, 0x16)

    def _remote_features(self, data):
        handle, = struct.unpack_from("<H", data)
        self._meta(0x04, struct.pack("<BH", OK, handle) + bytes(8))

    def _update(self, data):
        handle, _, interval, latency, timeout = struct.unpack_from("<HHHHH", data)
        self._meta(0x03, struct.pack("<BHHHH", OK, handle, interval, latency, timeout))

    def _remote_version(self, data):
        handle, = struct.unpack_from("<H", data)
        self._event(0x0C, struct.pack("<BHBHH", OK, handle, 8, 0x05F1, 0))

    ANSWERS = {
        0x0C03: _reset,
        0x1001: struct.pack("<BHBHH", 8, 0, 8, 0x05F1, 0),  # 4.2, of the Linux Foundation
        0x1002: bytes(SUPPORTED.get(i, 0) for i in range(64)),
        0x1003: bytes([0, 0, 0, 0, 0x60, 0, 0, 0]),  # LE, and no BR/EDR
        0x1005: struct.pack("<HBHH", 251, 0, 8, 0),
        0x1009: lambda self, _: self.address,
        0x2002: struct.pack("<HB", 251, 8),
        0x2003: bytes(8),
        0x2007: bytes([0]),
        0x200B: _scan_parameters,
        0x200C: _scan_enable,
        0x200E: b"",
        0x200F: bytes([16]),
        0x2010: lambda self, _: self.accepted.clear(),
        0x2011: _accept,
        0x2012: _refuse,
        0x2018: lambda self, _: os.urandom(8),
        0x201C: bytes.fromhex("FFFFFFFFFF030000"),
    }
    STATUS = {0x0406: _hang_up, 0x041D: _remote_version, 0x200D: _connect, 0x2013: _update, 0x2016: _remote_features}
    AGREED = {0x0C01, 0x0C63, 0x2001, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A}

    # ---- the air ------------------------------------------------------------------------------------------------------

    def _advertise(self):
        for device in self.devices:
            if not device.advertising or device.handle is not None:
                continue
            if self.scanning and (not self.filtered or device.peer in self.accepted):
                self._report(device, 0x00, device.advertisement())
                if self.active:
                    self._report(device, 0x04, device.scan_response())
            if self.wanted and (device.peer in self.accepted if self.wanted[0] == "list" else
                                self.wanted[1] == device.peer):
                self.wanted = None
                device.handle = self.next_handle
                self.next_handle += 1
                self.connections[device.handle] = device
                device.connected()
                self._connected(OK, device.handle, device.peer)

    def _report(self, device, kind, data):
        self._meta(0x02, bytes([1, kind]) + device.peer + bytes([len(data)]) + data + struct.pack("b", -50))

    def _connected(self, status, handle, peer):
        self._meta(0x01, struct.pack("<BHB", status, handle, 0) + peer + struct.pack("<HHHB", 24, 0, 42, 0))

    def _disconnected(self, handle, reason):
        device = self.connections.pop(handle, None)
        if device:
            device.handle = None
            self._event(0x05, struct.pack("<BHB", OK, handle, reason))

    def _data(self, packet):
        head, length = struct.unpack_from("<HH", packet)
        handle, part = head & 0xFFF, head >> 12 & 3
        self._event(0x13, struct.pack("<BHH", 1, handle, 1))
        device = self.connections.get(handle)
        if not device:
            return
        device.incoming = packet[4:] if part != 1 else device.incoming + packet[4:]
        if len(device.incoming) < 4:
            return
        size, channel = struct.unpack_from("<HH", device.incoming)
        if len(device.incoming) < 4 + size:
            return
        frame, device.incoming = device.incoming[4:4 + size], b""
        if channel == ATT and frame:
            answer = device.server.answer(frame)
            if answer:
                self.send(device, ATT, answer)
            device.settle()
        elif channel == SECURITY and frame[:1] == b"\x01":
            self.send(device, SECURITY, b"\x05\x05")  # pairing is not supported
        elif channel == SIGNALLING and len(frame) >= 4 and frame[0] not in (0x01, 0x13, 0x15, 0x18):
            self.send(device, SIGNALLING, struct.pack("<BBHH", 0x01, frame[1], 2, 0))  # not understood

    def send(self, device, channel, data):
        if device.handle is not None:
            frame = struct.pack("<HH", len(data), channel) + data
            os.write(self.file, bytes([ACL]) + struct.pack("<HH", device.handle | 0x2000, len(frame)) + frame)


class Device:
    """A device in reach of the radio: a name, an advertised service, and a server of attributes (gatt.Server)."""

    def __init__(self, name, service, server, address="F0:F1:F2:F3:F4:F5"):
        self.name, self.service, self.server, self.identity = name, service, server, "ble:" + address
        self.peer = b"\x01" + bytes.fromhex(address.replace(":", ""))[::-1]
        self.advertising, self.handle, self.incoming, self.radio = True, None, b"", None
        self._later = []

    def advertisement(self):
        from emulated.gatt import uuid_bytes
        uuid = uuid_bytes(self.service)
        return b"\x02\x01\x06" + bytes([1 + len(uuid), 0x07 if len(uuid) == 16 else 0x03]) + uuid

    def scan_response(self):
        name = self.name.encode()
        return bytes([1 + len(name), 0x09]) + name

    def connected(self):
        self.incoming = b""
        self.server.reset()

    def later(self, action):
        """On the radio's thread, after the answer to the request that is being handled."""
        self._later.append(action)

    def settle(self):
        actions, self._later = self._later, []
        for action in actions:
            action()

    def tell(self, characteristic, data):
        """Notify in pieces of 20 bytes; True when somebody has subscribed."""
        packets = self.server.tell(characteristic, data)
        for packet in packets:
            self.radio.send(self, ATT, packet)
        return bool(packets)

    # ---- orders of a scenario -----------------------------------------------------------------------------------------

    def switch(self, on):
        """Advertise, or be silent (a connection stays)."""
        self.radio.do(lambda: setattr(self, "advertising", on))

    def lose(self, reason=TIMED_OUT):
        """The connection breaks; HUNG_UP: the device ends it."""
        self.radio.do(lambda: self.handle is not None and self.radio._disconnected(self.handle, reason))

    @property
    def is_connected(self):
        return self.handle is not None
