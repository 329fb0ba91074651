import ReaderCore
import Testing

@testable import Tags

@Suite struct TagKindTests {
  /// ATRs of the pcsc-tools list.
  @Test(arguments: [
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 01 00 00 00 00 6A", TagFamily.iso14443A, TagChip.classic1K),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 02 00 00 00 00 69", .iso14443A, .classic4K),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68", .iso14443A, .ultralight),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 26 00 00 00 00 4D", .iso14443A, .classicMini),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 0B 00 14 00 00 00 00 77", .iso15693, .vicinity),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 0B 00 12 00 00 00 00 71", .iso15693, .vicinity),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 11 00 3B 00 00 00 00 42", .felica, .felica),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 30 00 00 00 00 5B", .topaz, .topaz),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 FF 88 00 00 00 00 1C", .iso14443A, .classic1K),
    ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 07 00 07 00 00 00 00 68", .iso14443B, .unknown),
    ("3B 81 80 01 80 80", .iso14443A, .processor),
    ("3B 8C 80 01 04 43 FD 00 00 00 00 00 00 00 00 00 00", .felica, .felica),
  ])
  func tellsKindsByATR(_ atr: String, _ family: TagFamily, _ chip: TagChip) {
    #expect(TagKind(atr: Hex.bytes(atr)!) == TagKind(family, chip))
  }

  /// A passport of type B: application data 00000000, protocol information 33 81 81, MBLI 0.
  @Test func tellsTypeBByItsHistoricalBytes() {
    let atr = Hex.bytes("3B 88 80 01 00 00 00 00 33 81 81 00 3A")!
    #expect(TagKind(atr: atr, uid: [1, 2, 3, 4]) == TagKind(.iso14443B, .processor))
    #expect(TagKind(atr: atr, uid: [4, 1, 2, 3, 4, 5, 6]) == TagKind(.iso14443A, .processor))
  }

  @Test func contactCardsAndRubbishAreNoTags() {
    for text in ["", "3B", "3B 8F 80 01", "3B 6E 00 00 80 31", "3F 65 25 00"] {
      #expect(TagKind(atr: Hex.bytes(text)!) == nil)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...33, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = TagKind(atr: bytes)
      _ = TagKind(atr: [0x3b, 0x8f, 0x80, 0x01] + bytes)
    }
  }

  /// Field report 138.
  @Test func numbersOfTelephonesAreRandom() {
    #expect(TagUID([0x08, 0x11, 0x22, 0x33]).isRandom)
    #expect(!TagUID([0x04, 0x11, 0x22, 0x33]).isRandom)
    #expect(!TagUID([0x08, 1, 2, 3, 4, 5, 6]).isRandom)
    #expect(!TagUID([]).isRandom)
  }

  /// Field report 138: readers give the number of an ISO 15693 tag in either order.
  @Test func vicinityNumbersBeginWithE0() {
    let right = Hex.bytes("E0 04 01 50 12 34 56 78")!
    #expect(TagUID(right).normalized(.iso15693).bytes == right)
    #expect(TagUID(right.reversed()).normalized(.iso15693).bytes == right)
    #expect(TagUID(right.reversed()).normalized(.iso14443A).bytes == right.reversed())
  }

  @Test func commandsTakeTheirShortestForm() {
    #expect(CommandAPDU.uid.bytes == [0xff, 0xca, 0, 0, 0])
    #expect(CommandAPDU.read(block: 4, count: 16).bytes == [0xff, 0xb0, 0, 4, 16])
    #expect(CommandAPDU(0, 1, 2, 3, data: [9], expected: 256).bytes == [0, 1, 2, 3, 1, 9, 0])
    #expect(CommandAPDU(0, 1, 2, 3, data: [UInt8](repeating: 1, count: 256)).bytes?.prefix(7) == [0, 1, 2, 3, 0, 1, 0])
    #expect(CommandAPDU(0, 1, 2, 3, expected: 65536).bytes == [0, 1, 2, 3, 0, 0, 0])
    #expect(CommandAPDU(0, 1, 2, 3, expected: 65537).bytes == nil)
    #expect(CommandAPDU(0, 1, 2, 3, data: [UInt8](repeating: 1, count: 65536)).bytes == nil)
  }
}
