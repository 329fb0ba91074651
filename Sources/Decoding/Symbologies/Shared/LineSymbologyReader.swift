import ReaderCore

/// Reads the linear symbologies that no open library reads: a row of bars is parted into narrow and wide once, and each
/// decoder looks at the result from both sides.
///
/// Truth comes first: a value must come from several bands of rows, with light on both sides, and its drawing must lie on
/// the edges; where two readings of the same bars contradict each other, the better checked one is kept, or none.
final class LineSymbologyReader: PatchReader {
  /// How each symbology is to be read.
  struct Options {
    var code11 = Code11.Options()
    var msi = MSI.Options()
    var plessey = Plessey.Options()
    var code25 = Code25.Options()
    var pharmacode = Pharmacode.Options()
  }

  private(set) var symbologies = LineSymbologyReader.always
  private static let always = SymbologySet([
    .code11, .msi, .plessey, .code25, .pharmacode, .telepen, .koreaPost, .fim,
  ])
  /// What is read from narrow and wide bars.
  private static let twoWidths = SymbologySet([.code11, .msi, .plessey, .code25, .telepen, .pharmacode])
  let wantsEvenBars = true
  private(set) var missesQuietZones = false
  var options = Options()
  private let profile = PatchProfile()
  private let finder = EdgeFinder()
  private var found: [Found] = []
  /// The profiles show light bars as dark ones.
  private var isNegative = false

  /// Root mean square distance of edges from the drawing, in modules, up to which it explains them.
  private static let residualLimit: Float = 0.3

  private struct Found {
    var value: LineValue
    var start: Float
    var end: Float
    var reversed: Bool
    var bands: UInt32 = 0
    var combined = false
    var residual: Float
    /// Number of lines on which its quiet zones were seen.
    var quiet = 0

    var votes: Int { bands.nonzeroBitCount + (combined ? 1 : 0) }
    func overlaps(_ other: Found) -> Bool {
      min(end, other.end) - max(start, other.start) > 0.5 * min(end - start, other.end - other.start)
    }
  }

  func prepare(_ request: DecodeRequest) {
    options.code11.checkCharacters = request.checks.code11
    // Of EAN and UPC it only reads add-ons that are alone.
    symbologies = LineSymbologyReader.always
    if request.checks.addOns { symbologies.insert(.upcEan) }
    options.msi.check = request.checks.msi.flatMap { MSI.Check(rawValue: $0) }
  }

  func read(_ patch: LumaView, _ wanted: SymbologySet, isMirrored: Bool, effort: Int) -> [PatchRead] {
    missesQuietZones = false
    guard patch.width >= 24, patch.height >= 6 else { return [] }
    if effort <= 2 { profile.load(patch, rows: PatchProfile.quickRows, thickness: 4) } else { profile.load(patch) }
    isNegative = false
    found.removeAll(keepingCapacity: true)
    let count = profile.count
    let range = contrast(profile.combined, count)
    guard range > 12 else { return [] }
    let first = PatchGround.isDark(patch)
    for asNegative in [first, !first] {
      var wanted = wanted
      // What nothing checks is only looked for as its ground says.
      if asNegative != first {
        wanted.remove(.pharmacode)
        wanted.remove(.fim)
        wanted.remove(.upcEan)
      }
      if wanted.intersection(symbologies).isEmpty { break }
      if asNegative != isNegative { negate() }
      look(profile.combined, range, nil, wanted)
      for band in 0..<profile.bands {
        let bandRange = contrast(profile.band(band), count)
        if bandRange > 12 { look(profile.band(band), bandRange, band, wanted) }
      }
      let believed = found.filter { isBelieved($0) }
      if !believed.isEmpty { return believed.map { read($0) } }
      found.removeAll(keepingCapacity: true)
    }
    return []
  }

  /// Exchanges light and dark in all profiles.
  private func negate() {
    isNegative.toggle()
    for i in 0..<((profile.bands + 1) * profile.count) { profile.band(0)[i] = 255 - profile.band(0)[i] }
  }

