import ReaderCore

/// Add-ons of EAN and UPC without a code to their left: 2 digits whose parity is their value modulo 4, or 5 digits whose parity
/// is a check value (GS1 General Specifications 5.2.7.4). That is little, so each must fit its drawing closely and be alone.
enum EANAddOnAlone {
  /// Light that must be seen before and behind it, in modules: an EAN would be 7 to 12 modules away.
  static let quiet: (before: Float, after: Float) = (13, 5)
  /// Root mean square distance of the edges from the drawing, in modules.
  private static let residualLimit: Float = 0.22

  /// Where an add-on was read on a line.
  struct Found {
    var value: LineValue
    var edges: [Float]
    var reversed: Bool
    var isQuiet: Bool
    var mayBeQuiet: Bool
  }

  /// The add-ons of a line of edges, `length` samples long, from both sides.
  static func all(_ finder: EdgeFinder, length: Int) -> [Found] {
    guard finder.count >= 14, finder.count <= 128 else { return [] }
    return side(finder.edges.base, finder.count, 0, Float(length - 1), reversed: false)
      + side(finder.mirrored.base, finder.count, -Float(length - 1), 0, reversed: true)
  }

  private static func side(
    _ e: UnsafeMutablePointer<Float>, _ n: Int, _ begin: Float, _ end: Float, reversed: Bool
  ) -> [Found] {
    var out: [Found] = []
    for i in stride(from: 0, to: n - 13, by: 2) {
      for (count, elements) in [(5, 31), (2, 13)] where i + elements < n {
        let j = i + elements
        let module = (e[j] - e[i]) / (count == 5 ? 47 : 20)
        guard module >= 1.5 else { continue }
        let before = (e[i] - (i > 0 ? e[i - 1] : begin)) / module
        let after = ((j + 1 < n ? e[j + 1] : end) - e[j]) / module
        guard i == 0 || before >= quiet.before, j + 1 >= n || after >= quiet.after else { continue }
        let edges = (i...j).map { e[$0] }
        guard let value = decode(edges, count, module) else { continue }
        out.append(
          Found(
            value: value, edges: edges, reversed: reversed, isQuiet: before >= quiet.before && after >= quiet.after,
            mayBeQuiet: true))
      }
    }
    return out
  }

  private static func decode(_ e: [Float], _ count: Int, _ module: Float) -> LineValue? {
    var w: [Float] = []
    for i in 1..<e.count { w.append((e[i] - e[i - 1]) / module) }
    // Bar, space, bar: 1, 1, 2; ink makes bars wider by as much as spaces narrower.
    guard abs(w[0] + w[1] - 2) < 0.6, abs(w[1] + w[2] - 3) < 0.7 else { return nil }
    let growth = (w[0] - w[1]) / 2
    guard abs(growth) < 0.6 else { return nil }
    var digits: [UInt8] = []
    var parity: UInt8 = 0
    for k in 0..<count {
      let at = 3 + 6 * k
      if k > 0, w[at - 2] + growth > 1.7 || w[at - 1] - growth > 1.7 { return nil }
      var best: (cost: Float, digit: Int, isB: Bool) = (.infinity, 0, false)
      var second = Float.infinity
      for digit in 0..<10 {
        for isB in [false, true] {
          let widths = isB ? EANTables.setB(digit) : EANTables.setA[digit]
          var cost: Float = 0
          for p in 0..<4 {
            let d = w[at + p] + (p & 1 == 0 ? growth : -growth) - Float(widths >> UInt32(4 * (3 - p)) & 15)
            cost += d * d
          }
          if cost < best.cost {
            second = best.cost
            best = (cost, digit, isB)
          } else {
            second = min(second, cost)
          }
        }
      }
      guard best.cost < 0.8, second > 2 * best.cost, second - best.cost > 0.3 else { return nil }
      digits.append(UInt8(best.digit))
      parity = parity << 1 | (best.isB ? 1 : 0)
    }
    let expected =
      count == 2 ? UInt8((digits[0] * 10 + digits[1]) % 4) : EANTables.addOn5Parity[EANTables.addOn5Check(digits)]
    guard parity == expected, let pattern = EANTables.addOn(digits), let residual = EdgeFit.residual(pattern, e),
      residual < residualLimit
    else { return nil }
    return LineValue(
      symbology: .upcEan, variant: count == 2 ? .addOn2 : .addOn5, bytes: digits.map { $0 + 0x30 },
      aimID: count == 2 ? "]E1" : "]E2", strength: .weak, pattern: pattern)
  }
}
