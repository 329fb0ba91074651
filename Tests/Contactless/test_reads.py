"""Kinds, formats, content."""

import unittest

import scanbeam
from cards import Classic, FeliCa, Telephone, Topaz, Type2, Type4, Type5, TypeB
from scanbeam import NDEFKind, NDEFMessage, TagChip, TagFormat, TagSource, WiFi
from support import Case

URI = bytes(NDEFMessage().add_uri("https://example.org/till/42"))
EVERYTHING = bytes(
    NDEFMessage().add_uri("tel:+4930123456").add_text("Grüße", "de").add_smart_poster("https://example.org", "Shop")
    .add_mime("text/vcard", b"BEGIN:VCARD").add_wifi(WiFi(b"till", b"secret12")).add_external("example.com:t", b"\0\1"))
KINDS = [
    (lambda m: Type2(m), TagSource.ISO14443_A, TagChip.ULTRALIGHT, Type2.uid, 2),
    (lambda m: FeliCa(m), TagSource.FELICA, TagChip.FELICA, FeliCa.uid, 3),
    (lambda m: Type4(m), TagSource.ISO14443_A, TagChip.PROCESSOR, Type4.uid, 4),
    (lambda m: Type5(m), TagSource.ISO15693, TagChip.VICINITY, Type5.uid[::-1], 5),
    (lambda m: Classic(m), TagSource.ISO14443_A, TagChip.CLASSIC_1K, Classic.uid, 0),
]


class Reads(Case):
    def test_every_kind_in_every_format(self):
        for make, source, chip, uid, forum_type in KINDS:
            for form in (TagFormat.TYPE_AND_ID, TagFormat.ID_ONLY, TagFormat.TYPE_AND_DATA, TagFormat.DATA_ONLY):
                with self.subTest(chip=chip, format=form):
                    self.reader.tag_format = form
                    result = self.tap(make(URI))
                    tag = result.tag
                    if form in (TagFormat.TYPE_AND_ID, TagFormat.ID_ONLY):
                        self.assertEqual((result.payload, result.text), (uid, uid.hex().upper()))
                        self.assertEqual(tag.id, uid)
                        self.assertIsNone(tag.message_bytes)
                        self.assertEqual(tag.source, source if form == TagFormat.TYPE_AND_ID else TagSource.NONE)
                    else:
                        self.assertEqual((result.payload, result.text), (URI, "https://example.org/till/42"))
                        self.assertEqual(tag.id, b"")
                        self.assertEqual(tag.message_bytes, URI)
                        self.assertEqual(tag.source,
                                         TagSource.NFC_FORUM if form == TagFormat.TYPE_AND_DATA else TagSource.NONE)
                        self.assertEqual(tag.forum_type, forum_type)
                        self.assertTrue(tag.is_writable)
                    self.assertEqual(tag.chip, chip if form & 8 else TagChip.UNKNOWN)
                    self.assertEqual(self.heard.arrived[-1].id, uid)
                    self.assertEqual(self.heard.arrived[-1].chip, chip)
                    self.take()
                    self.assertEqual(self.heard.removed[-1].id, uid)
        self.assertEqual(self.heard.errors, [])

    def test_kinds_without_a_message(self):
        self.reader.tag_format = TagFormat.TYPE_AND_ID
        for card, source in ((FeliCa(blocks=0), TagSource.FELICA), (Topaz(), TagSource.TOPAZ), (TypeB(), TagSource.ISO14443_B),
                             (Telephone(), TagSource.ISO14443_A)):
            with self.subTest(card=type(card).__name__):
                tag = self.tap(card).tag
                self.assertEqual((tag.source, tag.id), (source, card.uid))
                self.assertEqual(tag.id_is_random, isinstance(card, Telephone))
                self.take()
        self.reader.tag_format = TagFormat.TYPE_AND_DATA
        result = self.tap(FeliCa(blocks=0))
        self.assertEqual((result.payload, result.text, result.tag.message_bytes), (b"", None, None))
        self.assertEqual(result.tag.source, TagSource.FELICA)
        self.assertEqual(TagSource.FELICA.label, "Felica")

    def test_every_kind_of_record(self):
        self.reader.tag_format = TagFormat.DATA_ONLY
        result = self.tap(Type4(EVERYTHING))
        self.assertEqual(result.payload, EVERYTHING)
        self.assertEqual(result.text, "tel:+4930123456\nGrüße\nhttps://example.org")
        records = list(result.tag.message)
        self.assertEqual([record.kind for record in records],
                         [NDEFKind.URI, NDEFKind.TEXT, NDEFKind.SMART_POSTER, NDEFKind.MIME, NDEFKind.WIFI,
                          NDEFKind.EXTERNAL])
        self.assertEqual(records[1].language, "de")
        self.assertEqual(records[4].wifi, WiFi(b"till", b"secret12"))
        self.assertEqual((records[5].text, records[5].payload), ("example.com:t", b"\0\1"))

    def test_a_damaged_message_is_no_read(self):
        self.reader.tag_format = TagFormat.TYPE_AND_DATA
        self.slot.put(Type2(URI[:-3]))
        self.until(lambda: self.heard.results, "results")
        self.assertFalse(self.heard.results[0].good_read)
        self.assertEqual(self.heard.results[0].reason, scanbeam.Reason.UNREADABLE)
        self.take()
        self.assertEqual(self.tap(Type2(URI)).payload, URI)

    def test_manual_trigger_takes_one(self):
        self.reader.stop_scanning()
        self.reader.trigger_type = scanbeam.TriggerType.MANUAL
        self.until(lambda: not self.reader.is_scanning, "the end of the scan")
        self.present(Type2(URI))
        self.assertEqual(self.heard.tags, [])
        self.reader.start_scanning()  # a tag that lies there already counts
        self.until(lambda: self.heard.tags, "a result")
        self.assertFalse(self.reader.is_scanning)
        self.take()
        self.slot.put(Type2(URI))
        self.until(lambda: len(self.heard.arrived) == 2, "the second arrival")
        self.assertEqual(len(self.heard.tags), 1)


if __name__ == "__main__":
    unittest.main()
