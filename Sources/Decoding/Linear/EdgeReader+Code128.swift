import ReaderCore

extension EdgeReader {
  /// Finds Code 128: start, characters of six elements, check character, stop.
  func readCode128() {
    var i = 0
    while i &+ 31 < n {
      defer { i &+= 2 }
      let module = (e[i &+ 6] - e[i]) / 11
      // The starts begin 2 1 1: a cheap test before the match.
      let head = (e[i &+ 2] - e[i]) / module
      guard head > 2.2, head < 3.9 else { continue }
      let before = spaceBefore(i)
      guard before.open || before.width > EdgeReader.leastQuiet * module else { continue }
      let start = code128.match(e + i, 103..<106, growth: startGrowth(i, module))
      guard start.cost < 0.9 else { continue }
      if let end = tryCode128(i, module) { i = end &- 1 }
    }
  }

  /// The two one-module spaces and the bars of a start tell the growth: bars have 4 modules in A and B (2 1 1, 2 1 1, 2 1 2).
  private func startGrowth(_ i: Int, _ module: Float) -> Float {
    let first = (e[i &+ 1] - e[i]) / module - 2
    let space = (e[i &+ 2] - e[i &+ 1]) / module - 1
    return max(-0.8, min(0.8, (first - space) / 2))
  }

  private func tryCode128(_ i: Int, _ firstModule: Float) -> Int? {
    values.removeAll(keepingCapacity: true)
    var g = startGrowth(i, firstModule)
    let start = code128.match(e + i, 103..<106, growth: g)
    guard start.value >= 103 else { return nil }
    values.append(start.value)
    var cost = start.cost
    var lead = start.lead
    var at = i &+ 6
    var module = firstModule
    while at &+ 7 < n {
      // The stop: 2 3 3 1 1 1 2, 13 modules.
      if values.count >= 3, isStop128(at, module), let read = finish128(i, at, module, cost, lead) {
        reads.append(read)
        return at &+ 7
      }
      let total = e[at &+ 6] - e[at]
      guard total > 8.5 * module, total < 13.5 * module, values.count < 200 else { return nil }
      let m = code128.match(e + at, 0..<103, growth: g)
      guard m.value >= 0, m.cost < 1.1, m.lead > 0.1 else { return nil }
      values.append(m.value)
      cost = max(cost, m.cost)
      lead = min(lead, m.lead)
      let w = code128.widths + m.value &* 6
      let bars = (e[at &+ 1] - e[at] + e[at &+ 3] - e[at &+ 2] + e[at &+ 5] - e[at &+ 4]) * 11 / total
      g += 0.3 * (max(-0.8, min(0.8, (bars - w[0] - w[2] - w[4]) / 3)) - g)
      module += 0.3 * (total / 11 - module)
      at &+= 6
    }
    return nil
  }

  private func isStop128(_ at: Int, _ module: Float) -> Bool {
    let total = e[at &+ 7] - e[at]
    guard total > 10.5 * module, total < 15.5 * module else { return false }
    let s = 13 / total
    let d: [Float] = [5, 6, 4, 2, 2, 3]
    var cost: Float = 0
    for k in 0..<6 {
      let f = (e[at &+ k &+ 2] - e[at &+ k]) * s - d[k]
      cost += f * f
    }
    return cost < 1.1
  }

  private func finish128(_ i: Int, _ at: Int, _ module: Float, _ cost: Float, _ lead: Float) -> LineRead? {
    guard let check = values.last, Code128Tables.check(Array(values.dropLast())) == check,
      let message = Code128Tables.message(Array(values.dropLast())), !message.bytes.isEmpty
    else { return nil }
    return withQuiet(
      LineRead(
        symbology: .code128, variant: message.isGS1 ? .gs1Code128 : .none, bytes: message.bytes, aimID: message.aimID,
        isGS1: message.isGS1, start: e[i], end: e[at &+ 7], cost: cost, lead: lead), i, at &+ 7, module)
  }
}
