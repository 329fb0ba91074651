import ReaderCore

/// What the elements of a two-width symbol look like: narrow and wide bars and spaces in samples.
struct WidthModel {
  var narrowBar: Float
  var wideBar: Float
  var narrowSpace: Float
  var wideSpace: Float

  /// From a known run of elements (bit set: wide), the first a bar; nil when wide and narrow do not part.
  init?(_ e: UnsafePointer<Float>, _ elements: Int, _ wide: UInt32) {
    var sum: (Float, Float, Float, Float) = (0, 0, 0, 0)
    var count: (Float, Float, Float, Float) = (0, 0, 0, 0)
    for k in 0..<elements {
      let w = e[k + 1] - e[k]
      switch (k & 1, wide >> UInt32(elements - 1 - k) & 1) {
      case (0, 0): sum.0 += w; count.0 += 1
      case (0, _): sum.1 += w; count.1 += 1
      case (_, 0): sum.2 += w; count.2 += 1
      default: sum.3 += w; count.3 += 1
      }
    }
    guard count.0 > 0, count.2 > 0 else { return nil }
    narrowBar = sum.0 / count.0
    narrowSpace = sum.2 / count.2
    let growth = (narrowBar - narrowSpace) / 2
    let narrow = (narrowBar + narrowSpace) / 2
    guard narrow > 0, abs(growth) < 0.7 * narrow else { return nil }
    switch (count.1 > 0, count.3 > 0) {
    case (true, true):
      wideBar = sum.1 / count.1
      wideSpace = sum.3 / count.3
    case (true, false):
      wideBar = sum.1 / count.1
      wideSpace = wideBar - 2 * growth
    case (false, true):
      wideSpace = sum.3 / count.3
      wideBar = wideSpace + 2 * growth
    default:
      wideBar = 2.5 * narrow + growth
      wideSpace = 2.5 * narrow - growth
    }
    guard wideBar > 1.35 * narrowBar, wideSpace > 1.35 * narrowSpace, wideBar < 5 * narrowBar,
      wideSpace < 6 * narrowSpace
    else { return nil }
  }

  /// Narrow width and the ratio between wide and narrow.
  var narrow: Float { (narrowBar + narrowSpace) / 2 }
  var ratio: Float { (wideBar + wideSpace) / (narrowBar + narrowSpace) }

  /// Squared deviations of the elements at `e` from a pattern, in narrow widths.
  @inline(__always)
  func cost(_ e: UnsafePointer<Float>, _ elements: Int, _ wide: UInt32) -> Float {
    var sum: Float = 0
    for k in 0..<elements {
      let isWide = wide >> UInt32(elements &- 1 &- k) & 1 == 1
      let model = k & 1 == 0 ? (isWide ? wideBar : narrowBar) : (isWide ? wideSpace : narrowSpace)
      let d = e[k &+ 1] - e[k] - model
      sum += d * d
    }
    return sum / (narrow * narrow)
  }

  /// The pattern of a table that fits best.
  func match(_ e: UnsafePointer<Float>, _ elements: Int, _ table: [UInt32]) -> (value: Int, cost: Float, lead: Float) {
    var best = Float.infinity
    var second = Float.infinity
    var value = -1
    for c in 0..<table.count {
      let v = cost(e, elements, table[c])
      if v < best {
        second = best
        best = v
        value = c
      } else if v < second {
        second = v
      }
    }
    return (value, best, second - best)
  }
}

extension EdgeReader {
  /// Finds Code 39.
  func readCode39() {
    var i = 0
    while i &+ 29 < n {
      defer { i &+= 2 }
      guard let model = WidthModel(e + i, 9, Code39Tables.wide[43]), model.cost(e + i, 9, Code39Tables.wide[43]) < 1.5
      else { continue }
      let before = spaceBefore(i)
      guard before.open || before.width > 5 * model.narrow else { continue }
      if let end = tryCode39(i, model) { i = end &- 1 }
    }
  }

  private func tryCode39(_ i: Int, _ model: WidthModel) -> Int? {
    values.removeAll(keepingCapacity: true)
    var cost: Float = 0
    var lead = Float.infinity
    var at = i &+ 10
    while at &+ 9 < n {
      guard e[at] - e[at &- 1] < 4 * model.wideSpace, values.count < 200 else { return nil }
      let m = model.match(e + at, 9, Code39Tables.wide)
      guard m.value >= 0, m.cost < 0.35 * (1 + model.ratio), m.lead > 0.3 else { return nil }
      cost = max(cost, m.cost)
      lead = min(lead, m.lead)
      if m.value == 43 {
        let q = quiet(i, at &+ 9, needed: 5 * model.narrow)
        guard q.ok, !values.isEmpty else { return nil }
        reads.append(
          LineRead(
            symbology: .code39, bytes: values.map { Code39Tables.alphabet[$0] }, aimID: "]A0", start: e[i],
            end: e[at &+ 9], cost: cost, lead: lead, quiet: q.seen))
        return at &+ 9
      }
      values.append(m.value)
      at &+= 10
    }
    return nil
  }

  /// Finds Codabar.
  func readCodabar() {
    var i = 0
    while i &+ 23 < n {
      defer { i &+= 2 }
      var model: WidthModel?
      var start = 0
      var best: Float = 1.2
      for c in 16..<20 {
        guard let m = WidthModel(e + i, 7, CodabarTables.wide[c]) else { continue }
        let cost = m.cost(e + i, 7, CodabarTables.wide[c])
        if cost < best {
          best = cost
          model = m
          start = c
        }
      }
      guard let model else { continue }
      let before = spaceBefore(i)
      guard before.open || before.width > 5 * model.narrow else { continue }
      if let end = tryCodabar(i, start, model) { i = end &- 1 }
    }
  }

