"""managed.py TRANSPORT: a device manager that prints what it hears and obeys lines of standard input.

Commands: favorites TEXT, discover SECONDS, connect ID, disconnect ID, scan FORMAT (readers that arrive scan, in this format
of tags or, with "codes", for codes), read, write URI, escape HEX, battery, about, quit. Each is answered with "ok …" or "error …".
"""
import select
import sys

import scanbeam


class Managed:
    def __init__(self, transport):
        self.context = scanbeam.Context()
        self.format = None
        self.reader = None
        self.manager = scanbeam.DeviceManager(scanbeam.Transport[transport.upper()], self.context, delegate=self,
                                              state_folder=sys.argv[2] if len(sys.argv) > 2 else None)

    @staticmethod
    def say(*words):
        print(*words, flush=True)

    def usable_changed(self, manager, usable, problem):
        self.say("usable" if usable else "unusable", problem or "")

    def discovered(self, manager, device):
        self.say("discovered", device.identifier, device.service, device.name)

    def discovery_ended(self, manager, error):
        self.say("ended", type(error).__name__)

    def device_arrived(self, manager, device):
        self.reader = device.reader
        device.reader.delegate = self
        self.say("arrived", device.identifier, device.handle, manager.unique_identifier(device.handle))
        if self.format:
            if self.format != "codes":
                device.reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
                device.reader.tag_format = scanbeam.TagFormat[self.format]
            device.reader.start_scanning()
            self.say("scanning")

    def device_removed(self, manager, device):
        self.say("removed", device.identifier, device.handle)

    def results_received(self, reader, results):
        for result in results:
            source = result.tag.source.name if result.tag else ""
            self.say("result", results.good_read, source or "-", result.text)

    def failed(self, reader, error):
        self.say("failed", type(error).__name__, error)

    def tag_arrived(self, reader, tag):
        self.say("tag", tag.id.hex())

    def tag_removed(self, reader, tag):
        self.say("gone", tag.id.hex())

    def obey(self, word, rest):
        if word == "favorites":
            self.manager.favorites = rest
        elif word == "discover":
            self.manager.start_discovery(float(rest))
        elif word == "connect":
            self.manager.connect(rest)
        elif word == "disconnect":
            self.manager.disconnect(rest)
        elif word == "scan":
            self.format = rest
        elif word == "read":
            return self.reader.read_message()[0].text
        elif word == "write":
            self.reader.write_message(scanbeam.NDEFMessage().add_uri(rest))
        elif word == "escape":
            return self.reader.escape(bytes.fromhex(rest)).hex()
        elif word == "battery":
            return self.reader.battery_level
        elif word == "about":
            about = self.reader.info
            return f"{about.type} {about.serial} {about.firmware} {about.name}"
        else:
            raise ValueError(word)
        return ""

    def run(self):
        while True:
            ready, _, _ = select.select([sys.stdin, self.context.fd], [], [])
            if self.context.fd in ready:
                self.context.dispatch(0)
            if sys.stdin not in ready:
                continue
            line = sys.stdin.readline()
            word, _, rest = line.strip().partition(" ")
            if not line or word == "quit":
                return
            try:
                self.say("ok", word, self.obey(word, rest))
            except scanbeam.ScanbeamError as error:
                self.say("error", word, type(error).__name__, error)


managed = Managed(sys.argv[1])
managed.run()
managed.manager.close()
managed.context.close()
Managed.say("end")
