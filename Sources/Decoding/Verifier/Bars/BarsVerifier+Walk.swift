import ReaderCore

/// One line and one drawn row.
extension BarsVerifier {
  /// Where a row lies on a line.
  struct Place {
    var lines: VerifierLines
    /// Share of the height.
    var h: Double
    /// Shares of the width at which the first bar begins and the last ends.
    var start: Double
    var end: Double
    /// Modules by which the middle lies further right than midway, in perspective, and what is on top of that on both sides of the middle,
    /// one way on the left and the other on the right, on curved surfaces: 1/10 of `twist` at most.
    var bow = 0.0
    var twist = 0.0
    /// What these make at most.
    var bend: Double { abs(bow) + 0.1 * abs(twist) }
    /// What these make at a share of the row.
    func bend(at u: Double) -> Double { u * (1 - u) * (4 * bow + twist * (1 - 2 * u)) }
    var likeness: Float
  }

  /// Where a row lies best on a line; nil when it does nowhere.
  ///
  /// - Parameters:
  ///   - near: About where it lies.
  ///   - reach: Modules by which the ends may be off.
  func align(_ template: BarsTemplate, near: Place, _ thickness: Int, _ isInverted: Bool, reach: Double) -> Place? {
    let modules = Double(template.modules)
    let (lines, h, start, end) = (near.lines, near.h, near.start, near.end)
    let unit = (end - start) / modules
    let bows = modules > 50 ? min(8, modules / 20) : 0
    let room = max(bows, near.bend)
    let extra = reach + room + 2
    // Two samples in a module are enough for this.
    let per = 2.0
    let count = Int((modules + 2 * extra) * per)
    line.reserve(count)
    lines.sample(h, start - extra * unit, unit / per, line.base, count, thickness: thickness)
    let y = line.base
    if isInverted { for i in 0..<count { y[i] = -y[i] } }
    var best: Float = 0.2
    var at = (0.0, 0.0, 0.0)
    let size = template.coarse.count
    var bent = [Int](repeating: 0, count: size)
    /// How alike the line and a part of the template are with its ends moved by modules.
    func likeness(_ a: Double, _ b: Double, _ part: Range<Int>) -> Float {
      let scale = Int((modules + b - a) / modules * 65536)
      // A module of light stands before the first bar.
      let shift = Int((extra + a) * per * 65536) - Int(per) * scale + scale / 2
      let slack = Int((room + 0.5) * per) << 16
      let (first, last) = (part.lowerBound * scale + shift, (part.upperBound - 1) * scale + shift)
      guard first >= slack || first >= 0 && room == 0, (last + slack) >> 16 < count, scale > 0 else { return 0 }
      return template.coarse.withUnsafeBufferPointer { drawn in
        bent.withUnsafeBufferPointer { bent in
          var (sum, squares, product, d, dd): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
          for i in part {
            let v = y[(i &* scale &+ shift &+ bent[i]) >> 16]
            let t = drawn[i]
            sum += v
            squares += v * v
            product += v * t
            d += t
            dd += t * t
          }
          let n = Float(part.count)
          let (variance, energy) = (squares - sum * sum / n, dd - d * d / n)
          return variance > n && energy > 0 ? (product - sum * d / n) / (variance * energy).squareRoot() : 0
        }
      }
    }
    var place = near
    func search(_ a: Double, _ b: Double, _ reach: Double) {
      for da in stride(from: -reach, through: reach, by: 0.5) {
        for db in stride(from: -reach, through: reach, by: 0.5) {
          let here = likeness(a + da, b + db, 0..<size)
          if here > best { (best, at) = (here, (a + da, b + db, place.bow)) }
        }
      }
    }
    func bend() {
      for i in bent.indices { bent[i] = Int(per * place.bend(at: (Double(i) + 0.5) / Double(size)) * 65536) }
    }
    if place.bend != 0 { bend() }
    search(0, 0, min(reach, 1.5))
    if reach > 1.5, best < 0.5 {
      // Each end by itself, with a third of the template.
      let third = size / 3
      var (left, right) = ((0.0, Float(0)), (0.0, Float(0)))
      for d in stride(from: -reach, through: reach, by: 0.5) {
        let (a, b) = (likeness(d, d, 0..<third), likeness(d, d, size - third..<size))
        if a > left.1 { left = (d, a) }
        if b > right.1 { right = (d, b) }
      }
      search(left.0, right.0, 1)
    }
    if reach > 1.5, best < 0.75, bows > 0 {
      // Straight lines do not explain it.
      let (a, b) = (at.0, at.1)
      place.twist = 0
      for bow in stride(from: -bows + 1, through: bows - 1, by: 1.5) {
        place.bow = bow
        bend()
        search(a, b, best < 0.5 ? 2 : 1)
      }
    }
    guard best > 0.2 else { return nil }
    (place.start, place.end, place.bow, place.likeness) = (start + at.0 * unit, end + at.1 * unit, at.2, best)
    return place
  }