  private func tryCodabar(_ i: Int, _ start: Int, _ model: WidthModel) -> Int? {
    values.removeAll(keepingCapacity: true)
    values.append(start)
    var cost: Float = 0
    var lead = Float.infinity
    var at = i &+ 8
    while at &+ 7 < n {
      guard e[at] - e[at &- 1] < 4 * model.wideSpace, values.count < 200 else { return nil }
      let m = model.match(e + at, 7, CodabarTables.wide)
      guard m.value >= 0, m.cost < 0.3 * (1 + model.ratio), m.lead > 0.3 else { return nil }
      cost = max(cost, m.cost)
      lead = min(lead, m.lead)
      values.append(m.value)
      if m.value >= 16 {
        let q = quiet(i, at &+ 7, needed: 5 * model.narrow)
        guard q.ok, values.count > 2 else { return nil }
        reads.append(
          LineRead(
            symbology: .codabar, bytes: values.map { CodabarTables.alphabet[$0] }, aimID: "]F0", start: e[i],
            end: e[at &+ 7], cost: cost, lead: lead, quiet: q.seen))
        return at &+ 7
      }
      at &+= 8
    }
    return nil
  }

  /// Finds Interleaved 2 of 5.
  func readInterleaved() {
    var i = 0
    while i &+ 17 < n {
      defer { i &+= 2 }
      let narrow = (e[i &+ 4] - e[i]) / 4
      let before = spaceBefore(i)
      guard narrow > 0, before.open || before.width > 5 * narrow else { continue }
      let a = (e[i &+ 2] - e[i]) / narrow
      let b = (e[i &+ 3] - e[i &+ 1]) / narrow
      guard abs(a - 2) < 0.5, abs(b - 2) < 0.5 else { continue }
      if let end = tryInterleaved(i, narrow) { i = end &- 1 }
    }
  }

  private func tryInterleaved(_ i: Int, _ narrow: Float) -> Int? {
    values.removeAll(keepingCapacity: true)
    let growth = (e[i &+ 1] - e[i] + e[i &+ 3] - e[i &+ 2] - (e[i &+ 2] - e[i &+ 1]) - (e[i &+ 4] - e[i &+ 3])) / 4
    var cost: Float = 0
    var lead = Float.infinity
    var at = i &+ 4
    while at &+ 3 < n {
      // Stop: wide bar, narrow space, narrow bar, and then light.
      let s0 = (e[at &+ 1] - e[at] - growth) / narrow
      let s1 = (e[at &+ 2] - e[at &+ 1] + growth) / narrow
      let s2 = (e[at &+ 3] - e[at &+ 2] - growth) / narrow
      let after = spaceAfter(at &+ 3)
      if s0 > 1.6, s0 < 4, s1 < 1.6, s2 < 1.6, after.open || after.width > 5 * narrow {
        let q = quiet(i, at &+ 3, needed: 5 * narrow)
        guard q.ok, values.count >= 4 else { return nil }
        reads.append(
          LineRead(
            symbology: .interleaved2of5, bytes: values.map { UInt8($0) + 0x30 }, aimID: "]I0", start: e[i],
            end: e[at &+ 3], cost: cost, lead: lead, quiet: q.seen))
        return at &+ 3
      }
      guard at &+ 10 < n, values.count < 200 else { return nil }
      for offset in 0..<2 {
        guard let m = fiveElements(at &+ offset, narrow, offset == 0 ? growth : -growth) else { return nil }
        values.append(m.digit)
        cost = max(cost, m.cost)
        lead = min(lead, m.lead)
      }
      at &+= 10
    }
    return nil
  }

  /// The digit in every other element from `at`: the two widest of five are wide.
  private func fiveElements(_ at: Int, _ narrow: Float, _ growth: Float) -> (digit: Int, cost: Float, lead: Float)? {
    var mask: UInt32 = 0
    var widths: (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    widths.0 = (e[at &+ 1] - e[at] - growth) / narrow
    widths.1 = (e[at &+ 3] - e[at &+ 2] - growth) / narrow
    widths.2 = (e[at &+ 5] - e[at &+ 4] - growth) / narrow
    widths.3 = (e[at &+ 7] - e[at &+ 6] - growth) / narrow
    widths.4 = (e[at &+ 9] - e[at &+ 8] - growth) / narrow
    let w = [widths.0, widths.1, widths.2, widths.3, widths.4]
    let order = (0..<5).sorted { w[$0] > w[$1] }
    mask = 1 << UInt32(4 - order[0]) | 1 << UInt32(4 - order[1])
    guard let digit = InterleavedTables.wide.firstIndex(of: mask) else { return nil }
    let lead = w[order[1]] - w[order[2]]
    let wide = (w[order[0]] + w[order[1]]) / 2
    let slim = (w[order[2]] + w[order[3]] + w[order[4]]) / 3
    guard lead > 0.35, wide > 1.5, wide < 4.5, slim < 1.6, slim > 0.4, w[order[0]] < 1.6 * w[order[1]] else {
      return nil
    }
    return (digit, abs(slim - 1), lead)
  }
}
