import ReaderCore

/// Looks for the row address patterns of a 2D component above a linear one.
struct CompositeSearch {
  let luma: LumaView
  let isInverted: Bool
  /// The linear component, its modules measured anew by the address patterns.
  private(set) var place: LinearPlace
  /// From the first to the last column of address patterns that all sizes have.
  private let span: Double
  /// Modules at the first and the last column of address patterns, by those of the place.
  private var scales = (first: 1.0, last: 1.0)
  /// Heights at which those were seen.
  private var heights = (first: 0.0, last: 0.0)

  /// Likeness from which a pattern is taken for seen.
  private static let seen: Float = 0.72

  /// nil when nothing above the bars looks like a 2D component.
  init?(_ luma: LumaView, _ place: LinearPlace, isInverted: Bool) {
    self.luma = luma
    self.isInverted = isInverted
    self.place = place
    span = place.span
    // Where the outer patterns are, on lines that a component of few rows has, too. The rows may lie at an angle to the
    // direction in which the bars were read.
    let heights = stride(from: -4.0, through: 18, by: 2).filter { isInside(place.start + 5, $0) }
    // Where those can be anywhere, the likeliest places are tried.
    let starts = place.slack > 6 ? likeliest(heights) : [place.start]
    var best: (value: Float, first: Column, last: Column)?
    for start in starts {
      guard let found = ends(heights, start, min(place.slack, place.slack > 6 ? 2 : 6)) else { continue }
      if found.value > best?.value ?? 0 { best = found }
      if found.value > CompositeSearch.enough { break }
    }
    guard let best else { return nil }
    let first = refined(best.first, isCentre: place.columns == 3)
    let last = refined(best.last, isCentre: false)
    let factor = (last.position - first.position) / span
    guard let measured = place.scaled(factor, start: first.position) else { return nil }
    self.place = measured
    self.heights = (first.height, last.height)
    scales = (first.scale / factor, last.scale / factor)
  }

  /// Something like an address pattern on a line.
  private struct Seen {
    let height: Double
    let address: Int
    let position: Double
    let likeness: Float
  }

  /// A column of address patterns, as lines that agree on its place show it.
  private struct Column {
    var lines: [Seen]
    /// Modules there, by those of the linear component.
    var scale: Double

    /// How much speaks for it: each line once, and that the addresses go down from row to row. Bars of the linear component
    /// look like patterns that stay the same.
    var value: Float {
      var best: [Double: Float] = [:]
      for line in lines {
        let likeness = line.likeness - 0.6
        best[line.height] = max(best[line.height] ?? 0, likeness * likeness)
      }
      guard best.count > 1 else { return 0 }
      let descends = lines.contains { low in
        lines.contains {
          $0.height > low.height && $0.height - low.height < 7 && ($0.address + 1) % 52 == low.address
        }
      }
      return best.values.reduce(0, +) * (descends ? 1 : 0.4)
    }
    var position: Double { lines.reduce(0) { $0 + $1.position } / Double(max(1, lines.count)) }
    var height: Double {
      let heights = lines.map { $0.height }.sorted()
      return heights.isEmpty ? 0 : heights[heights.count / 2]
    }
  }

  private static let scales = [1, 0.94, 1.06]
  /// What speaks for a column of three lines: then nothing better is looked for.
  private static let enough: Float = 0.25

  /// The first and the last column of address patterns that all sizes have: patterns of one size at the right distance. Some
  /// codewords look like patterns, too, so that several places are tried.
  private func ends(_ heights: [Double], _ start: Double, _ slack: Double) -> (
    value: Float, first: Column, last: Column
  )? {
    let steps = CompositeLayout.steps(columns: place.columns)
    var best: (value: Float, first: Column, last: Column)?
    for scale in CompositeSearch.scales {
      let (firsts, nearest) = seen(
        heights.filter { $0 > 0 }, at: start, slack: slack, isCentre: place.columns == 3, scale)
      for column in CompositeSearch.columns(firsts, scale).prefix(3) {
        for lastScale in CompositeSearch.scales {
          let (lasts, _) = seen(heights, at: column.position + span, slack: 5, isCentre: false, lastScale)
          func belong(_ first: Seen, _ last: Seen) -> Bool {
            abs(last.height - first.height) <= 9 && steps.contains((last.address - first.address + 52) % 52)
          }
          var first = column
          first.lines = column.lines.filter { line in lasts.contains { belong(line, $0) } }
          let others = lasts.filter { line in column.lines.contains { belong($0, line) } }
          guard let last = CompositeSearch.columns(others, lastScale).first else { continue }
          let value = min(first.value, last.value)
          if value > best?.value ?? 0 { best = (value, first, last) }
          if lastScale == 1, lasts.isEmpty { break }
        }
        if best?.value ?? 0 > CompositeSearch.enough { break }
      }
      // Where nothing is like a pattern now, nothing is at another size.
      if best?.value ?? 0 > CompositeSearch.enough || nearest < 0.62 { break }
    }
    return best
  }

