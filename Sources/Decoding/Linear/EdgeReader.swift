import ReaderCore

/// One reading of one line.
struct LineRead {
  var symbology: Symbology
  var variant: Variant = .none
  var bytes: [UInt8]
  var aimID: String
  var isGS1 = false
  var addOn: String?
  /// First edge of the first bar and last edge of the last bar in samples, from left to right whatever the direction.
  var start: Float
  var end: Float
  var reversed = false
  /// Largest distance of a character from its pattern (squared modules).
  var cost: Float
  /// Smallest lead of a character over the next best (squared modules).
  var lead: Float
  /// Quiet zones at both ends were seen (not merely the end of the patch).
  var quiet = false
  /// Something stands in a quiet zone: only the pixels can say that the symbol ends there.
  var isTight = false
}

/// Reads edges as symbols: distances between edges of the same direction, which blur and ink growth leave alone, decide;
/// bar widths, corrected by the growth seen in the guards, break the ties.
final class EdgeReader {
  let ean: CharacterSet
  let code128: CharacterSet
  let code93: CharacterSet
  /// The edges under work: first light to dark, last dark to light.
  var e: UnsafePointer<Float>
  var n = 0
  /// First and last sample of the line in the direction of `e`: a quiet zone may end there.
  var lineStart: Float = 0
  var lineEnd: Float = 0
  var reads: [LineRead] = []
  var values = [Int]()

  init() {
    var sets: [UInt32] = EANTables.setA
    for d in 0..<10 { sets.append(EANTables.setB(d)) }
    ean = CharacterSet(sets, elements: 4, modules: 7, barFirst: false)
    code128 = CharacterSet(Code128Tables.widths, elements: 6, modules: 11, barFirst: true)
    code93 = CharacterSet(Code93Tables.widths + [Code93Tables.startStop], elements: 6, modules: 9, barFirst: true)
    e = UnsafePointer(code93.widths)
    values.reserveCapacity(256)
  }

  /// Reads all symbols of the enabled symbologies from edges (see `EdgeFinder`); `length` samples is the line.
  func read(_ finder: EdgeFinder, length: Int, _ enabled: SymbologySet) -> [LineRead] {
    reads.removeAll(keepingCapacity: true)
    n = finder.count
    guard n >= 12 else { return [] }
    for direction in 0..<2 {
      e = UnsafePointer(direction == 0 ? finder.edges.base : finder.mirrored.base)
      lineStart = direction == 0 ? 0 : -Float(length - 1)
      lineEnd = direction == 0 ? Float(length - 1) : 0
      let first = reads.count
      if enabled.contains(.upcEan) { readEAN() }
      if enabled.contains(.code128) { readCode128() }
      if enabled.contains(.code39) { readCode39() }
      if enabled.contains(.code93) { readCode93() }
      if enabled.contains(.codabar) { readCodabar() }
      if enabled.contains(.interleaved2of5) { readInterleaved() }
      if direction == 1 {
        for i in first..<reads.count {
          let s = reads[i].start
          reads[i].start = -reads[i].end
          reads[i].end = -s
          reads[i].reversed = true
        }
      }
    }
    return reads
  }

  /// Light space before edge i, in samples; `open` when the line ends there.
  @inline(__always)
  func spaceBefore(_ i: Int) -> (width: Float, open: Bool) {
    i > 0 ? (e[i] - e[i &- 1], false) : (e[0] - lineStart, true)
  }

  /// Light space after edge i.
  @inline(__always)
  func spaceAfter(_ i: Int) -> (width: Float, open: Bool) {
    i &+ 1 < n ? (e[i &+ 1] - e[i], false) : (lineEnd - e[i], true)
  }

  /// Quiet zones around edges i to j: whether they are at least `needed` wide (an open end counts as wide), and whether
  /// both were really seen.
  func quiet(_ i: Int, _ j: Int, needed: Float) -> (ok: Bool, seen: Bool) {
    let a = spaceBefore(i)
    let b = spaceAfter(j)
    let ok = (a.open || a.width >= needed) && (b.open || b.width >= needed)
    return (ok, ok && a.width >= needed && b.width >= needed)
  }

  /// Modules of light that a symbol must have beside it which begins and ends as nothing else does, and checks itself.
  static let leastQuiet: Float = 1.5

  /// Judges the quiet zones of a read of such a symbol at edges i to j; nil when they are less than the least.
  func withQuiet(_ read: LineRead, _ i: Int, _ j: Int, _ module: Float) -> LineRead? {
    guard quiet(i, j, needed: EdgeReader.leastQuiet * module).ok else { return nil }
    let full = quiet(i, j, needed: 4.5 * module)
    var read = read
    (read.isTight, read.quiet) = (!full.ok, full.seen)
    return read
  }
}

/// Characters of a symbology whose element widths are whole modules.
final class CharacterSet {
  let count: Int
  let elements: Int
  let modules: Float
  let barFirst: Bool
  /// Element widths in modules, `elements` a character.
  let widths: UnsafeMutablePointer<Float>

  init(_ hex: [UInt32], elements: Int, modules: Float, barFirst: Bool) {
    count = hex.count
    self.elements = elements
    self.modules = modules
    self.barFirst = barFirst
    widths = UnsafeMutablePointer<Float>.allocate(capacity: hex.count * elements)
    for (c, value) in hex.enumerated() {
      for i in 0..<elements {
        (widths + c * elements + i).initialize(to: Float(value >> UInt32(4 * (elements - 1 - i)) & 15))
      }
    }
  }

  deinit { widths.deallocate() }

  /// The character of `range` that fits the edges at `e` best; `growth` is what a bar is too wide, in modules.
  func match(_ e: UnsafePointer<Float>, _ range: Range<Int>, growth: Float) -> (value: Int, cost: Float, lead: Float) {
    let total = e[elements] - e[0]
    guard total > 0 else { return (-1, .infinity, 0) }
    let scale = modules / total
    let k = elements
    // Distances between edges of one direction, and the bars together.
    let d0 = (e[2] - e[0]) * scale
    let d1 = (e[3] - e[1]) * scale
    let d2 = (e[4] - e[2]) * scale
    let d3 = k == 6 ? (e[5] - e[3]) * scale : 0
    let d4 = k == 6 ? (e[6] - e[4]) * scale : 0
    var bars: Float
    if barFirst {
      bars = (e[1] - e[0] + e[3] - e[2] + e[5] - e[4]) * scale - 3 * growth
    } else {
      bars = (e[2] - e[1] + e[4] - e[3]) * scale - 2 * growth
    }
    bars = max(0, bars)
    var best = Float.infinity
    var second = Float.infinity
    var value = -1
    for c in range {
      let w = widths + c &* k
      let f0 = d0 - w[0] - w[1]
      let f1 = d1 - w[1] - w[2]
      let f2 = d2 - w[2] - w[3]
      var cost = f0 * f0 + f1 * f1 + f2 * f2
      let b: Float
      if k == 6 {
        let f3 = d3 - w[3] - w[4]
        let f4 = d4 - w[4] - w[5]
        cost += f3 * f3 + f4 * f4
        b = bars - w[0] - w[2] - w[4]
      } else {
        b = bars - w[1] - w[3]
      }
      cost += 0.3 * b * b
      if cost < best {
        second = best
        best = cost
        value = c
      } else if cost < second {
        second = cost
      }
    }
    return (value, best, second - best)
  }
}
