import ReaderCore

/// Scanbeam's own decoder for EAN/UPC with add-ons, Code 128, Code 39, Code 93, Codabar and Interleaved 2 of 5.
///
/// It reads a patch in which bars are roughly vertical, in either direction: edges first, on the average of the rows and
/// on bands of them; where edges are gone, it fits a blurred template. What it returns are hypotheses. One decoder
/// belongs to one thread at a time; a result depends on nothing but the arguments.
public final class LinearDecoder {
  /// What it can read.
  public static let symbologies = SymbologySet([
    .upcEan, .code128, .code39, .code93, .codabar, .interleaved2of5,
  ])

  /// Confidence from which a value read by edges is not doubted.
  static let reliable = 70

  let profile = PatchProfile()
  private let finder = EdgeFinder()
  private let reader = EdgeReader()
  lazy var fitter = BlurFitter()
  private var found: [Found] = []

  private struct Found {
    var read: LineRead
    var bandMask: UInt32 = 0
    var combined = false
  }

  /// Makes a decoder; it allocates its tables once.
  public init() {}

  /// Reads what is in a patch. Effort 1 and 2 read edges, 3 and more fit blurred templates where edges gave nothing.
  public func decode(_ patch: LumaView, _ symbologies: SymbologySet, effort: Int) -> [LinearRead] {
    let enabled = symbologies.intersection(LinearDecoder.symbologies)
    guard !enabled.isEmpty, patch.width >= 24 else { return [] }
    if effort <= 2 { profile.load(patch, rows: PatchProfile.quickRows, thickness: 4) } else { profile.load(patch) }
    readEdges(enabled, effort)
    var out: [LinearRead] = []
    for f in found {
      if let read = finish(f) { out.append(read) }
    }
    // Where edges gave nothing, or nothing to rely on, the whole profile is explained at once.
    let doubtful = out.allSatisfy { $0.confidence < LinearDecoder.reliable }
    if effort >= 3, doubtful, enabled.contains(.upcEan) || enabled.contains(.code128) {
      let fits = fitter.fit(profile, enabled)
      if !fits.isEmpty { return fits.map { fitted($0) } }
    }
    return out
  }

  private func readEdges(_ enabled: SymbologySet, _ effort: Int) {
    found.removeAll(keepingCapacity: true)
    let count = profile.count
    let range = contrast(profile.combined, count)
    guard range > 6 else { return }
    let levels: [Float] = effort <= 1 ? [0.12] : [0.12, 0.05, 0.25]
    var level: Float = levels[0]
    for candidate in levels {
      finder.find(profile.combined, count, hysteresis: max(2, candidate * range))
      for read in reader.read(finder, length: count, enabled) { add(read, band: nil) }
      level = candidate
      if !found.isEmpty { break }
    }
    if found.isEmpty { level = levels[0] }
    for b in 0..<profile.bands {
      let bandRange = contrast(profile.band(b), count)
      guard bandRange > 6 else { continue }
      finder.find(profile.band(b), count, hysteresis: max(2.5, level * bandRange))
      for read in reader.read(finder, length: count, enabled) { add(read, band: b) }
    }
  }

  private func add(_ read: LineRead, band: Int?) {
    var index = found.firstIndex { f in
      f.read.symbology == read.symbology && f.read.bytes == read.bytes && f.read.variant == read.variant
        && abs(f.read.start + f.read.end - read.start - read.end) < 0.7 * (read.end - read.start)
    }
    if index == nil {
      found.append(Found(read: read))
      index = found.count - 1
    }
    guard let index else { return }
    if let band { found[index].bandMask |= 1 << UInt32(band) } else { found[index].combined = true }
    if found[index].read.addOn == nil { found[index].read.addOn = read.addOn }
    found[index].read.cost = min(found[index].read.cost, read.cost)
    found[index].read.lead = max(found[index].read.lead, read.lead)
    found[index].read.quiet = found[index].read.quiet || read.quiet
    found[index].read.isTight = found[index].read.isTight && read.isTight
  }

