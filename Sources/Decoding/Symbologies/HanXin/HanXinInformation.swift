/// What a Han Xin Code says of itself: version, level and mask, with four check symbols over GF(16), twice in a symbol
/// (ISO/IEC 20830:2021, clause 5.9).
struct HanXinInformation: Equatable {
  let version: HanXinVersion
  /// 1 to 4.
  let level: Int
  /// 0 to 3.
  let mask: Int

  init(version: HanXinVersion, level: Int, mask: Int) {
    self.version = version
    self.level = level
    self.mask = mask
  }

  /// 34 bits, the last six of which are zero; nil when they are too far from any.
  init?(_ bits: [Bool]) {
    guard bits.count == 34, bits[28...].count(where: { $0 }) <= 1 else { return nil }
    var symbols = (0..<7).map { i in (0..<4).reduce(UInt8(0)) { $0 << 1 | (bits[4 * i + $1] ? 1 : 0) } }
    guard HanXinInformation.field.correct(&symbols, checkCount: 4, limit: 2) != nil else { return nil }
    let value = Int(symbols[0]) << 8 | Int(symbols[1]) << 4 | Int(symbols[2])
    guard let version = HanXinVersion((value >> 4) - 20) else { return nil }
    self.init(version: version, level: (value >> 2 & 3) + 1, mask: value & 3)
  }

  /// The 34 bits.
  var bits: [Bool] {
    let value = (version.number + 20) << 4 | (level - 1) << 2 | mask
    let data = [UInt8(value >> 8 & 15), UInt8(value >> 4 & 15), UInt8(value & 15)]
    let symbols = data + HanXinInformation.field.checks(of: data, count: 4)
    return symbols.flatMap { symbol in (0..<4).map { symbol >> (3 - UInt8($0)) & 1 == 1 } }
      + [Bool](repeating: false, count: 6)
  }

  private static let field = ReedSolomon(GaloisField(bits: 4, polynomial: 0x13), firstRoot: 1)
}
