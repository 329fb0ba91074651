"""Writing, formatting, locking, blocks, keys, commands, escape commands; tags that are pulled away meanwhile."""

import scanbeam
from cards import Classic, FeliCa, Type2, Type4, Type5
from scanbeam import NDEFMessage, TagFormat
from support import Case

OLD = bytes(NDEFMessage().add_uri("https://example.org/old"))
NEW = bytes(NDEFMessage().add_text("a text that is longer than the message before", "en"))
LONG = bytes(NDEFMessage().add_mime("a/b", bytes(range(100)) * 3))
KINDS = [Type2, FeliCa, Type4, Type5, Classic]


class Writes(Case):
    scans = False

    def test_every_kind_is_written(self):
        for kind in KINDS:
            for message in (NEW, b"", OLD) + ((LONG,) if kind in (Type4, Classic) else ()):
                with self.subTest(kind=kind.__name__, length=len(message)):
                    card = kind(OLD)
                    self.present(card)
                    self.reader.write_message(message)
                    self.assertEqual(bytes(self.reader.read_message()), message)
                    self.take()
                    # Another tap sees the same.
                    self.present(card)
                    self.assertEqual(bytes(self.reader.read_message()), message)
                    self.take()

    def test_what_does_not_fit_is_refused_before_anything_is_written(self):
        card = Type5(OLD)
        self.present(card)
        with self.assertRaises(scanbeam.TagFullError):
            self.reader.write_message(LONG)
        self.assertFalse([command for command in self.slot.commands if command[1] == 0xD6])
        with self.assertRaises(scanbeam.TagFormatError):
            self.reader.write_message(b"no message")
        self.assertEqual(bytes(self.reader.read_message()), OLD)

    def test_type_4_writes_the_length_last(self):
        self.present(Type4(OLD))
        self.reader.write_message(NEW)
        writes = [command for command in self.slot.commands if command[1] == 0xD6]
        self.assertEqual(writes[0], bytes.fromhex("00D6000002" + "0000"))
        self.assertEqual(writes[-1], bytes.fromhex("00D6000002") + len(NEW).to_bytes(2, "big"))

    def test_pulled_away_at_every_command_of_a_write(self):
        count = 0
        for kind in KINDS:
            at = 0
            while True:
                card = kind(OLD)
                before = len(self.heard.arrived)
                self.slot.put(card, pull_at=at + 1)  # the first is the question for the number
                self.until(lambda: len(self.heard.arrived) > before, "the arrival")
                try:
                    self.reader.write_message(NEW)
                    done = True
                except scanbeam.TagRemovedError:
                    done = False
                self.take()
                count += 1
                self.present(card)
                message = bytes(self.reader.read_message())
                self.assertIn(message, (NEW,) if done else (OLD, b"", NEW), f"{kind.__name__} at {at}")
                if message != NEW:  # and nothing is in the way of writing it then
                    self.reader.write_message(NEW)
                    self.assertEqual(bytes(self.reader.read_message()), NEW)
                self.take()
                if done:
                    break
                at += 1
            self.assertGreater(at, 4, kind.__name__)
        print(f"\n    pulled away {count} times in the middle of a write")

    def test_format_and_lock(self):
        self.present(Type2(blank=True))
        with self.assertRaises(scanbeam.TagFormatError):
            self.reader.write_message(NEW)
        self.reader.format_tag()
        self.reader.write_message(NEW)
        with self.assertRaises(scanbeam.InvalidArgumentError):
            self.reader.lock_tag(for_ever=False)
        self.reader.lock_tag(for_ever=True)
        with self.assertRaises(scanbeam.TagReadOnlyError):
            self.reader.write_message(OLD)
        self.assertEqual(bytes(self.reader.read_message()), NEW)
        self.take()
        for kind in (FeliCa, Type4, Type5, Classic):
            self.present(kind(OLD))
            self.reader.lock_tag(for_ever=True)
            with self.assertRaises(scanbeam.TagReadOnlyError):
                self.reader.write_message(NEW)
            self.assertEqual(bytes(self.reader.read_message()), OLD)
            self.take()
        self.present(Classic(OLD))
        with self.assertRaises(scanbeam.TagAuthenticationError):
            self.reader.lock_tag(for_ever=True, key_b=bytes(6))
        self.reader.write_message(NEW)

    def test_blocks_and_keys(self):
        self.present(Classic(OLD))
        with self.assertRaises(scanbeam.TagAuthenticationError):
            self.reader.read_block(8)
        with self.assertRaises(scanbeam.TagAuthenticationError):
            self.reader.authenticate(8, bytes(6))
        self.reader.authenticate(8, Classic.NDEF)
        self.reader.write_block(8, b"sixteen bytes ok")
        self.assertEqual(self.reader.read_block(8), b"sixteen bytes ok")
        with self.assertRaises(scanbeam.TagAuthenticationError):
            self.reader.read_block(12)  # the next sector
        self.reader.authenticate(12, Classic.B, key_b=True)
        self.assertEqual(self.reader.read_block(12), bytes(16))
        self.take()
        self.present(Type2(OLD))
        self.assertEqual(self.reader.read_block(3)[:4], bytes.fromhex("E1101200"))
        self.reader.write_block(30, b"page")
        self.assertEqual(self.reader.read_block(30)[:4], b"page")
        with self.assertRaises(scanbeam.TagRefusedError):
            self.reader.read_block(200)

    def test_commands_as_they_are(self):
        card = Type4(OLD)
        self.present(card)
        self.assertEqual(self.reader.transmit(bytes.fromhex("00A4040007D276000085010100")), b"\x90\x00")
        self.assertEqual(self.reader.transmit(bytes.fromhex("00FF0000")), b"\x6d\x00")
        self.assertEqual(self.reader.escape(bytes.fromhex("E000001800")), b"\xe1\x00")
        self.assertEqual(card.escapes, [bytes.fromhex("E000001800")])
        with self.assertRaises(scanbeam.UnsupportedError):
            self.reader.signal(True)  # nothing is known of a virtual reader's lamps

    def test_without_a_tag(self):
        for operation in (self.reader.read_message, self.reader.format_tag, lambda: self.reader.write_message(NEW),
                          lambda: self.reader.transmit(bytes(5))):
            with self.assertRaises(scanbeam.TagRemovedError):
                operation()
        self.reader.disconnect()
        self.until(lambda: self.reader.connection_state == scanbeam.ConnectionState.DISCONNECTED, "the end")
        with self.assertRaises(scanbeam.StateError):
            self.reader.read_message()
        other = scanbeam.Reader("push:", self.context)
        self.assertFalse(other.has_capability(scanbeam.Capability.TAGS))
        self.assertTrue(self.reader.has_capability(scanbeam.Capability.TAGS))

    def test_a_tag_that_hangs_does_not_hold_up_the_host(self):
        """Field report 141."""
        import time
        self.present(Type4(OLD))
        self.slot.delay = 4
        begin = time.monotonic()
        with self.assertRaises(scanbeam.TimedOutError):
            self.reader.transmit(bytes.fromhex("00A4040007D276000085010100"), timeout=0.3)
        self.reader.disconnect()
        self.until(lambda: self.reader.connection_state == scanbeam.ConnectionState.DISCONNECTED, "the end")
        print(f"\n    the host was free again after {time.monotonic() - begin:.1f} s of a command that takes 4 s")
        self.slot.delay = 0
        self.reader.connect(20)
        self.until(lambda: len(self.heard.arrived) == 2, "the tag again")
        self.assertEqual(bytes(self.reader.read_message()), OLD)