  /// The hypothesis with its place and confidence; nil when what speaks for it is too little.
  private func finish(_ f: Found) -> LinearRead? {
    let read = f.read
    let support = f.bandMask.nonzeroBitCount
    let weak = read.symbology != .upcEan && read.symbology != .code128 && read.symbology != .code93
    let short = read.variant == .upcE || read.variant == .ean8
    let votes = support + (f.combined ? 1 : 0)
    // A lone line is believed only where the symbology checks itself; the weakly checked ones need lines that agree and
    // light on both sides.
    if weak, votes < min(3, profile.bands) || !read.quiet { return nil }
    if read.isTight, votes < min(3, profile.bands) { return nil }
    if short, votes < min(2, profile.bands) { return nil }
    // Another value at the same place with more lines behind it wins.
    for other in found where other.read.bytes != read.bytes || other.read.symbology != read.symbology {
      let overlap = min(other.read.end, read.end) - max(other.read.start, read.start)
      guard overlap > 0.5 * min(read.end - read.start, other.read.end - other.read.start) else { continue }
      let otherVotes = other.bandMask.nonzeroBitCount + (other.combined ? 1 : 0)
      let longer = other.read.end - other.read.start > 1.2 * (read.end - read.start)
      if otherVotes >= votes, longer || otherVotes > votes { return nil }
    }
    var confidence: Float = 30 + 40 * min(1, Float(votes) / Float(min(5, profile.bands + 1)))
    confidence += 20 * min(1, read.lead / 0.8) + (read.quiet ? 10 : 0)
    if weak { confidence -= 15 }
    return LinearRead(
      symbology: read.symbology, variant: read.variant, bytes: read.bytes, aimID: read.aimID, isGS1: read.isGS1,
      addOn: read.addOn,
      quad: quad(read.start, read.end, f.bandMask == 0 ? profile.members : f.bandMask, read.reversed),
      // Lines that agree do not tell whether a symbol ends where its quiet zone is missing.
      confidence: max(1, min(99, Int(confidence))), support: read.isTight ? 1 : support, bands: profile.bands,
      isFitted: false)
  }

  private func fitted(_ fit: BlurFit) -> LinearRead {
    LinearRead(
      symbology: fit.symbology, variant: fit.variant, bytes: fit.bytes, aimID: fit.aimID, isGS1: fit.isGS1, addOn: nil,
      quad: quad(fit.start, fit.end, profile.members, fit.reversed), confidence: fit.confidence, support: fit.support,
      bands: 2, isFitted: true)
  }

  /// Corners of samples start to end over the rows of some bands, turned when the symbol stands on its head.
  private func quad(_ start: Float, _ end: Float, _ mask: UInt32, _ reversed: Bool) -> Quad {
    var top = profile.height
    var bottom = 0
    for b in 0..<profile.bands where mask >> UInt32(b) & 1 == 1 {
      let rows = profile.rows(ofBand: b)
      top = min(top, rows.lowerBound)
      bottom = max(bottom, rows.upperBound)
    }
    func point(_ sample: Float, _ row: Int) -> Point {
      Point(Double(profile.column(sample, row: Float(row))) + 0.5, Double(row) + 0.5)
    }
    let last = max(top, bottom - 1)
    if reversed { return Quad(point(end, last), point(start, last), point(start, top), point(end, top)) }
    return Quad(point(start, top), point(end, top), point(end, last), point(start, last))
  }
}

/// Difference between light and dark of a profile.
func contrast(_ p: UnsafePointer<Float>, _ n: Int) -> Float {
  var low = Float.infinity
  var high = -Float.infinity
  for i in 0..<n {
    low = min(low, p[i])
    high = max(high, p[i])
  }
  return n > 0 ? high - low : 0
}