  /// Samples the line of a place at the density of the templates.
  func load(_ place: Place, _ template: BarsTemplate, _ thickness: Int, _ isInverted: Bool) {
    let count = template.whole.count
    line.reserve(count)
    let step = (place.end - place.start) / (Double(template.modules) * Double(BarsTemplate.perModule))
    let margin = Double(BarsTemplate.margin * BarsTemplate.perModule)
    let all = Double(count) - 2 * margin
    place.lines.sample(place.h, place.start + (0.5 - margin) * step, step, line.base, count, thickness: thickness)
    if isInverted { for i in 0..<count { line.base[i] = -line.base[i] } }
    guard place.bend != 0 else { return }
    costs.reserve(count)
    costs.base.update(from: line.base, count: count)
    let per = Double(BarsTemplate.perModule)
    for i in 0..<count {
      let u = max(0, min(1, (Double(i) + 0.5 - margin) / all))
      let x = max(0, min(Double(count - 1), Double(i) + per * place.bend(at: u)))
      let n = Int(x)
      let next = min(n + 1, count - 1)
      line.base[i] = costs.base[n] + Float(x - Double(n)) * (costs.base[next] - costs.base[n])
    }
  }

  /// The costs of all pieces on the loaded line, each beside its place so that they are least together; nil without contrast. What they
  /// lie beside their places is in `moved`.
  func walk(_ template: BarsTemplate) -> [Float]? {
    let count = template.whole.count
    let range = contrast(line.base, count)
    guard range > 4 else { return nil }
    let reach = BarsVerifier.reach
    let shifts = 2 * reach + 1
    costs.reserve(template.pieces.count * shifts)
    let own = costs.base
    template.values.withUnsafeBufferPointer { values in
      for (p, piece) in template.pieces.enumerated() {
        let n = piece.values.count
        let t = values.baseAddress! + piece.values.lowerBound
        let floor = 0.07 * range
        for s in 0..<shifts {
          let start = piece.first + s - reach
          own[p * shifts + s] = 1
          guard start >= 0, start + n <= count else { continue }
          let w = line.base + start
          var (sum, squares, product): (Float, Float, Float) = (0, 0, 0)
          for i in 0..<n {
            sum += w[i]
            squares += w[i] * w[i]
            product += w[i] * t[i]
          }
          let energy = max(squares - sum * sum / Float(n), floor * floor * Float(n))
          if product > 0 { own[p * shifts + s] = 1 - product * product / energy }
        }
      }
    }
    // The cheapest way through all pieces.
    var total = (0..<shifts).map { own[$0] }
    var back: [[Int]] = []
    for p in 1..<max(1, template.pieces.count) {
      var next = [Float](repeating: 0, count: shifts)
      var from = [Int](repeating: 0, count: shifts)
      for s in 0..<shifts {
        var low = Float.infinity
        for q in max(0, s - 3)...min(shifts - 1, s + 3) {
          let d = Float(s - q)
          let v = total[q] + 0.01 * d * d
          if v < low { (low, from[s]) = (v, q) }
        }
        next[s] = low + own[p * shifts + s]
      }
      total = next
      back.append(from)
    }
    var s = total.indices.min { total[$0] < total[$1] } ?? 0
    var out = [Float](repeating: 0, count: template.pieces.count)
    moved = out
    for p in template.pieces.indices.reversed() {
      out[p] = own[p * shifts + s]
      moved[p] = Float(s - reach)
      if p > 0 { s = back[p - 1][s] }
    }
    return out
  }

  /// The place that pieces have together by where they were found; nil where too few were.
  func settled(_ place: Place, _ template: BarsTemplate, _ costs: [Float]) -> Place? {
    settled(place, template, costs, parts: 4) ?? settled(place, template, costs, parts: 3)
  }

  private func settled(_ place: Place, _ template: BarsTemplate, _ costs: [Float], parts: Int) -> Place? {
    // The means of the pieces in each part of the row that were found.
    var u = [Double](repeating: 0, count: parts)
    var (moved, count) = (u, u)
    let margin = Float(BarsTemplate.margin)
    for (p, piece) in template.pieces.enumerated() where costs[p] < 0.5 {
      let at = Float(piece.first + piece.values.count / 2) / Float(BarsTemplate.perModule)
      let middle = (at - margin) / template.modules
      let part = max(0, min(parts - 1, Int(Float(parts) * middle)))
      u[part] += Double(middle)
      moved[part] += Double(self.moved[p]) / Double(BarsTemplate.perModule)
      count[part] += 1
    }
    guard count.allSatisfy({ $0 > 0 }) else { return nil }
    for i in 0..<parts { (u[i], moved[i]) = (u[i] / count[i], moved[i] / count[i]) }
    // The polynomial through them.
    func at(_ x: Double) -> Double {
      var sum = 0.0
      for i in 0..<parts {
        var part = moved[i]
        for j in 0..<parts where j != i { part *= (x - u[j]) / (u[i] - u[j]) }
        sum += part
      }
      return sum
    }
    var out = place
    let unit = (place.end - place.start) / Double(template.modules)
    let (a, b) = (at(0), at(1))
    let bow = at(0.5) - (a + b) / 2
    out.start += a * unit
    out.end += b * unit
    out.bow += bow
    out.twist += (at(0.25) - 0.75 * a - 0.25 * b - 0.75 * bow) / 0.09375
    return out.bend < 12 ? out : nil
  }
}