  /// A column with the size of its modules and its place measured more closely.
  private func refined(_ column: Column, isCentre: Bool) -> Column {
    var best: (column: Column, sum: Float) = (column, 0)
    for scale in [column.scale, column.scale - 0.03, column.scale + 0.03] {
      var (lines, sum): ([Seen], Float) = ([], 0)
      for seen in column.lines {
        let line = line(at: column.position, height: seen.height, slack: 1, isCentre: isCentre, scale: scale)
        let likeness = line.likeness[seen.address]
        sum += likeness
        guard likeness > CompositeSearch.seen else { continue }
        lines.append(
          Seen(
            height: seen.height, address: seen.address, position: Double(line.position[seen.address]),
            likeness: likeness))
      }
      if sum > best.sum, !lines.isEmpty { best = (Column(lines: lines, scale: scale), sum) }
    }
    return best.column
  }

  /// The columns that lines agree on, the likeliest first.
  private static func columns(_ lines: [Seen], _ scale: Double) -> [Column] {
    var columns: [Column] = []
    for line in lines.sorted(by: { $0.likeness > $1.likeness }) {
      if columns.contains(where: { abs($0.lines[0].position - line.position) < 0.8 }) { continue }
      // The likeliest line is first: it is the middle.
      columns.append(Column(lines: [line] + lines.filter { abs($0.position - line.position) < 0.8 }, scale: scale))
      if columns.count == 8 { break }
    }
    return columns.filter { $0.value > 0 }.sorted { $0.value > $1.value }
  }

  /// Whatever is like an address pattern near a place, and how like the likeliest is.
  private func seen(
    _ heights: [Double], at start: Double, slack: Double, isCentre: Bool, _ scale: Double
  ) -> ([Seen], nearest: Float) {
    var (out, nearest): ([Seen], Float) = ([], 0)
    for height in heights {
      let line = line(at: start, height: height, slack: slack, isCentre: isCentre, scale: scale)
      nearest = max(nearest, line.best.likeness)
      for address in 0..<52 where line.likeness[address] > CompositeSearch.seen {
        out.append(
          Seen(
            height: height, address: address, position: Double(line.position[address]),
            likeness: line.likeness[address]))
      }
    }
    return (out, nearest)
  }

  /// Where the first column most likely is, when that can be anywhere: places where many lines have a pattern, and another
  /// one at the distance of the last column.
  private func likeliest(_ heights: [Double]) -> [Double] {
    func profile(_ start: Double, _ slack: Double, isCentre: Bool) -> [Float] {
      var out: [Float] = []
      for height in heights where height > 0 && height < 12 {
        let line = AddressStrip.profile(
          luma, place, isCentre: isCentre, isInverted: isInverted, at: start, height: height, slack: slack)
        if out.isEmpty { out = line } else { for i in out.indices { out[i] += line[i] } }
      }
      return out
    }
    let firsts = profile(place.start, place.slack, isCentre: place.columns == 3)
    let step = 1 / Double(AddressStrip.density)
    var places: [(value: Float, position: Double)] = []
    var taken: [Int] = []
    for i in firsts.indices.sorted(by: { firsts[$0] > firsts[$1] }) {
      if taken.contains(where: { abs($0 - i) < AddressStrip.density }) { continue }
      taken.append(i)
      let position = place.start + Double(i - firsts.count / 2) * step
      let value = firsts[i] + (profile(position + span, 4, isCentre: false).max() ?? 0)
      places.append((value, position))
      if taken.count == 6 { break }
    }
    return places.sorted { $0.value > $1.value }.map { $0.position }
  }

