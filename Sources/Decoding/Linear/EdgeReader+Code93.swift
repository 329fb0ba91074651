import ReaderCore

extension EdgeReader {
  /// Finds Code 93: start, characters of six elements, two check characters, stop, termination bar.
  func readCode93() {
    var i = 0
    while i &+ 31 < n {
      defer { i &+= 2 }
      let module = (e[i &+ 6] - e[i]) / 9
      let tail = (e[i &+ 6] - e[i &+ 4]) / module
      guard tail > 4.2, tail < 5.8 else { continue }
      let before = spaceBefore(i)
      guard before.open || before.width > EdgeReader.leastQuiet * module else { continue }
      let start = code93.match(e + i, 47..<48, growth: growth93(i, module))
      guard start.cost < 0.9, let end = tryCode93(i, module) else { continue }
      i = end &- 1
    }
  }

  private func growth93(_ i: Int, _ module: Float) -> Float {
    let bar = (e[i &+ 1] - e[i]) / module
    let space = (e[i &+ 2] - e[i &+ 1]) / module
    return max(-0.8, min(0.8, (bar - space) / 2))
  }

  private func tryCode93(_ i: Int, _ firstModule: Float) -> Int? {
    values.removeAll(keepingCapacity: true)
    let g = growth93(i, firstModule)
    var cost: Float = 0
    var lead = Float.infinity
    var at = i &+ 6
    var module = firstModule
    while at &+ 7 <= n {
      let total = e[at &+ 6 < n ? at &+ 6 : n &- 1] - e[at]
      guard total > 7 * module, total < 11 * module, values.count < 200 else { return nil }
      let m = code93.match(e + at, 0..<48, growth: g)
      guard m.value >= 0, m.cost < 0.9, m.lead > 0.1 else { return nil }
      cost = max(cost, m.cost)
      lead = min(lead, m.lead)
      if m.value == 47 {
        guard at &+ 7 < n, let read = finish93(i, at, module, cost, lead) else { return nil }
        reads.append(read)
        return at &+ 7
      }
      values.append(m.value)
      module += 0.3 * (total / 9 - module)
      at &+= 6
    }
    return nil
  }

  private func finish93(_ i: Int, _ at: Int, _ module: Float, _ cost: Float, _ lead: Float) -> LineRead? {
    let bar = e[at &+ 7] - e[at &+ 6]
    guard bar < 2.2 * module, values.count >= 3 else { return nil }
    let data = Array(values.dropLast(2))
    let c = Code93Tables.check(data, period: 20)
    guard values[values.count - 2] == c, values[values.count - 1] == Code93Tables.check(data + [c], period: 15),
      let bytes = Code93Tables.message(data)
    else { return nil }
    return withQuiet(
      LineRead(
        symbology: .code93, bytes: bytes, aimID: "]G0", start: e[i], end: e[at &+ 7], cost: cost, lead: lead),
      i, at &+ 7, module)
  }
}
