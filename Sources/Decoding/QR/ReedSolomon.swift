/// Reed-Solomon over a field of up to 256 elements with a generator whose roots are consecutive powers of 2.
struct ReedSolomon {
  /// Elements besides 0.
  private let order: Int
  private let powers: [UInt8]
  private let logarithms: [Int]
  private let firstRoot: Int

  /// The code of QR: x^8 + x^4 + x^3 + x^2 + 1, roots from 2^0.
  static let qr = ReedSolomon(polynomial: 0x11d, firstRoot: 0)

  /// Makes the field tables.
  ///
  /// - Parameters:
  ///   - bits: Bits of an element, 2 to 8.
  ///   - polynomial: Primitive polynomial, with the term of that degree.
  ///   - firstRoot: Exponent of the first root of the generator.
  init(bits: Int = 8, polynomial: Int, firstRoot: Int) {
    let order = (1 << bits) - 1
    var powers = [UInt8](repeating: 0, count: 2 * order)
    var logarithms = [Int](repeating: 0, count: order + 1)
    var value = 1
    for i in 0..<order {
      powers[i] = UInt8(value)
      powers[i + order] = UInt8(value)
      logarithms[value] = i
      value <<= 1
      if value > order { value ^= polynomial }
    }
    self.order = order
    self.powers = powers
    self.logarithms = logarithms
    self.firstRoot = firstRoot
  }

  private func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
  }

  private func inverse(_ a: UInt8) -> UInt8 { powers[order - logarithms[Int(a)]] }

  /// The value of a polynomial, lowest term first, at 2^exponent.
  private func evaluate(_ polynomial: [UInt8], at exponent: Int) -> UInt8 {
    var sum: UInt8 = 0
    let x = powers[exponent % order]
    for term in polynomial.reversed() { sum = multiply(sum, x) ^ term }
    return sum
  }

  /// Corrects a block in place.
  ///
  /// - Parameters:
  ///   - block: Data, then `checkCount` check codewords; elements of the field, at most as many as it has besides 0.
  ///   - limit: The most errors that may be corrected.
  /// - Returns: The number of corrected codewords; nil when there are more errors than the limit (the block is unchanged).
  func correct(_ block: inout [UInt8], checkCount: Int, limit: Int) -> Int? {
    let count = block.count
    guard count <= order, checkCount > 0, checkCount < count, block.allSatisfy({ Int($0) <= order }) else {
      return nil
    }
    let syndromes = syndromes(of: block, checkCount)
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }
    guard let locator = locator(syndromes), locator.count - 1 <= limit else { return nil }
    // Positions counted from the end are the exponents whose inverses are roots of the locator.
    let positions = (0..<count).filter { evaluate(locator, at: order - $0 % order) == 0 }
    guard positions.count == locator.count - 1 else { return nil }
    var evaluator = [UInt8](repeating: 0, count: checkCount)
    for i in 0..<checkCount {
      for j in 0...min(i, locator.count - 1) { evaluator[i] ^= multiply(locator[j], syndromes[i - j]) }
    }
    var corrected = block
    for position in positions {
      var slope: UInt8 = 0
      let x = powers[(order - position) % order]
      // The derivative keeps the odd terms; the sum runs over squares of x.
      var power: UInt8 = 1
      for i in stride(from: 1, to: locator.count, by: 2) {
        slope ^= multiply(locator[i], power)
        power = multiply(power, multiply(x, x))
      }
      guard slope != 0 else { return nil }
      var value = multiply(evaluate(evaluator, at: order - position), inverse(slope))
      value = multiply(value, powers[((1 - firstRoot + order) * position) % order])
      corrected[count - 1 - position] ^= value
    }
    guard self.syndromes(of: corrected, checkCount).allSatisfy({ $0 == 0 }) else { return nil }
    block = corrected
    return positions.count
  }

  private func syndromes(of block: [UInt8], _ checkCount: Int) -> [UInt8] {
    (0..<checkCount).map { i in
      let x = powers[(firstRoot + i) % order]
      var sum: UInt8 = 0
      for byte in block { sum = multiply(sum, x) ^ byte }
      return sum
    }
  }

  /// The error locator polynomial, lowest term first (Berlekamp-Massey); nil when its degree does not fit.
  private func locator(_ syndromes: [UInt8]) -> [UInt8]? {
    var current: [UInt8] = [1]
    var previous: [UInt8] = [1]
    var degree = 0
    var shift = 1
    var lastDiscrepancy: UInt8 = 1
    for n in syndromes.indices {
      var discrepancy = syndromes[n]
      for i in 1..<(degree + 1) where i < current.count { discrepancy ^= multiply(current[i], syndromes[n - i]) }
      if discrepancy == 0 {
        shift += 1
        continue
      }
      let factor = multiply(discrepancy, inverse(lastDiscrepancy))
      var next = current + [UInt8](repeating: 0, count: max(0, previous.count + shift - current.count))
      for i in previous.indices { next[i + shift] ^= multiply(factor, previous[i]) }
      if 2 * degree <= n {
        previous = current
        degree = n + 1 - degree
        lastDiscrepancy = discrepancy
        shift = 1
      } else {
        shift += 1
      }
      current = next
    }
    while current.count > 1, current.last == 0 { current.removeLast() }
    return current.count - 1 == degree ? current : nil
  }
}
