"""The attributes of an emulated Bluetooth LE device and the protocol by which they are read, written and told
(Bluetooth Core 5.3, volume 3, parts F and G)."""
import struct

ATT_ERROR, NOT_FOUND, NOT_PERMITTED, UNLIKELY, INVALID_HANDLE = 0x01, 0x0A, 0x03, 0x06, 0x01
PRIMARY, CHARACTERISTIC, CONFIGURATION = 0x2800, 0x2803, 0x2902
READ, WRITE_WITHOUT_RESPONSE, WRITE, NOTIFY, INDICATE = 0x02, 0x04, 0x08, 0x10, 0x20


def uuid_bytes(uuid):
    """A UUID as it goes over the air: 2 or 16 bytes, last first."""
    return struct.pack("<H", uuid) if isinstance(uuid, int) else bytes.fromhex(uuid.replace("-", ""))[::-1]


class Attribute:
    def __init__(self, kind, value, read=True, write=None):
        self.kind, self.value, self.readable, self.write = uuid_bytes(kind), value, read, write
        self.handle, self.end = 0, 0


class Characteristic:
    """One characteristic: `value` is what reads give; written(bytes) is called for each write."""

    def __init__(self, uuid, properties, value=b"", written=None):
        self.uuid, self.properties, self.value, self.written = uuid, properties, value, written
        self.subscribed = 0


class Server:
    """Services, each a UUID and its characteristics."""

    def __init__(self, services, mtu=23):
        self.services, self.longest = services, mtu
        self.attributes = []
        self._lay_out()
        self.reset()

    def reset(self):
        """A new connection: nobody has subscribed."""
        self.mtu = 23
        for _, characteristics in self.services:
            for characteristic in characteristics:
                characteristic.subscribed = 0

    def _add(self, attribute):
        self.attributes.append(attribute)
        attribute.handle = len(self.attributes)
        return attribute

    def _lay_out(self):
        for uuid, characteristics in self.services:
            service = self._add(Attribute(PRIMARY, uuid_bytes(uuid)))
            for characteristic in characteristics:
                declaration = self._add(Attribute(CHARACTERISTIC, b""))
                value = self._add(Attribute(characteristic.uuid, None, bool(characteristic.properties & READ),
                                            self._write(characteristic)))
                value.characteristic = characteristic
                characteristic.handle = value.handle
                declaration.value = (struct.pack("<BH", characteristic.properties, value.handle)
                                     + uuid_bytes(characteristic.uuid))
                if characteristic.properties & (NOTIFY | INDICATE):
                    configuration = self._add(Attribute(CONFIGURATION, None, True, self._subscribe(characteristic)))
                    configuration.characteristic = characteristic
            service.end = len(self.attributes)

    @staticmethod
    def _write(characteristic):
        if not characteristic.properties & (WRITE | WRITE_WITHOUT_RESPONSE):
            return None
        return lambda data: characteristic.written and characteristic.written(data)

    @staticmethod
    def _subscribe(characteristic):
        def write(data):
            characteristic.subscribed = int.from_bytes(data, "little")
        return write

    @staticmethod
    def _value(attribute):
        if attribute.value is not None:
            return attribute.value
        if attribute.kind == uuid_bytes(CONFIGURATION):
            return struct.pack("<H", attribute.characteristic.subscribed)
        return attribute.characteristic.value

    def tell(self, characteristic, data):
        """The packets that tell a value to who has subscribed, in pieces of 20 bytes."""
        if not characteristic.subscribed:
            return []
        code = 0x1B if characteristic.subscribed & 1 else 0x1D
        return [struct.pack("<BH", code, characteristic.handle) + data[at:at + 20] for at in range(0, len(data), 20)]

    # ---- requests ----------------------------------------------------------------------------------------------------

    def answer(self, request):
        """The answer to a request; None when it wants none."""
        code = request[0]
        handler = {0x02: self._exchange, 0x04: self._information, 0x06: self._by_value, 0x08: self._by_type,
                   0x0A: self._read, 0x0C: self._read_blob, 0x10: self._by_group, 0x12: self._write_request,
                   0x52: self._write_command, 0x1E: lambda _: None}.get(code)
        if handler is None:
            return None if code & 0x40 else self._error(code, 0, 0x06)
        return handler(request)

    @staticmethod
    def _error(code, handle, reason):
        return struct.pack("<BBHB", ATT_ERROR, code, handle, reason)

    def _exchange(self, request):
        asked, = struct.unpack_from("<H", request, 1)
        self.mtu = max(23, min(asked, self.longest))
        return struct.pack("<BH", 0x03, self.longest)

    def _in(self, request):
        first, last = struct.unpack_from("<HH", request, 1)
        return first, [attribute for attribute in self.attributes if first <= attribute.handle <= last]

    def _list(self, request, code, entries):
        """Entries of one length, as many as fit."""
        first, _ = struct.unpack_from("<HH", request, 1)
        if not entries:
            return self._error(request[0], first, NOT_FOUND)
        size = len(entries[0])
        out = b""
        for entry in entries:
            if len(entry) != size or len(out) + size > self.mtu - 2:
                break
            out += entry
        return bytes([code, size]) + out

    def _information(self, request):
        first, found = self._in(request)
        if not found:
            return self._error(request[0], first, NOT_FOUND)
        size = len(found[0].kind)
        out = b""
        for attribute in found:
            entry = struct.pack("<H", attribute.handle) + attribute.kind
            if len(attribute.kind) != size or len(out) + len(entry) > self.mtu - 2:
                break
            out += entry
        return bytes([0x05, 1 if size == 2 else 2]) + out

    def _by_value(self, request):
        first, found = self._in(request)
        kind, value = request[5:7], request[7:]
        out = b"".join(struct.pack("<HH", attribute.handle, attribute.end or attribute.handle) for attribute in found
                       if attribute.kind == kind and self._value(attribute) == value)
        return b"\x07" + out[:(self.mtu - 1) // 4 * 4] if out else self._error(request[0], first, NOT_FOUND)

    def _by_type(self, request):
        _, found = self._in(request)
        entries = [struct.pack("<H", attribute.handle) + self._value(attribute)[:self.mtu - 4] for attribute in found
                   if attribute.kind == request[5:]]
        return self._list(request, 0x09, entries)

    def _by_group(self, request):
        _, found = self._in(request)
        entries = [struct.pack("<HH", attribute.handle, attribute.end) + attribute.value for attribute in found
                   if attribute.kind == request[5:] == uuid_bytes(PRIMARY)]
        return self._list(request, 0x11, entries)

    def _attribute(self, request):
        handle, = struct.unpack_from("<H", request, 1)
        return handle, self.attributes[handle - 1] if 0 < handle <= len(self.attributes) else None

    def _read(self, request, offset=0):
        handle, attribute = self._attribute(request)
        if attribute is None or not attribute.readable:
            return self._error(request[0], handle, INVALID_HANDLE if attribute is None else 0x02)
        return bytes([request[0] + 1]) + self._value(attribute)[offset:offset + self.mtu - 1]

    def _read_blob(self, request):
        return self._read(request, struct.unpack_from("<H", request, 3)[0])

    def _write_request(self, request):
        handle, attribute = self._attribute(request)
        if attribute is None or attribute.write is None:
            return self._error(request[0], handle, INVALID_HANDLE if attribute is None else NOT_PERMITTED)
        attribute.write(request[3:])
        return b"\x13"

    def _write_command(self, request):
        _, attribute = self._attribute(request)
        if attribute is not None and attribute.write is not None:
            attribute.write(request[3:])
