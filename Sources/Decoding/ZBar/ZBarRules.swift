import ReaderCore

/// What libzbar reports and nobody printed: the rules that take it out.
///
/// libzbar believes a single scan line for most symbologies, and its EAN decoder joins halves that it saw on different lines. Its
/// own measure of quality is the number of agreeing lines, which alone does not tell right from wrong; where those
/// lines ended does.
enum ZBarRules {
  /// Judges the linear symbols of one picture together.
  static func filter(_ candidates: [ZBarCandidate], _ wanted: SymbologySet) -> [DecodedCode] {
    let believed = candidates.filter { isPlausible($0) }
    let mains = believed.filter { $0.addOnDigits == 0 }
    let addOns = believed.filter { $0.addOnDigits != 0 }
    var codes: [DecodedCode] = []
    for (i, main) in mains.enumerated() {
      if isCodablockRow(main, mains)
        || mains.enumerated().contains(where: { i != $0.offset && hides(main, $0.element) })
      {
        continue
      }
      if main.code.symbology == .code39 {
        codes += Code39.interpretations(of: main.code, wanted)
      } else {
        codes.append(EANAddOn.attach(addOns, to: main.code))
      }
    }
    return codes
  }

  // MARK: One symbol

  /// Whether enough lines, on enough of the symbol, gave this data.
  static func isPlausible(_ candidate: ZBarCandidate) -> Bool {
    let code = candidate.code
    guard candidate.support >= minimumSupport(code) else { return false }
    if candidate.addOnDigits != 0 { return true }  // an add-on is read in one direction only
    guard candidate.length > 0 else { return false }  // lines of one direction only: no extent, little proof
    switch code.symbology {
    case .upcEan where code.variant != .upcE: return GTIN.hasRightCheckDigit(code.bytes)
    case .code39: return code.bytes.count >= 2
    case .interleaved2of5: return code.bytes.count >= 6 && code.bytes.count % 2 == 0
    case .codabar: return code.bytes.count >= 4
    case .dataBar where code.variant == .dataBarExpanded:
      // libzbar goes on in alphanumeric mode after an FNC1 there, where the standard (ISO/IEC 24724) returns to numeric
      // mode: what follows is then nonsense.
      guard let separator = code.bytes.firstIndex(of: 0x1d) else { return true }
      return GS1Syntax.isValid(code.bytes[(separator + 1)...])
    default: return true
    }
  }

  /// Agreeing lines that a symbology needs: the less it checks itself, the more.
  private static func minimumSupport(_ code: DecodedCode) -> Int {
    switch code.symbology {
    case .code128, .code93: 2
    case .code39, .interleaved2of5: 3
    case .codabar: 4
    case .upcEan where code.variant == .upcE: 5
    case .dataBar where code.variant == .dataBarOmni: 6
    default: 4
    }
  }

  // MARK: Symbols among each other

  /// Whether a symbol is a misreading of the bars that another one, much better supported or longer, explains.
  private static func hides(_ weak: ZBarCandidate, _ strong: ZBarCandidate) -> Bool {
    guard contains(strong.code.corners, weak.code.corners.centre) else { return false }
    if weak.code.symbology == strong.code.symbology {
      // Two values for the same bars: without a clear majority neither is believed.
      return strong.support >= 4 * weak.support || (weak.support < 10 && strong.support < 10)
    }
    switch weak.code.symbology {
    case .interleaved2of5, .code39, .codabar: return strong.length > weak.length * 1.2
    default: return strong.support >= 10 * weak.support
    }
  }

  /// Whether a Code 128 is a row of a Codablock F: rows touch and are equally long, labels keep their distance.
  private static func isCodablockRow(_ one: ZBarCandidate, _ all: [ZBarCandidate]) -> Bool {
    guard one.code.symbology == .code128 else { return false }
    let (axis, across) = directions(one.code.corners)
    let mine = span(one.code.corners, axis, across)
    return all.contains { other in
      guard other.code.symbology == .code128, other.code.bytes != one.code.bytes else { return false }
      let theirs = span(other.code.corners, axis, across)
      let height = max(mine.maxV - mine.minV, theirs.maxV - theirs.minV, 1)
      let gap = max(mine.minV - theirs.maxV, theirs.minV - mine.maxV)
      let slack = 0.15 * (mine.maxU - mine.minU) + 2
      return gap < 0.3 * height + 2 && abs(mine.minU - theirs.minU) < slack && abs(mine.maxU - theirs.maxU) < slack
    }
  }

  // MARK: Geometry

  /// Unit vectors along and across the reading direction.
  static func directions(_ quad: Quad) -> (along: Point, across: Point) {
    let (dx, dy) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return (Point(1, 0), Point(0, 1)) }
    return (Point(dx / length, dy / length), Point(-dy / length, dx / length))
  }

  /// Extent of a quadrilateral in the directions of another.
  static func span(
    _ quad: Quad, _ along: Point, _ across: Point
  ) -> (minU: Double, maxU: Double, minV: Double, maxV: Double) {
    ScanLineQuad.extent(quad.corners, along: along, across: across)
  }

  /// Whether a point lies in a rectangle, with 2 pixels to spare.
  private static func contains(_ quad: Quad, _ point: Point) -> Bool {
    let (along, across) = directions(quad)
    let box = span(quad, along, across)
    let u = point.x * along.x + point.y * along.y
    let v = point.x * across.x + point.y * across.y
    return u >= box.minU - 2 && u <= box.maxU + 2 && v >= box.minV - 2 && v <= box.maxV + 2
  }
}