  private func look(_ line: UnsafeMutablePointer<Float>, _ range: Float, _ band: Int?, _ wanted: SymbologySet) {
    for level: Float in [0.12, 0.3] {
      finder.find(line, profile.count, hysteresis: max(3, level * range))
      if lookAtEdges(wanted, band) { return }
      // Edges of blurred bars are not where they are steepest.
      if finder.count >= 8, finder.moveByAreas(line), lookAtEdges(wanted, band) { return }
    }
  }

  /// Whether anything was read from the edges that the finder has.
  private func lookAtEdges(_ wanted: SymbologySet, _ band: Int?) -> Bool {
    let before = found.count
    var any = false
    let hasTwoWidths = !wanted.intersection(LineSymbologyReader.twoWidths).isEmpty
    for run in hasTwoWidths ? TwoWidthRun.runs(finder, length: profile.count) : []
    where run.bars >= 4 && run.margin > 0.12 {
      for side in [run, run.turned] {
        for value in values(side, wanted) {
          any = add(value, Bars(side, quiet: value.quiet), band) || any
        }
      }
    }
    any = lookFurther(wanted, band) || any
    return any || found.count > before
  }

  /// Bars of one width in even slots, and bars and spaces of four widths.
  private func lookFurther(_ wanted: SymbologySet, _ band: Int?) -> Bool {
    var any = false
    if wanted.contains(.koreaPost) {
      for bars in SlotBars.all(finder, length: profile.count, gap: 3, bars: 28...28) {
        for side in [bars, bars.turned] {
          guard let value = KoreaPost.decode(side) else { continue }
          any = add(value, Bars(side, quiet: 2), band) || any
        }
      }
    }
    if wanted.contains(.upcEan) {
      for one in EANAddOnAlone.all(finder, length: profile.count) { any = add(one.value, Bars(one), band) || any }
    }
    // Facing marks are alone.
    if wanted.contains(.fim), (4...7).contains(finder.count / 2) {
      for bars in SlotBars.all(finder, length: profile.count, gap: 3, bars: 4...7) {
        guard bars.slots.count == finder.count / 2, let value = FIM.decode(bars, height: barHeight) else { continue }
        any = add(value, Bars(bars, quiet: bars.count == 9 ? 3 : 1.5), band) || any
      }
    }
    return any
  }

  /// Rows of the patch that show the same bars, in samples; bands that bars end in count as much as they are dark.
  private var barHeight: Float {
    let members = (0..<profile.bands).filter { profile.members >> UInt32($0) & 1 == 1 }
    let depths = members.map { contrast(profile.band($0), profile.count) }
    guard let deepest = depths.max(), deepest > 0 else { return 0 }
    var rows: Float = 0
    for (band, depth) in zip(members, depths) { rows += Float(profile.rows(ofBand: band).count) * depth / deepest }
    return rows * Float(PatchProfile.over)
  }

  private func values(_ run: TwoWidthRun, _ wanted: SymbologySet) -> [LineValue] {
    var out: [LineValue] = []
    func offer(_ value: LineValue?) { if let value { out.append(value) } }
    if wanted.contains(.code11) { offer(Code11.decode(run, options.code11)) }
    if wanted.contains(.msi) { offer(MSI.decode(run, options.msi)) }
    if wanted.contains(.plessey) { offer(Plessey.decode(run, options.plessey)) }
    if wanted.contains(.code25) { offer(Code25.decode(run, options.code25)) }
    if wanted.contains(.telepen) { offer(Telepen.decode(run)) }
    if wanted.contains(.pharmacode) { offer(Pharmacode.decode(run, options.pharmacode)) }
    return out
  }

  /// Bars that a value was read from.
  private struct Bars {
    var edges: [Float]
    var reversed: Bool
    /// Whether there is light on both sides, and whether there is or the patch ends.
    var isQuiet: Bool
    var mayBeQuiet: Bool

    init(_ run: TwoWidthRun, quiet: Float) {
      (edges, reversed) = (run.edges, run.reversed)
      (isQuiet, mayBeQuiet) = (run.isQuiet(quiet), run.isQuiet(quiet, allowingOpen: true))
    }

