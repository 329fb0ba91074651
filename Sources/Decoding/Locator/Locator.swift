import CPlatform
import Glibc
import Imaging
import ReaderCore

/// Finds the places of a picture where a code can be.
///
/// The structure tensor of 8x8 blocks tells stripes that agree in one direction from edges that are dense in any; the same at
/// blocks of 16 and 32 pixels finds codes with large modules. Connected blocks become oriented rectangles. Dense blocks
/// are grouped at several thresholds of a geometric ladder: with one alone a code melts into the clutter around it.
enum Locator {
  /// Which kinds of candidates are wanted.
  struct Wanted {
    var stripes = true
    var dense = true
    /// Leave out dense pieces of stripes: quick searches would not look at them.
    var once = false
  }

  /// The candidates of a picture, likeliest first.
  static func candidates(
    _ luma: LumaView, _ wanted: Wanted = Wanted(), _ memory: LocatorMemory = LocatorMemory()
  ) -> [Candidate] {
    guard luma.width >= 16, luma.height >= 16 else { return [] }
    memory.take(luma)
    for level in memory.levels { level.thresholds = ladder(level.smooth) }
    return rated(groups(wanted, memory.levels[...], stripesAt: 1, Double(luma.width * luma.height)), luma)
  }

  /// The candidates of the same picture that there are without what was read, and were not there with it; stripes at each
  /// threshold, too, as weak edges may have joined them.
  ///
  /// - Parameters:
  ///   - known: The candidates so far.
  ///   - places: Where to look.
  ///   - areas: What is left out.
  static func candidates(
    _ luma: LumaView, _ wanted: Wanted, _ memory: LocatorMemory, besides known: [Candidate], in places: [CandidateBox],
    without areas: [CodeArea]
  ) -> [Candidate] {
    // What touches a code has its size; blocks of 32 pixels only tell what is larger.
    let levels = memory.levels.prefix(2)
    for level in levels {
      level.keep(places)
      for area in areas { level.hide(area) }
    }
    let boxes = known.map { CandidateBox($0) }
    let new = groups(wanted, levels, stripesAt: .max, .infinity).filter { candidate in
      let box = CandidateBox(candidate)
      return places.contains { $0.overlap(box) > 0 } && !boxes.contains { $0.overlap(box) > 0.9 }
    }
    return rated(new, luma)
  }

  /// The groups of blocks, none of them twice.
  ///
  /// - Parameters:
  ///   - steps: At how many thresholds stripes are grouped.
  ///   - pixels: Of the picture. Stripes that take up most of a large one may be the weave of a display or a smear of motion, in which
  ///     the bars of a code drown: then they are grouped at the next thresholds as well, until that is over. A code may fill a small one.
  private static func groups(
    _ wanted: Wanted, _ levels: ArraySlice<LocatorMemory.Level>, stripesAt steps: Int, _ pixels: Double
  ) -> [Candidate] {
    var found: [Candidate] = []
    let most = pixels > 150_000 ? 0.5 * pixels : .infinity
    for level in levels {
      if wanted.stripes {
        for (step, threshold) in level.thresholds.enumerated() {
          let stripes = level.stripes.candidates(above: threshold, level.peaks)
          found += stripes
          if step + 1 >= steps, !stripes.contains(where: { $0.area > most }) { break }
        }
      }
      if wanted.dense { found += dense(level, level.thresholds) }
    }
    found = distinct(found)
    return wanted.once ? withoutPieces(found) : found
  }

  private static func rated(_ candidates: [Candidate], _ luma: LumaView) -> [Candidate] {
    var found = candidates
    for i in found.indices { rate(&found[i], luma) }
    let order = found.indices.sorted {
      found[$0].score != found[$1].score ? found[$0].score > found[$1].score : $0 < $1
    }
    return order.map { found[$0] }
  }

  /// Thresholds of the energy: the lowest adapts to the picture, the others follow by factors of 4 up to its strongest edges.
  static func ladder(_ grid: TensorGrid) -> [Float] {
    // A histogram over exponent and upper mantissa bits: eight bins to a factor of two.
    var bins = [UInt32](repeating: 0, count: 160)
    let one = Int(Float(1).bitPattern >> 20)
    bins.withUnsafeMutableBufferPointer { cplatform_count_energies(grid.energy, grid.count, $0.baseAddress!) }
    func percentile(_ part: Double) -> Float {
      var sum = 0
      for bin in 0..<bins.count {
        sum += Int(bins[bin])
        if Double(sum) >= part * Double(grid.count) { return Float(bitPattern: UInt32(bin + one) << 20) }
      }
      return 0
    }
    let lowest = max(24, min(3 * percentile(0.1), 0.15 * percentile(0.9)))
    let highest = max(percentile(0.99), lowest)
    var steps = [lowest]
    while steps.count < 6, steps[steps.count - 1] * 4 <= highest * 1.5 { steps.append(steps[steps.count - 1] * 4) }
    // Where noise or the weave of a display is everywhere, steps of four may lead from below it past what stands out of it.
    let (middle, floor) = (percentile(0.5), 1.4 * percentile(0.5))
    if percentile(0.1) > lowest, floor < highest {
      let above = steps.firstIndex { $0 > middle } ?? steps.endIndex
      if above == steps.endIndex || steps[above] > 2 * floor {
        if above > 1 { steps[above - 1] = floor } else { steps.insert(floor, at: above) }
      }
    }
    return steps
  }

