"""Emulated tags, each with the memory and the manners of its kind, as they answer behind a PC/SC reader."""

OK = b"\x90\x00"
NO_ANSWER = b"\x63\x00"
UNKNOWN = b"\x6d\x00"


def storage_atr(standard, name):
    """ATR of a storage card (PC/SC 2.01 part 3)."""
    body = bytes.fromhex("8F8001804F0CA000000306") + bytes([standard]) + name.to_bytes(2, "big") + bytes(4)
    check = 0
    for byte in body:
        check ^= byte
    return b"\x3b" + body + bytes([check])


def tlv(message):
    """A message as a TLV block with a terminator."""
    length = bytes([len(message)]) if len(message) < 255 else b"\xff" + len(message).to_bytes(2, "big")
    return b"\x03" + length + message + b"\xfe"


class Card:
    """What all have: a number, and the escape command that an emulated reader hands on."""

    uid = bytes.fromhex("04112233445566")
    atr = storage_atr(3, 3)

    def __init__(self):
        self.escapes = []

    def answer(self, command):
        cla, ins = command[0], command[1]
        if (cla, ins) == (0xFF, 0xCA):
            return self.uid + OK if command[2] == 0 else b"\x6a\x81"
        if (cla, ins) == (0xFF, 0xFE):
            self.escapes.append(bytes(command[5:]))
            return b"\xe1\x00" + OK
        return self.handle(command)

    def handle(self, command):
        return UNKNOWN

    def power_off(self):
        pass


class Type2(Card):
    """NTAG 213."""

    def __init__(self, message=b"", uid=None, blank=False):
        super().__init__()
        self.uid = uid or Card.uid
        self.memory = bytearray(180)
        if not blank:
            self.memory[12:16] = bytes.fromhex("E1101200")
            data = bytes.fromhex("0103A00C34") + tlv(message)
            self.memory[16:16 + len(data)] = data

    def handle(self, command):
        if command[0] != 0xFF or command[1] not in (0xB0, 0xD6):
            return UNKNOWN
        page = command[2] << 8 | command[3]
        if page * 4 >= len(self.memory):
            return NO_ANSWER
        if command[1] == 0xB0:
            return bytes(self.memory[(page * 4 + i) % len(self.memory)] for i in range(16)) + OK
        if len(command) != 9 or self.is_locked(page):
            return NO_ANSWER
        for i in range(4):
            once = page == 3 or (page == 2 and i >= 2) or page == 0x28
            self.memory[page * 4 + i] = command[5 + i] | (self.memory[page * 4 + i] if once else 0)
        return OK

    def is_locked(self, page):
        if 3 < page < 16 and self.memory[11] == 0xFF:
            return True
        return page < 2


class Type4(Card):
    """A processor card with one file."""

    uid = bytes.fromhex("08A1B2C3")
    atr = bytes.fromhex("3B8180018080")

    def __init__(self, message=b"", size=2048, longest_read=0x3B, longest_write=0x34):
        super().__init__()
        self.file = bytearray(size)
        self.file[:2 + len(message)] = len(message).to_bytes(2, "big") + message
        self.container = bytearray(bytes.fromhex("000F20") + longest_read.to_bytes(2, "big")
                                   + longest_write.to_bytes(2, "big") + bytes.fromhex("0406E104")
                                   + size.to_bytes(2, "big") + b"\x00\x00")
        self.limits = longest_read, longest_write
        self.application = self.selected = None

    def power_off(self):
        self.application = self.selected = None

    def handle(self, command):
        ins, data = command[1], command[5:]
        if command[0] != 0:
            return UNKNOWN
        if ins == 0xA4 and command[2] == 4:
            self.application = data[:7] == bytes.fromhex("D2760000850101")
            return OK if self.application else b"\x6a\x82"
        if ins == 0xA4 and self.application:
            self.selected = {b"\xe1\x03": self.container, b"\xe1\x04": self.file}.get(bytes(data[:2]))
            return OK if self.selected is not None else b"\x6a\x82"
        if ins not in (0xB0, 0xD6) or self.selected is None:
            return UNKNOWN
        offset = command[2] << 8 | command[3]
        if ins == 0xB0:
            count = command[4] or 256
            if offset + count > len(self.selected) or count > self.limits[0]:
                return b"\x67\x00"
            return bytes(self.selected[offset:offset + count]) + OK
        if offset + len(data) > len(self.selected) or len(data) > self.limits[1]:
            return b"\x67\x00"
        if self.selected is self.file and self.container[14] != 0:
            return b"\x69\x82"
        self.selected[offset:offset + len(data)] = data
        return OK


