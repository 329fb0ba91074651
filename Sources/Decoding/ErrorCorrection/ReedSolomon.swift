/// A Reed-Solomon code: its generator's roots are consecutive powers of the field's generator.
///
/// Symbols are in the order of the codewords of a symbology: data first, then the check symbols; the first is the coefficient
/// of the highest power.
struct ReedSolomon: Sendable {
  /// The field of the symbols.
  let field: GaloisField
  /// Exponent of the first root.
  let firstRoot: Int

  /// The code of QR: x^8 + x^4 + x^3 + x^2 + 1, roots from 2^0 (ISO/IEC 18004, clause 7.5.2).
  static let qr = ReedSolomon(GaloisField(bits: 8, polynomial: 0x11d), firstRoot: 0)

  /// A code over a field.
  init(_ field: GaloisField, firstRoot: Int) {
    self.field = field
    self.firstRoot = firstRoot
  }

  /// The check symbols of data; empty where a symbol is no element of the field or the count is not positive.
  ///
  /// The whole then is a multiple of the generator: in a prime field the checks are the remainder's negatives.
  func checks<Symbol: FixedWidthInteger>(of data: [Symbol], count: Int) -> [Symbol] {
    guard count > 0, count < field.size, isValid(data), Symbol(exactly: field.order) != nil else { return [] }
    // Without the highest term, which is 1; highest first.
    var generator = [Int](repeating: 0, count: count)
    for i in 0..<count {
      let root = field.power(firstRoot + i)
      // times (x - root): from the low end, the leading 1 being implied
      for k in stride(from: i, through: 0, by: -1) {
        generator[k] = field.subtract(generator[k], field.multiply(root, k == 0 ? 1 : generator[k - 1]))
      }
    }
    var rest = [Int](repeating: 0, count: count)
    for symbol in data {
      let factor = field.add(Int(symbol), rest[0])
      for k in 0..<count {
        let next = k + 1 < count ? rest[k + 1] : 0
        rest[k] = field.subtract(next, field.multiply(factor, generator[k]))
      }
    }
    return rest.map { Symbol(field.negative($0)) }
  }

  /// Whether all symbols are elements of the field.
  func isValid<Symbol: FixedWidthInteger>(_ symbols: [Symbol]) -> Bool {
    symbols.allSatisfy { $0 >= 0 && $0 < field.size }
  }
}