  // MARK: Dense

  /// Groups of blocks with many edges, at each threshold.
  static func dense(_ level: LocatorMemory.Level, _ thresholds: [Float]) -> [Candidate] {
    let runs = level.runs
    runs.prepare(maximumCoherence: 0.97, above: thresholds[0], level.peaks)
    let size = Double(level.smooth.blockSize)
    var found: [Candidate] = []
    for threshold in thresholds {
      runs.groups(above: threshold, minimum: 6) { group, sums, blocks in
        // A matrix code has two directions, a quarter turn apart: directions taken four times agree.
        let angle = 0.25 * Double(atan2f(sums.im, sums.re))
        let (c, s) = (Float(cos(angle)), Float(sin(angle)))
        var extent = BlockExtent(c, s)
        for run in group {
          extent.add(Float(run.from) + 0.5, Float(run.row) + 0.5)
          if run.to > run.from + 1 { extent.add(Float(run.to) - 0.5, Float(run.row) + 0.5) }
        }
        var candidate = extent.candidate(.dense, angle, size, blocks: blocks)
        guard min(candidate.halfLength, candidate.halfHeight) * 2 >= 2 * size,
          max(candidate.halfLength, candidate.halfHeight) * 2 >= 3 * size
        else { return }
        candidate.energy = Double(sums.energy) / Double(blocks)
        candidate.coherence =
          Double(
            (sums.difference * sums.difference + sums.product * sums.product).squareRoot() / max(sums.energy, 1e-6))
        found.append(candidate)
      }
    }
    return found
  }

  // MARK: Common

  /// Coherence from which a dense candidate inside of stripes is a piece of them, and no stacked code.
  static let pieceCoherence = 0.6

  /// Leaves out dense candidates that are pieces of stripes.
  private static func withoutPieces(_ candidates: [Candidate]) -> [Candidate] {
    let stripes = candidates.filter { $0.kind == .stripes && $0.halfHeight > 12 }.map { $0.quad }
    return candidates.filter { candidate in
      candidate.kind != .dense || candidate.coherence <= pieceCoherence
        || !stripes.contains { QuadGeometry.contains($0, candidate.centre, slack: 0) }
    }
  }

  /// Leaves out what an earlier candidate of the same kind covers.
  static func distinct(_ candidates: [Candidate]) -> [Candidate] {
    var kept: [Candidate] = []
    var boxes: [CandidateBox] = []
    // Of each kind, the numbers of those that are kept.
    var (stripes, others): ([Int], [Int]) = ([], [])
    for candidate in candidates {
      let box = CandidateBox(candidate)
      let isKnown = (candidate.kind == .stripes ? stripes : others).contains { i in
        boxes[i].overlap(box) > 0.8 && kept[i].kind == candidate.kind
          && Candidate.turn(kept[i].angle, candidate.angle) < 0.06
      }
      if isKnown { continue }
      if candidate.kind == .stripes { stripes.append(kept.count) } else { others.append(kept.count) }
      kept.append(candidate)
      boxes.append(box)
    }
    return kept
  }
}

/// The extent of blocks in a direction, in units of blocks.
struct BlockExtent {
  let c: Float
  let s: Float
  var minU = Float.infinity
  var maxU = -Float.infinity
  var minV = Float.infinity
  var maxV = -Float.infinity

  init(_ c: Float, _ s: Float) {
    self.c = c
    self.s = s
  }

  /// Takes the middle of a block in.
  @inline(__always)
  mutating func add(_ x: Float, _ y: Float) {
    let (u, v) = (x * c + y * s, y * c - x * s)
    minU = min(minU, u)
    maxU = max(maxU, u)
    minV = min(minV, v)
    maxV = max(maxV, v)
  }

  /// The rectangle; there must be a block in it.
  func candidate(_ kind: Candidate.Kind, _ angle: Double, _ size: Double, blocks: Int) -> Candidate {
    let half = 0.5 * (abs(c) + abs(s))
    let (u, v) = ((minU + maxU) / 2, (minV + maxV) / 2)
    var candidate = Candidate(
      kind: kind, centre: Point(Double(u * c - v * s) * size, Double(u * s + v * c) * size), angle: angle,
      halfLength: Double((maxU - minU) / 2 + half) * size, halfHeight: Double((maxV - minV) / 2 + half) * size)
    candidate.fill = min(1, Double(blocks) * size * size / max(candidate.area, 1))
    return candidate
  }
}

/// The upright box around a candidate.
struct CandidateBox {
  let minX, minY, maxX, maxY, area: Double

  init(_ candidate: Candidate) {
    let (u, v) = candidate.axes
    let w = candidate.halfLength * abs(u.x) + candidate.halfHeight * abs(v.x)
    let h = candidate.halfLength * abs(u.y) + candidate.halfHeight * abs(v.y)
    (minX, maxX) = (candidate.centre.x - w, candidate.centre.x + w)
    (minY, maxY) = (candidate.centre.y - h, candidate.centre.y + h)
    area = 4 * w * h
  }

  /// How much is common: intersection by union.
  @inline(__always)
  func overlap(_ other: CandidateBox) -> Double {
    let w = min(maxX, other.maxX) - max(minX, other.minX)
    let h = min(maxY, other.maxY) - max(minY, other.minY)
    guard w > 0, h > 0 else { return 0 }
    return w * h / (area + other.area - w * h)
  }
}
