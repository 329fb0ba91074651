"""A contactless reader on Bluetooth LE: the services of a Socket D600, made by SpringCard (the UUIDs that SpringCard
publishes), with scan data and CCID."""
from emulated import bluetooth, gatt
from emulated.gatt import NOTIFY, READ, WRITE, WRITE_WITHOUT_RESPONSE

SERVICE = "6CB501B7-96F6-4EEF-ACB1-D7535F153CF0"


class TagReader(bluetooth.Device):
    def __init__(self, name="Bench D600", mtu=23, **options):
        self.control, self.battery_level, self.card, self._commands = [], 87, None, b""
        self.commands = []
        self.scan_data = gatt.Characteristic("CE3E81B8-D871-4613-BA78-5FFC0B1520A6", NOTIFY)
        self.status = gatt.Characteristic("7C334BC2-1812-4C7E-A81D-591F92933C37", READ | NOTIFY, b"\x00")
        self.answer = gatt.Characteristic("B4CA2D75-B855-4C1A-BF40-4A72AE46BD5A", NOTIFY)
        self.battery = gatt.Characteristic(0x2A19, READ | NOTIFY, bytes([self.battery_level]))
        services = [
            (0x1800, [gatt.Characteristic(0x2A00, READ, name.encode()), gatt.Characteristic(0x2A01, READ, b"\x00\x00")]),
            (SERVICE, [
                self.scan_data, self.status, self.answer,
                gatt.Characteristic("833A2364-BCA0-4647-8113-478E1FC449BA", WRITE | WRITE_WITHOUT_RESPONSE, b"",
                                    self.control.append),
                gatt.Characteristic("91ACE9FD-EDD6-40B1-BA77-050A78CF9BC0", WRITE | WRITE_WITHOUT_RESPONSE, b"",
                                    self._command)]),
            (0x180F, [self.battery]),
            (0x180A, [gatt.Characteristic(0x2A29, READ, b"Bench"), gatt.Characteristic(0x2A24, READ, b"D600"),
                      gatt.Characteristic(0x2A25, READ, b"7EF619"), gatt.Characteristic(0x2A26, READ, b"1.44")])]
        super().__init__(name, SERVICE, gatt.Server(services, mtu), **options)

    # ---- orders of a scenario -----------------------------------------------------------------------------------------

    def scan(self, family, data):
        """A tag was read: two hexadecimal digits for its family, what is told of it, and 00. In pieces of 20 bytes."""
        return self.radio.do(lambda: self.tell(self.scan_data, b"%02X" % family + data + b"\x00"))

    @property
    def is_heard(self):
        """Whether somebody has subscribed to the scan data."""
        return bool(self.scan_data.subscribed)

    def put(self, card):
        """Put an emulated card (Tests/Contactless/cards.py) on the reader; None takes it away."""
        def change():
            self.card = card
            self.status.value = bytes([0x01 if card else 0x00])
            self.tell(self.status, bytes([0x03 if card else 0x02]))
        self.radio.do(change)

    # ---- CCID ---------------------------------------------------------------------------------------------------------

    def connected(self):
        super().connected()
        self._commands = b""

    def _command(self, piece):
        self._commands += piece
        while len(self._commands) >= 10:
            length = int.from_bytes(self._commands[1:5], "little")
            if len(self._commands) < 10 + length:
                return
            command, self._commands = self._commands[:10 + length], self._commands[10 + length:]
            self.commands.append(command)
            self.later(lambda command=command: self._answer(command))

    def _answer(self, command):
        kind, sequence, data = command[0], command[6], command[10:]
        code, status, error, out = 0x80, 0x00, 0, b""
        if kind == 0x6B:
            code, out = 0x83, b"escaped:" + data
        elif self.card is None:
            status, error = 0x42, 0xFE
        elif kind == 0x62:
            self.card.power_off()
            out = self.card.atr
        elif kind == 0x6F:
            # It takes its time once, as slow cards make readers do.
            self.tell(self.answer, bytes([0x80, 0, 0, 0, 0, 0, sequence, 0x80, 1, 0]))
            out = self.card.answer(data)
        else:
            code = 0x81
        head = bytes([code]) + len(out).to_bytes(4, "little") + bytes([0, sequence, status, error, 0])
        self.tell(self.answer, head + out)
