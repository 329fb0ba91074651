import ReaderCore

extension EdgeReader {
  /// Highest cost of a digit, and the lead that it must have.
  static let eanCost: Float = 0.7
  static let eanLead: Float = 0.12

  /// Finds EAN-13, UPC-A, EAN-8 and UPC-E by their fixed number of edges.
  func readEAN() {
    var i = 0
    while i &+ 33 < n {
      defer { i &+= 2 }
      // Start guard: three elements of one module; their sums are less moved by growth than they are.
      let a = e[i &+ 2] - e[i]
      let b = e[i &+ 3] - e[i &+ 1]
      guard a > 0, b > 0, a < 2 * b, b < 2 * a else { continue }
      let guess = (e[i &+ 3] - e[i]) / 3
      let before = spaceBefore(i)
      guard before.open || before.width > 3.5 * guess else { continue }
      if i &+ 59 < n, tryEAN13(i) { i &+= 58; continue }
      if i &+ 43 < n, tryEAN8(i) { i &+= 42; continue }
      if tryUPCE(i) { i &+= 32 }
    }
  }

  /// Whether the edges from i form bars and spaces of one module each.
  private func isGuard(_ i: Int, _ elements: Int, _ module: Float) -> Bool {
    for k in 0..<elements &- 1 {
      let d = e[i &+ k &+ 2] - e[i &+ k]
      if d < 1.2 * module || d > 2.8 * module { return false }
    }
    return true
  }

  /// Half the difference of bars and spaces in guards, in modules.
  private func growth(_ i: Int, _ elements: Int, _ module: Float) -> Float {
    var bars: Float = 0
    var spaces: Float = 0
    for k in 0..<elements {
      let w = e[i &+ k &+ 1] - e[i &+ k]
      if k & 1 == 0 { bars += w } else { spaces += w }
    }
    return (bars / Float((elements + 1) / 2) - spaces / Float(elements / 2)) / 2 / module
  }

  private func digits(_ start: Int, _ count: Int, _ range: Range<Int>, _ growth: Float, _ module: Float, flip: Bool)
    -> (cost: Float, lead: Float)?
  {
    var cost: Float = 0
    var lead = Float.infinity
    for k in 0..<count {
      let at = start &+ 4 &* k
      let w = e[at &+ 4] - e[at]
      guard w > 5.2 * module, w < 8.8 * module else { return nil }
      // On the right half a character begins with a bar: growth works the other way round.
      let m = ean.match(e + at, range, growth: flip ? -growth : growth)
      guard m.value >= 0, m.cost < EdgeReader.eanCost, m.lead > EdgeReader.eanLead else { return nil }
      values.append(m.value)
      cost = max(cost, m.cost)
      lead = min(lead, m.lead)
    }
    return (cost, lead)
  }

  private func tryEAN13(_ i: Int) -> Bool {
    let module = (e[i &+ 59] - e[i]) / 95
    guard isGuard(i, 3, module), isGuard(i &+ 27, 5, module), isGuard(i &+ 56, 3, module) else { return false }
    let q = quiet(i, i &+ 59, needed: 4 * module)
    guard q.ok else { return false }
    let g = (growth(i, 3, module) + growth(i &+ 28, 3, module) + growth(i &+ 56, 3, module)) / 3
    values.removeAll(keepingCapacity: true)
    guard let left = digits(i &+ 3, 6, 0..<20, g, module, flip: false),
      let right = digits(i &+ 32, 6, 0..<10, g, module, flip: true)
    else { return false }
    var parity: UInt8 = 0
    for k in 0..<6 { parity = parity << 1 | (values[k] >= 10 ? 1 : 0) }
    guard let leading = EANTables.leadingParity.firstIndex(of: parity) else { return false }
    var d: [UInt8] = [UInt8(leading)]
    for v in values { d.append(UInt8(v % 10)) }
    guard EANTables.checkDigit(d.dropLast()) == d[12] else { return false }
    emitEAN(
      leading == 0 ? .upcA : .ean13, leading == 0 ? Array(d.dropFirst()) : d, i, i &+ 59, module, (left, right), q.seen)
    return true
  }