  private func isInside(_ x: Double, _ y: Double) -> Bool {
    LinearPlace.isInside(place.point(x, y), luma)
  }

  private func line(
    at start: Double, height: Double, slack: Double, isCentre: Bool, scale: Double
  ) -> AddressStrip.Line {
    AddressStrip.line(
      luma, place, isCentre: isCentre, isInverted: isInverted, at: start, height: height, slack: slack, scale: scale)
  }

  /// Every column of address patterns, line by line from below the edge of the bars to where no more patterns are.
  func strips() -> [AddressStrip] {
    let first = -4.0
    let middle = (scales.first + scales.last) / 2
    var strips = [AddressStrip(isCentre: place.columns == 3, scale: scales.first, firstHeight: first)]
    var offsets = [0.0]
    if place.columns == 3 {
      // The left one, which CC-A lacks.
      strips.insert(AddressStrip(isCentre: false, scale: scales.first, firstHeight: first), at: 0)
      offsets.insert(-27, at: 0)
    }
    if place.columns == 4 {
      strips.append(AddressStrip(isCentre: true, scale: middle, firstHeight: first))
      // Where the modules change from one size to another over the width.
      offsets.append(44 + 11 * (scales.first - scales.last))
    }
    strips.append(AddressStrip(isCentre: false, scale: scales.last, firstHeight: first))
    offsets.append(span)
    for i in strips.indices {
      let height = i + 1 == strips.count ? heights.last : i == 0 ? heights.first : (heights.first + heights.last) / 2
      let begin = Int(((height - first) / AddressStrip.lineStep).rounded())
      let below = follow(strips[i], place.start + offsets[i], from: begin - 1, by: -1)
      let above = follow(strips[i], place.start + offsets[i], from: begin, by: 1)
      strips[i].lines = below.reversed() + above
    }
    let count = strips.map { $0.lines.count }.max() ?? 0
    for i in strips.indices {
      strips[i].lines += Array(repeating: AddressStrip.Line(), count: count - strips[i].lines.count)
    }
    return strips
  }

  /// The lines from one on up- or downwards, as far as there are any.
  private func follow(_ strip: AddressStrip, _ start: Double, from begin: Int, by step: Int) -> [AddressStrip.Line] {
    var lines: [AddressStrip.Line] = []
    var expected = start
    var (drift, unseen) = (0.0, 0)
    var number = begin
    while number >= 0, number < CompositeSearch.maxLines {
      let height = strip.height(ofLine: number)
      // The separator of EAN and UPC is six modules high.
      guard isInside(expected + 5, height), unseen < 30 else { break }
      let line = line(at: expected, height: height, slack: 1.25, isCentre: strip.isCentre, scale: strip.scale)
      lines.append(line)
      unseen += 1
      let error = Double(line.position[line.best.address]) - expected
      if line.best.likeness > 0.8, abs(error) < 1 {
        drift += 0.02 * error
        expected += 0.25 * error
        unseen = 0
      }
      expected += drift
      number += step
    }
    // All strips begin with the same line.
    while step < 0, number >= 0 {
      lines.append(AddressStrip.Line())
      number -= 1
    }
    return lines
  }

  /// 44 rows of up to four modules.
  private static let maxLines = 2 * 44 * 4
}

extension LinearPlace {
  /// The same with other modules.
  func scaled(_ factor: Double, start: Double) -> LinearPlace? {
    guard factor > 0.8, factor < 1.25 else { return nil }
    var place = self
    place.right = Point(right.x * factor, right.y * factor)
    place.up = Point(up.x * factor, up.y * factor)
    place.start = start / factor
    return place
  }
}

extension CompositeLayout {
  /// How far the right address pattern is ahead of the first that all sizes have, in the sizes with so many columns.
  static func steps(columns: Int) -> Set<Int> {
    Set(all(columns: columns).map { ($0.right - (columns == 3 ? $0.centre : $0.left) + 52) % 52 })
  }
}
