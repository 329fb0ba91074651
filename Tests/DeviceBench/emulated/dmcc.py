"""A DMCC reader in a few lines, as an answer function for the emulated terminal: the extended mode of Cognex's guide."""
import base64


class Dmcc:
    """Values that GET and SET know, the commands that came, and the texts that the next triggers read."""

    def __init__(self, serial="BENCH-TERM-1"):
        self.values = {"DEVICE.TYPE": "MX-1502", "DEVICE.SERIAL-NUMBER": serial, "DEVICE.FIRMWARE-VER": "1.0",
                       "DEVICE.NAME": "Bench", "BATTERY.CHARGE": "87"}
        self.commands, self.reads, self._rest = [], [], b""

    def __call__(self, heard):
        *lines, self._rest = (self._rest + heard).split(b"\r\n")
        return b"".join(self._answer(line) for line in lines) or None

    def _answer(self, line):
        if not line.startswith(b"||") or b">" not in line:
            return b""
        header, _, text = line[2:].partition(b">")
        command = text.decode()
        self.commands.append(command)
        words = command.split(" ", 2)

        def reply(status, payload=""):
            return b"||%s[%d]%s\r\n" % (header, status, payload.encode())
        if words[0] == "GET" and words[1] in self.values:
            return reply(0, self.values[words[1]])
        if words[0] == "SET" and len(words) == 3:
            self.values[words[1]] = words[2]
            return reply(0)
        if words[0] == "TRIGGER":
            return reply(0) + (self.read(self.reads.pop(0)) if words[1] == "ON" and self.reads else b"")
        return reply(0 if words[0] in ("BEEP", "CONFIG.DEFAULT") else 101)

    def read(self, text):
        """The messages of a read."""
        code = base64.b64encode(text.encode())
        out = b"||[1]" + code + b"\r\n"
        if int(self.values.get("DATA.RESULT-TYPE", "1")) & 2:
            out += (b'||[3]<result><general><status>GOOD READ</status><full_string encoding="base64">' + code
                    + b"</full_string><symbology>QR</symbology></general></result>\r\n")
        return out