  private func tryEAN8(_ i: Int) -> Bool {
    let module = (e[i &+ 43] - e[i]) / 67
    guard isGuard(i, 3, module), isGuard(i &+ 19, 5, module), isGuard(i &+ 40, 3, module) else { return false }
    let q = quiet(i, i &+ 43, needed: 5 * module)
    guard q.ok else { return false }
    let g = (growth(i, 3, module) + growth(i &+ 20, 3, module) + growth(i &+ 40, 3, module)) / 3
    values.removeAll(keepingCapacity: true)
    guard let left = digits(i &+ 3, 4, 0..<10, g, module, flip: false),
      let right = digits(i &+ 24, 4, 0..<10, g, module, flip: true)
    else { return false }
    let d = values.map { UInt8($0) }
    guard EANTables.checkDigit(d.dropLast()) == d[7] else { return false }
    emitEAN(.ean8, d, i, i &+ 43, module, (left, right), q.seen)
    return true
  }

  private func tryUPCE(_ i: Int) -> Bool {
    let module = (e[i &+ 33] - e[i]) / 51
    guard isGuard(i, 3, module), isGuard(i &+ 27, 6, module) else { return false }
    let q = quiet(i, i &+ 33, needed: 5 * module)
    guard q.ok else { return false }
    let g = (growth(i, 3, module) + growth(i &+ 28, 5, module)) / 2
    values.removeAll(keepingCapacity: true)
    guard let all = digits(i &+ 3, 6, 0..<20, g, module, flip: false) else { return false }
    var parity: UInt8 = 0
    for k in 0..<6 { parity = parity << 1 | (values[k] >= 10 ? 1 : 0) }
    for system in 0..<2 {
      guard let check = EANTables.upcEParity.firstIndex(of: system == 0 ? parity : parity ^ 63) else { continue }
      var d: [UInt8] = [UInt8(system)]
      for v in values { d.append(UInt8(v % 10)) }
      d.append(UInt8(check))
      guard let a = EANTables.expandUPCE(d), EANTables.checkDigit(a.dropLast()) == d[7] else { continue }
      emitEAN(.upcE, d, i, i &+ 33, module, (all, all), q.seen)
      return true
    }
    return false
  }

  private func emitEAN(
    _ variant: Variant, _ d: [UInt8], _ i: Int, _ j: Int, _ module: Float,
    _ quality: ((cost: Float, lead: Float), (cost: Float, lead: Float)), _ seen: Bool
  ) {
    reads.append(
      LineRead(
        symbology: .upcEan, variant: variant, bytes: d.map { $0 + 0x30 }, aimID: variant == .ean8 ? "]E4" : "]E0",
        addOn: variant == .ean8 ? nil : readAddOn(after: j, module), start: e[i], end: e[j],
        cost: max(quality.0.cost, quality.1.cost), lead: min(quality.0.lead, quality.1.lead), quiet: seen))
  }

  /// The add-on behind the last edge of a symbol, if there is one.
  private func readAddOn(after j: Int, _ module: Float) -> String? {
    guard j &+ 1 < n else { return nil }
    let gap = (e[j &+ 1] - e[j]) / module
    guard gap > 5, gap < 20 else { return nil }
    let i = j &+ 1
    for count in [5, 2] {
      let elements = count == 5 ? 31 : 13
      let modules: Float = count == 5 ? 47 : 20
      guard i &+ elements < n else { continue }
      let width = e[i &+ elements] - e[i]
      let m = width / modules
      guard m > 0.75 * module, m < 1.3 * module else { continue }
      let after = spaceAfter(i &+ elements)
      guard after.open || after.width > 4 * m else { continue }
      let s0 = e[i &+ 2] - e[i]
      let s1 = e[i &+ 3] - e[i &+ 1]
      guard abs(s0 / m - 2) < 0.7, abs(s1 / m - 3) < 0.8 else { continue }
      let kept = values
      values.removeAll(keepingCapacity: true)
      defer { values = kept }
      let g = (e[i &+ 1] - e[i] - (e[i &+ 2] - e[i &+ 1])) / 2 / m
      var ok = true
      for k in 0..<count where ok { ok = digits(i &+ 3 &+ 6 &* k, 1, 0..<20, g, m, flip: false) != nil }
      guard ok else { continue }
      var parity: UInt8 = 0
      var d: [UInt8] = []
      for v in values {
        parity = parity << 1 | (v >= 10 ? 1 : 0)
        d.append(UInt8(v % 10))
      }
      let expected = count == 2 ? UInt8((d[0] * 10 + d[1]) % 4) : EANTables.addOn5Parity[EANTables.addOn5Check(d)]
      guard parity == expected else { continue }
      return String(decoding: d.map { $0 + 0x30 }, as: UTF8.self)
    }
    return nil
  }
}