    init(_ addOn: EANAddOnAlone.Found) {
      (edges, reversed) = (addOn.edges, addOn.reversed)
      (isQuiet, mayBeQuiet) = (addOn.isQuiet, addOn.mayBeQuiet)
    }

    init(_ bars: SlotBars, quiet: Float) {
      (edges, reversed) = (bars.edges, bars.reversed)
      let (before, after) = (bars.quiet.before >= quiet, bars.quiet.after >= quiet)
      (isQuiet, mayBeQuiet) = (before && after, (before || bars.open.before) && (after || bars.open.after))
    }
  }

  private func add(_ value: LineValue, _ run: Bars, _ band: Int?) -> Bool {
    guard let residual = EdgeFit.residual(value.pattern, run.edges), residual < LineSymbologyReader.residualLimit else {
      return false
    }
    let start = run.reversed ? -run.edges[run.edges.count - 1] : run.edges[0]
    let end = run.reversed ? -run.edges[0] : run.edges[run.edges.count - 1]
    var one = Found(value: value, start: start, end: end, reversed: run.reversed, residual: residual)
    var index = found.firstIndex {
      $0.value.symbology == value.symbology && $0.value.bytes == value.bytes && $0.reversed == run.reversed
        && $0.overlaps(one)
    }
    if index == nil {
      guard found.count < 64 else { return false }
      one.combined = band == nil
      found.append(one)
      index = found.count - 1
    }
    guard let index else { return false }
    if let band { found[index].bands |= 1 << UInt32(band) } else { found[index].combined = true }
    if run.isQuiet {
      found[index].quiet += 1
    } else if run.mayBeQuiet {
      missesQuietZones = true
    }
    found[index].residual = min(found[index].residual, residual)
    return true
  }

  private func isBelieved(_ one: Found) -> Bool {
    let bands = profile.bands
    switch one.value.strength {
    case .checked: guard one.votes >= min(2, bands), one.quiet >= 1 else { return false }
    case .formed: guard one.votes >= min(3, bands), one.quiet * 2 >= one.votes else { return false }
    case .weak: guard one.votes >= min(4, bands), one.quiet >= one.votes - 1 else { return false }
    }
    for other in found where other.overlaps(one) {
      if other.value.symbology == one.value.symbology, other.value.bytes == one.value.bytes { continue }
      // The same number from the other side is no contradiction: the picture's upright tells.
      if one.value.needsDirection, other.value.symbology == one.value.symbology, other.reversed != one.reversed {
        continue
      }
      let (mine, theirs) = (one.value.strength.rawValue, other.value.strength.rawValue)
      if theirs > mine || (theirs == mine && other.votes * 2 > one.votes) { return false }
    }
    return true
  }

  private func read(_ f: Found) -> PatchRead {
    let mask = f.bands == 0 ? profile.members : f.bands
    var top = profile.height
    var bottom = 0
    for b in 0..<profile.bands where mask >> UInt32(b) & 1 == 1 {
      top = min(top, profile.rows(ofBand: b).lowerBound)
      bottom = max(bottom, profile.rows(ofBand: b).upperBound)
    }
    let last = max(top, bottom - 1)
    func point(_ sample: Float, _ row: Int) -> Point {
      Point(Double(profile.column(sample, row: Float(row))) + 0.5, Double(row) + 0.5)
    }
    let quad =
      f.reversed
      ? Quad(point(f.end, last), point(f.start, last), point(f.start, top), point(f.end, top))
      : Quad(point(f.start, top), point(f.end, top), point(f.end, last), point(f.start, last))
    var code = DecodedCode(
      symbology: f.value.symbology, variant: f.value.variant, bytes: f.value.bytes, aimID: f.value.aimID, corners: quad)
    code.isInverted = isNegative
    return PatchRead(
      code: code, lines: f.votes, needsDirection: f.value.needsDirection, pattern: f.value.pattern)
  }
}
