import ReaderCore

/// Lets a benchmark ask the locator alone.
public final class LocatorProbe {
  private let memory = LocatorMemory()
  private var candidates: [Candidate] = []

  /// A probe that has not seen a picture.
  public init() {}

  /// Locates the candidates of a picture; returns nothing, `holds` tells about them.
  public func locate(_ luma: LumaView) { candidates = Locator.candidates(luma, Locator.Wanted(), memory) }

  /// What the engines read in the whole of a picture, each by itself, as their authors meant them: nothing of that depends on
  /// the locator. Values that are given twice are given twice.
  public func engineReads(_ luma: LumaView, _ symbologies: SymbologySet) -> [DecodedCode] {
    var reads: [DecodedCode] = []
    #if ZXING
      reads += ZXingEngine().read(luma, symbologies, .thorough).map { $0.code }
    #endif
    if let zbar = try? ZBarEngine() { reads += zbar.decode(luma, DecodeRequest(symbologies: symbologies)) }
    return reads.filter { ReadingRules.isPlausible($0, lines: 4) }
  }

  /// How many candidates the last picture has.
  public var count: Int { candidates.count }

  /// Whether a candidate of the last picture holds a code: its middle and at least three of its corners, with the margins that are cut
  /// out with a candidate; for bars the middle of both ends is enough, they read the same all over their height.
  public func holds(_ quad: Quad) -> Bool {
    let middle = quad.centre
    func between(_ a: Point, _ b: Point) -> Point { Point((a.x + b.x) / 2, (a.y + b.y) / 2) }
    let ends = [between(quad.topLeft, quad.bottomLeft), between(quad.topRight, quad.bottomRight)]
    return candidates.contains { candidate in
      let slack = max(12, 0.1 * 2 * max(candidate.halfLength, candidate.halfHeight))
      func inside(_ p: Point) -> Bool { QuadGeometry.contains(candidate.quad, p, slack: slack) }
      if candidate.kind == .stripes, ends.allSatisfy({ inside($0) }) { return true }
      return inside(middle) && quad.corners.filter { inside($0) }.count >= 3
    }
  }
}
