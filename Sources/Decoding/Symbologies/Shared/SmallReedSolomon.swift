/// Reed-Solomon codes over fields of up to 64 elements, as postal codes use them. Symbols are in order of transmission:
/// the first is the coefficient of the highest power, check symbols are last.
struct SmallReedSolomon {
  private let size: Int
  private let exp: [UInt8]
  private let log: [Int]
  private let generator: [UInt8]
  private let count: Int
  private let firstRoot: Int

  /// A field of 2^bits elements by its primitive polynomial, and a code with consecutive roots from `firstRoot`.
  init(bits: Int, polynomial: Int, checks: Int, firstRoot: Int) {
    size = (1 << bits) - 1
    var exp = [UInt8](repeating: 0, count: 2 * size)
    var log = [Int](repeating: 0, count: size + 1)
    var value = 1
    for i in 0..<size {
      exp[i] = UInt8(value)
      exp[i + size] = UInt8(value)
      log[value] = i
      value <<= 1
      if value > size { value ^= polynomial }
    }
    self.exp = exp
    self.log = log
    count = checks
    self.firstRoot = firstRoot
    var g: [UInt8] = [1]
    for i in 0..<checks {
      var next = g + [0]
      for k in g.indices where g[k] != 0 { next[k + 1] ^= exp[(log[Int(g[k])] + firstRoot + i) % size] }
      g = next
    }
    generator = g
  }

  private func times(_ a: UInt8, _ b: UInt8) -> UInt8 { a == 0 || b == 0 ? 0 : exp[log[Int(a)] + log[Int(b)]] }

  /// The check symbols of data.
  func checks(of data: [UInt8]) -> [UInt8] {
    var rest = data + [UInt8](repeating: 0, count: count)
    for i in data.indices where rest[i] != 0 {
      let factor = rest[i]
      for k in 1...count { rest[i + k] ^= times(generator[k], factor) }
    }
    return Array(rest.suffix(count))
  }

  private func syndromes(_ word: [UInt8]) -> [UInt8] {
    (0..<count).map { i in
      var s: UInt8 = 0
      for symbol in word { s = times(s, exp[(firstRoot + i) % size]) ^ symbol }
      return s
    }
  }

  /// Corrects a word in place by trying error places: at most two errors, as no longer code is in use. False when it is
  /// further from any code word. Words longer than the field are refused.
  func correct(_ word: inout [UInt8]) -> Bool {
    guard word.count > count, word.count <= size, word.allSatisfy({ Int($0) <= size }) else { return false }
    let s = syndromes(word)
    if s.allSatisfy({ $0 == 0 }) { return true }
    guard count >= 2 else { return false }
    let n = word.count
    // One error of value e at power p: s[i] = e * x^(first + i), x = α^p.
    for p in 0..<n {
      guard s[0] != 0 else { break }
      let e = exp[(log[Int(s[0])] + size * (firstRoot + 1) - firstRoot * p % size) % size]
      if (0..<count).allSatisfy({ s[$0] == times(e, exp[(firstRoot + $0) * p % size]) }) {
        word[n - 1 - p] ^= e
        return true
      }
    }
    guard count >= 4 else { return false }
    for p in 0..<n {
      for q in (p + 1)..<max(n, p + 1) {
        // Solve the first two equations, try the rest.
        let (a0, b0) = (exp[firstRoot * p % size], exp[firstRoot * q % size])
        let (a1, b1) = (exp[(firstRoot + 1) * p % size], exp[(firstRoot + 1) * q % size])
        let det = times(a0, b1) ^ times(a1, b0)
        guard det != 0 else { continue }
        let inverse = exp[(size - log[Int(det)]) % size]
        let e = times(times(s[0], b1) ^ times(s[1], b0), inverse)
        let f = times(times(a0, s[1]) ^ times(a1, s[0]), inverse)
        guard e != 0, f != 0 else { continue }
        if (2..<count).allSatisfy({
          s[$0] == times(e, exp[(firstRoot + $0) * p % size]) ^ times(f, exp[(firstRoot + $0) * q % size])
        }) {
          word[n - 1 - p] ^= e
          word[n - 1 - q] ^= f
          return true
        }
      }
    }
    return false
  }
}
