import ReaderCore

/// What a decoder made of a row of bars.
struct LineValue {
  /// How much a value checks itself.
  enum Strength: Int {
    /// A form that much else could have by chance.
    case weak
    /// A form with redundancy in each character, and start and stop patterns.
    case formed
    /// Check characters are right.
    case checked
  }

  var symbology: Symbology
  var variant: Variant = .none
  var bytes: [UInt8]
  var aimID: String
  var strength: Strength
  /// The symbol as it should look, drawn from the value by the encoder.
  var pattern: LinearPattern
  /// Light that must be seen on both sides, in modules.
  var quiet: Float = 6
  /// The value depends on the side from which the bars are read, and nothing in them tells it.
  var needsDirection = false
}

/// Limits on the number of characters of a text.
struct LengthRule {
  var minimum: Int
  var maximum = 80

  /// Whether a length is allowed.
  func allows(_ count: Int) -> Bool { count >= minimum && count <= maximum }
}

/// How well a drawn symbol explains edges.
enum EdgeFit {
  /// Root of the mean squared distance between the edges and those of a pattern that is laid over them with any position,
  /// module width, even change of the module width, and bar growth; in modules. Nil when their numbers differ.
  static func residual(_ pattern: LinearPattern, _ edges: [Float]) -> Float? {
    guard pattern.widths.count + 1 == edges.count, edges.count >= 5, edges.count < 4096 else { return nil }
    let total = Double(pattern.modules)
    guard total > 0 else { return nil }
    // edge = a + b u + c u (1 - u) + g s, s = -1/2 where a bar begins and 1/2 where it ends; normal equations.
    var m = [Double](repeating: 0, count: 16)
    var v = [Double](repeating: 0, count: 4)
    var u = 0.0
    func row(_ i: Int, _ u: Double) -> [Double] { [1, u, u * (1 - u), i & 1 == 0 ? -0.5 : 0.5] }
    for i in 0..<edges.count {
      let r = row(i, u / total)
      for j in 0..<4 {
        v[j] += r[j] * Double(edges[i])
        for k in 0..<4 { m[4 * j + k] += r[j] * r[k] }
      }
      if i < pattern.widths.count { u += Double(pattern.widths[i]) }
    }
    guard let x = solve(&m, &v) else { return nil }
    var sum = 0.0
    u = 0
    for i in 0..<edges.count {
      let r = row(i, u / total)
      let d = Double(edges[i]) - (r[0] * x[0] + r[1] * x[1] + r[2] * x[2] + r[3] * x[3])
      sum += d * d
      if i < pattern.widths.count { u += Double(pattern.widths[i]) }
    }
    let module = abs(x[1]) / total
    guard module > 0 else { return nil }
    return Float((sum / Double(edges.count)).squareRoot() / module)
  }

  /// Four equations with four unknowns; nil when they do not tell them.
  private static func solve(_ m: inout [Double], _ v: inout [Double]) -> [Double]? {
    for c in 0..<4 {
      var pivot = c
      for r in c..<4 where abs(m[4 * r + c]) > abs(m[4 * pivot + c]) { pivot = r }
      guard abs(m[4 * pivot + c]) > 1e-9 else { return nil }
      if pivot != c {
        for k in 0..<4 { m.swapAt(4 * c + k, 4 * pivot + k) }
        v.swapAt(c, pivot)
      }
      for r in 0..<4 where r != c {
        let f = m[4 * r + c] / m[4 * c + c]
        for k in 0..<4 { m[4 * r + k] -= f * m[4 * c + k] }
        v[r] -= f * v[c]
      }
    }
    return (0..<4).map { v[$0] / m[5 * $0] }
  }
}
