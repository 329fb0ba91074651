import ReaderCore
import Testing

@testable import Decoding

/// Module rows as `zint 2.11.1 --dump` prints them (bits, trailing light dropped).
private let zint: [(name: String, pattern: LinearPattern?, row: String)] = [
  (
    "EAN-13", EANTables.pattern(.ean13, Array("4006381333931".utf8)),
    "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"
  ),
  (
    "EAN-8", EANTables.pattern(.ean8, Array("96385074".utf8)),
    "1010001011010111101111010110111010101001110111001010001001011100101"
  ),
  (
    "UPC-E", EANTables.pattern(.upcE, Array("01234565".utf8)), "101011001100100110111101001110101110010101111010101"
  ),
  (
    "UPC-A", EANTables.pattern(.upcA, Array("036000291452".utf8)),
    "10100011010111101010111100011010001101000110101010110110011101001100110101110010011101101100101"
  ),
  (
    "Code 128", Code128Tables.encode(Array("Ab12345678x".utf8)).flatMap { Code128Tables.pattern(codewords: $0) },
    "11010010000101000110001001000011010111011110101100111001000101100011100010110110000101001011110111011110010010100101100001100011101011"
  ),
  (
    "GS1-128",
    Code128Tables.encode(Array("010950110153000310AB".utf8), isGS1: true).flatMap {
      Code128Tables.pattern(codewords: $0)
    },
    "1101001110011110101110110011011001100100100011000101110110001001001100110110011011101110110110011001001001100011001000100101111011101010001100010001011000110100011101100011101011"
  ),
  (
    "Code 39", Code39Tables.pattern(Array("A-1 $%".utf8), ratio: 2),
    "1001011011010110101001011010010101101101101001010110100110101101010010010010101010010010010100101101101"
  ),
  (
    "Code 93", Code93Tables.values(Array("Ab1$".utf8)).flatMap { Code93Tables.pattern(values: $0) },
    "1010111101101010001001100101101001001010010001110010101101101001011000101010111101"
  ),
  (
    "Codabar", CodabarTables.pattern(Array("A12-$:/.+B".utf8), ratio: 2),
    "101100100101010110010101001011010100110101011001010110101101101101101011011011011010101101101101001001011"
  ),
  (
    "Interleaved 2 of 5", InterleavedTables.pattern(Array("0123456789".utf8), ratio: 3),
    "101010001011101110100010001110001010111010001011100010111010111011101000100011101000101110001011101"
  ),
]

@Suite("Linear tables")
struct LinearTablesTests {
  @Test("Patterns are those that zint draws", arguments: zint.indices)
  func patternsAreThoseOfZint(index: Int) throws {
    let (name, pattern, row) = zint[index]
    let modules = try #require(pattern?.moduleRow, "\(name) has no pattern")
    #expect(String(modules.map { $0 ? "1" : "0" }) == row, "\(name)")
  }

  @Test func everyCharacterHasItsNumberOfModules() {
    for hex in EANTables.setA { #expect(modules(hex) == 7) }
    for hex in Code128Tables.widths { #expect(modules(hex) == 11) }
    for hex in Code93Tables.widths { #expect(modules(hex) == 9) }
    for wide in Code39Tables.wide { #expect(wide.nonzeroBitCount == 3) }
    for wide in InterleavedTables.wide { #expect(wide.nonzeroBitCount == 2) }
    #expect(Set(Code128Tables.widths).count == 106)
    #expect(Set(Code93Tables.widths).count == 47)
    #expect(Set(Code39Tables.wide).count == 44)
    #expect(Set(CodabarTables.wide).count == 20)
  }

  private func modules(_ hex: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    for i in UInt32(0)..<8 { sum += (hex >> (4 * i)) & 15 }
    return sum
  }

  @Test func checkDigitsAreThoseOfPrintedNumbers() {
    // GS1 General Specifications, section 7.9, and the UPC-E expansion of the same document.
    #expect(EANTables.checkDigit([6, 2, 9, 1, 0, 4, 1, 5, 0, 0, 2, 1]) == 3)
    #expect(EANTables.expandUPCE([0, 1, 2, 3, 4, 5, 6, 5]) == [0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 6, 5])
    #expect(EANTables.pattern(.ean13, Array("4006381333932".utf8)) == nil)
    #expect(EANTables.pattern(.upcE, Array("01234565".utf8)) != nil)
  }

  @Test func code128MessagesComeBack() throws {
    for text in ["A", "00", "123", "Ab12345678x", "\u{1}\u{2}AB", "99999999999999999999", "a1b22c333d4444"] {
      let words = try #require(Code128Tables.encode(Array(text.utf8)))
      #expect(Code128Tables.check(Array(words.dropLast())) == words.last)
      #expect(Code128Tables.message(Array(words.dropLast()))?.bytes == Array(text.utf8))
    }
    let gs1 = try #require(Code128Tables.encode(Array("10AB".utf8) + [0x1D] + Array("21X".utf8), isGS1: true))
    let message = try #require(Code128Tables.message(Array(gs1.dropLast())))
    #expect(message.aimID == "]C1")
    #expect(message.bytes == Array("10AB".utf8) + [0x1D] + Array("21X".utf8))
  }

  @Test func code93ShiftsComeBack() throws {
    for byte in UInt8(0)..<128 {
      let values = try #require(Code93Tables.values([byte]))
      #expect(Code93Tables.message(values) == [byte])
    }
  }

  @Test func nonsenseHasNoPattern() {
    #expect(Code128Tables.message([103, 103]) == nil)
    #expect(Code128Tables.message([]) == nil)
    #expect(Code128Tables.pattern(codewords: [-1]) == nil)
    #expect(Code39Tables.pattern([0]) == nil)
    #expect(InterleavedTables.pattern(Array("123".utf8)) == nil)
    #expect(CodabarTables.pattern(Array("1234".utf8)) == nil)
    #expect(EANTables.addOn([1, 2, 3]) == nil)
  }
}