class Type5(Card):
    """ICODE SLIX: blocks of 4 bytes; its reader gives the number last byte first."""

    uid = bytes.fromhex("7856341250010 4E0".replace(" ", ""))
    atr = storage_atr(0x0B, 0x0014)

    def __init__(self, message=b""):
        super().__init__()
        self.memory = bytearray(4 + 14 * 8)
        self.memory[:4] = bytes.fromhex("E1400E00")
        data = tlv(message)
        self.memory[4:4 + len(data)] = data

    def handle(self, command):
        if command[0] != 0xFF or command[1] not in (0xB0, 0xD6):
            return UNKNOWN
        begin = (command[2] << 8 | command[3]) * 4
        if begin >= len(self.memory):
            return NO_ANSWER
        if command[1] == 0xB0:
            return bytes(self.memory[begin:begin + 4]) + OK
        self.memory[begin:begin + 4] = command[5:9]
        return OK


class Classic(Card):
    """MIFARE Classic 1K with its keys; the directory gives sectors 1 to 15 to NDEF."""

    uid = bytes.fromhex("DEADBEEF")
    atr = storage_atr(3, 1)
    DIRECTORY, NDEF, B = bytes.fromhex("A0A1A2A3A4A5"), bytes.fromhex("D3F7D3F7D3F7"), bytes.fromhex("FFFFFFFFFFFF")

    def __init__(self, message=b""):
        super().__init__()
        self.blocks = [bytes(16) for _ in range(64)]
        for sector in range(16):
            # NXP AN1305: access and general purpose bytes of the directory and of sectors with NDEF.
            key, access = (self.NDEF, "7F078840") if sector else (self.DIRECTORY, "787788C1")
            self.blocks[sector * 4 + 3] = key + bytes.fromhex(access) + self.B
        self.blocks[1] = bytes.fromhex("1401" + "03E1" * 7)
        self.blocks[2] = bytes.fromhex("03E1" * 8)
        data = tlv(message)
        data += bytes(-len(data) % 16)
        places = [block for block in range(4, 64) if block % 4 != 3]
        for i in range(0, len(data), 16):
            self.blocks[places[i // 16]] = data[i:i + 16]
        self.key = self.open = None

    def power_off(self):
        self.key = self.open = None

    def handle(self, command):
        if command[0] != 0xFF:
            return UNKNOWN
        if command[1] == 0x82:
            self.key = bytes(command[5:11])
            return OK
        if command[1] == 0x86:
            block, kind = command[7], command[8]
            trailer = self.blocks[block // 4 * 4 + 3]
            right = trailer[:6] if kind == 0x60 else trailer[10:]
            self.open = block // 4 if self.key == right else None
            return OK if self.open is not None else NO_ANSWER
        if command[1] not in (0xB0, 0xD6):
            return UNKNOWN
        block = command[3]
        if self.open != block // 4:
            return b"\x69\x82"
        if command[1] == 0xB0:
            return self.blocks[block] + OK
        if self.blocks[block // 4 * 4 + 3][6:9] == bytes.fromhex("078F0F"):
            return b"\x69\x82"
        self.blocks[block] = bytes(command[5:21])
        return OK


class FeliCa(Card):
    """FeliCa, with NDEF behind the services of a type 3 tag when it has blocks."""

    uid = bytes.fromhex("0102030405060708")
    atr = storage_atr(0x11, 0x003B)

    def __init__(self, message=b"", blocks=13):
        super().__init__()
        self.blocks = [bytes(16) for _ in range(blocks + 1)]
        head = bytes([0x10, 4, 1]) + blocks.to_bytes(2, "big") + bytes(5) + b"\x01" + len(message).to_bytes(3, "big")
        self.blocks[0] = head + sum(head).to_bytes(2, "big")
        for i in range(0, len(message), 16):
            self.blocks[1 + i // 16] = message[i:i + 16].ljust(16, b"\x00")
        self.service = None

    def power_off(self):
        self.service = None

    def handle(self, command):
        if command[0] != 0xFF:
            return UNKNOWN
        if command[1] == 0xA4:
            service = int.from_bytes(command[5:7], "little")
            self.service = service if service in (9, 11) and len(self.blocks) > 1 else None
            return OK if self.service else b"\x6a\x82"
        block = command[3]
        if self.service is None or block >= len(self.blocks):
            return b"\x65\x81"
        if command[1] == 0xB0:
            return self.blocks[block] + OK
        if command[1] != 0xD6 or self.service != 9:
            return UNKNOWN
        self.blocks[block] = bytes(command[5:21])
        return OK


class Topaz(Card):
    uid = bytes.fromhex("0A0B0C0D")
    atr = storage_atr(0x03, 0x0030)


class TypeB(Card):
    uid = bytes.fromhex("01020304")
    atr = storage_atr(0x07, 0x0007)


class Telephone(Card):
    """A number of its own at each tap."""

    uid = bytes.fromhex("08112233")
    atr = bytes.fromhex("3B80800101")
