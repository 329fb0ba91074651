import Testing

@testable import Decoding

@Suite struct ReedSolomonTests {
  private struct Code {
    let code: ReedSolomon
    let name: String
  }

  private static let codes = [
    Code(code: .qr, name: "QR"),
    Code(code: ReedSolomon(GaloisField(bits: 8, polynomial: 0x12d), firstRoot: 1), name: "Data Matrix"),
    Code(code: ReedSolomon(GaloisField(bits: 4, polynomial: 0x13), firstRoot: 1), name: "Aztec, mode"),
    Code(code: ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1), name: "MaxiCode"),
    Code(code: ReedSolomon(GaloisField(bits: 12, polynomial: 0x1069), firstRoot: 1), name: "Aztec, 12 bits"),
    Code(code: ReedSolomon(GaloisField(prime: 929, root: 3), firstRoot: 1), name: "PDF417"),
    Code(code: ReedSolomon(GaloisField(prime: 113, root: 3), firstRoot: 1), name: "DotCode"),
    Code(code: ReedSolomon(GaloisField(prime: 929, root: 3), firstRoot: 0), name: "of a prime, from 0"),
    Code(code: ReedSolomon(GaloisField(bits: 9, polynomial: 0x211), firstRoot: 5), name: "9 bits, from 5"),
  ]

  private var state: UInt64 = 1

  private mutating func next(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % below
  }

  private mutating func places(_ count: Int, of length: Int) -> [Int] {
    var found: [Int] = []
    while found.count < count {
      let place = next(length)
      if !found.contains(place) { found.append(place) }
    }
    return found
  }

  /// Another element than the one that is there.
  private mutating func damage(_ word: inout [UInt16], _ places: [Int], _ field: GaloisField) {
    for place in places { word[place] = UInt16((Int(word[place]) + 1 + next(field.order)) % field.size) }
  }

  /// The example of ISO/IEC 18004, annex I: version 1-M, "01234567".
  @Test func checksOfQR() {
    let data: [UInt8] = [
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
    ]
    let checks: [UInt8] = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]
    #expect(ReedSolomon.qr.checks(of: data, count: 10) == checks)
  }

  /// The example of ISO/IEC 16022, annex O: "123456".
  @Test func checksOfDataMatrix() {
    let data: [UInt8] = [142, 164, 186]
    #expect(Self.codes[1].code.checks(of: data, count: 5) == [114, 25, 5, 88, 102])
  }

  /// The example of ISO/IEC 15438, annex Q: "PDF417" with error correction level 1.
  @Test func checksOfPDF417() {
    let data: [UInt16] = [5, 453, 178, 121, 239]
    #expect(Self.codes[5].code.checks(of: data, count: 4) == [452, 327, 657, 619])
  }

  @Test mutating func errorsAndErasuresUpToTheLimitAreCorrected() {
    for entry in Self.codes {
      let field = entry.code.field
      for round in 0..<60 {
        let length = 3 + next(min(field.order, 90) - 2)
        let count = 1 + next(min(length - 1, 40))
        let data = (0..<(length - count)).map { _ in UInt16(next(field.size)) }
        let word = data + entry.code.checks(of: data, count: count)
        let erasures = next(count + 1)
        let errors = (count - erasures) / 2
        let all = places(errors + erasures, of: length)
        var damaged = word
        // Every third erasure is right after all.
        damage(&damaged, all.enumerated().filter { $0.offset < errors || $0.offset % 3 != 0 }.map(\.element), field)
        let known = Array(all.dropFirst(errors))
        let corrected = entry.code.correct(&damaged, checkCount: count, erasures: known + known)
        #expect(corrected == errors, "\(entry.name), round \(round)")
        #expect(damaged == word, "\(entry.name), round \(round)")
      }
    }
  }

  @Test mutating func moreErrorsAreRefusedOrGiveAnotherWord() {
    for entry in Self.codes {
      let field = entry.code.field
      var refused = 0
      for _ in 0..<100 {
        let data = (0..<5).map { _ in UInt16(next(field.size)) }
        let word = data + entry.code.checks(of: data, count: 10)
        var damaged = word
        damage(&damaged, places(7, of: 15), field)
        let before = damaged
        if entry.code.correct(&damaged, checkCount: 10) == nil {
          refused += 1
          #expect(damaged == before, "\(entry.name)")
        } else {
          #expect(entry.code.checks(of: Array(damaged.prefix(5)), count: 10) == Array(damaged.suffix(10)))
        }
        // One error more than is allowed, where more could be corrected.
        var one = word
        damage(&one, places(4, of: 15), field)
        let broken = one
        #expect(entry.code.correct(&one, checkCount: 10, limit: 3) == nil && one == broken, "\(entry.name)")
        #expect(entry.code.correct(&one, checkCount: 10, limit: 4) == 4 && one == word, "\(entry.name)")
      }
      #expect(refused > 90, "\(entry.name)")
    }
  }

  @Test func whatIsNoBlockIsRefused() {
    let code = Self.codes[5].code
    var large = [UInt16](repeating: 1, count: 929)
    #expect(code.correct(&large, checkCount: 8) == nil)
    var foreign: [UInt16] = [1, 2, 929, 4]
    #expect(code.correct(&foreign, checkCount: 2) == nil)
    var signed = [1, -2, 3, 4]
    #expect(code.correct(&signed, checkCount: 2) == nil)
    var bytes: [UInt8] = [1, 2, 3, 4]
    #expect(code.correct(&bytes, checkCount: 2) == nil, "elements of the field do not fit")
    #expect(code.checks(of: bytes, count: 2) == [])
    var word: [UInt16] = [1, 2, 3, 4]
    for count in [-1, 0, 4, 5, Int.max] { #expect(code.correct(&word, checkCount: count) == nil) }
    for place in [-1, 4, Int.min, Int.max] { #expect(code.correct(&word, checkCount: 2, erasures: [place]) == nil) }
    #expect(code.correct(&word, checkCount: 2, erasures: [0, 1, 2]) == nil, "more than check symbols")
    var none: [UInt16] = []
    #expect(code.correct(&none, checkCount: 2) == nil)
    for count in [-1, 0, 929, Int.max] { #expect(code.checks(of: word, count: count) == []) }
  }
}
