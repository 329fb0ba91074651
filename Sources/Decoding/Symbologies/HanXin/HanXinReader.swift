import ReaderCore

/// Reads a Han Xin Code inside an outline: the four finder patterns tell its size and which way it stands, what it says of itself
/// confirms the size.
enum HanXinReader {
  /// The least that finder patterns agree before, and all known modules agree after, the corners were moved.
  private static let leastAtFirst = 0.27
  private static let least = 0.45
  /// Sizes that are looked at closely.
  private static let attempts = 4

  /// The symbol, corners in the frame; nil when there is none.
  static func read(_ luma: LumaView, _ outline: MatrixOutline) -> DecodedCode? { drawn(luma, outline)?.code }

  /// The symbol with its modules.
  static func drawn(_ luma: LumaView, _ outline: MatrixOutline) -> PatchRead? {
    let side = outline.corners.side
    guard side >= 23 * 1.2 else { return nil }
    var fits: [(side: Int, quarters: Int, score: Double)] = []
    for number in 1...84 {
      let n = 2 * number + 21
      guard side / Double(n) >= 1.2 else { break }
      guard let best = corners(luma, outline, n) else { return nil }
      if best.score > leastAtFirst { fits.append((n, best.quarters, best.score)) }
    }
    fits.sort { $0.score > $1.score }
    for fit in fits.prefix(attempts) {
      let quad = outline.corners.turned(fit.quarters)
      guard let part = MatrixPart(luma, quad, module: side / Double(fit.side)) else { return nil }
      if let code = read(part, part.inside(quad), fit.side, outline) { return code }
    }
    return nil
  }

  /// The modules of a finder pattern that are looked at first, counted from its corner of the symbol: whether they are dark where
  /// the pattern points outwards, and where it points inwards.
  private static let finder: [(x: Double, y: Double, outwards: Bool, inwards: Bool)] = {
    var out: [(x: Double, y: Double, outwards: Bool, inwards: Bool)] = []
    for y in 0..<7 {
      for x in 0..<7 where (x + y) % 2 == 0 {
        out.append((Double(x) + 0.5, Double(y) + 0.5, HanXinLayout.finder[y][x], HanXinLayout.finder[6 - y][6 - x]))
      }
    }
    return out
  }()

  /// How well a size fits, and which corner comes first then: the pattern at the bottom left points inwards.
  private static func corners(_ luma: LumaView, _ outline: MatrixOutline, _ n: Int) -> (quarters: Int, score: Double)? {
    let side = Double(n)
    guard let map = Homography(side: side, outline.corners) else { return nil }
    var outwards = SIMD4<Double>()
    var inwards = SIMD4<Double>()
    for corner in 0..<4 {
      var sums: (dark: Int32, light: Int32, darkIn: Int32, lightIn: Int32) = (0, 0, 0, 0)
      var (darks, darksIn): (Int32, Int32) = (0, 0)
      for module in finder {
        let x = corner == 1 || corner == 2 ? side - module.x : module.x
        let y = corner >= 2 ? side - module.y : module.y
        let value = Pixel.value(luma, map(x, y))
        if module.outwards {
          sums.dark &+= value
          darks &+= 1
        } else {
          sums.light &+= value
        }
        if module.inwards {
          sums.darkIn &+= value
          darksIn &+= 1
        } else {
          sums.lightIn &+= value
        }
      }
      let count = Int32(finder.count)
      outwards[corner] = Double(sums.light) / Double(count - darks) - Double(sums.dark) / Double(darks)
      inwards[corner] = Double(sums.lightIn) / Double(count - darksIn) - Double(sums.darkIn) / Double(darksIn)
    }
    let contrast = 64 * (outline.isInverted ? -1 : 1) * (outline.light - outline.dark)
    var best = (quarters: 0, score: -Double.infinity)
    for quarters in 0..<4 {
      let odd = (quarters + 3) % 4
      let score = (outwards.sum() - outwards[odd] + inwards[odd]) / contrast
      if score > best.score { best = (quarters, score) }
    }
    return best
  }

  private static func read(_ part: MatrixPart, _ quad: Quad, _ side: Int, _ outline: MatrixOutline) -> PatchRead? {
    let module = quad.side / Double(side)
    func fit(_ quad: Quad, _ side: Int, _ known: [KnownModule]) -> MatrixFit? {
      MatrixFit(
        part.luma, quad, width: side, height: side, isInverted: outline.isInverted,
        contrast: outline.light - outline.dark, known: known)
    }
    let known = HanXinLayout.corners(side: side)
    guard let rough = fit(quad, side, known)?.refined(known, from: 0.7 * module), rough.score > least else {
      return nil
    }
    for isMirrored in [false, true] {
      guard
        let first = isMirrored
          ? fit(rough.corners.mirroredAboutFinders, side, known) : rough,
        let information = information(first)
      else { continue }
      let version = information.version
      guard abs(version.side - side) <= 8 else { continue }
      let all = HanXinLayout(version).knownModules
      guard let placed = fit(first.corners, version.side, all)?.refined(all, from: 0.25 * module),
        placed.score > least
      else { continue }
      for sharpening in [0, 0.15, 0.4] {
        guard let (content, drawn) = HanXin.decode(placed.modules(sharpening: sharpening)) else { continue }
        return PatchRead(
          code: code(content, part.restore(placed.corners), outline), lines: 1, drawn: ModuleGrid(drawn))
      }
    }
    return nil
  }

  /// What the symbol says of itself: of both copies the mean, then each.
  private static func information(_ fit: MatrixFit) -> HanXinInformation? {
    let copies = HanXinLayout.information(side: fit.width).map { $0.map { fit.value($0.x, $0.y) } }
    let known = HanXinLayout.corners(side: fit.width)
    let (dark, light) = (known.filter { $0.isDark }, known.filter { !$0.isDark })
    func mean(_ modules: [KnownModule]) -> Int32 {
      Int32(modules.reduce(0) { $0 + Int(fit.value($1.x, $1.y)) } / max(1, modules.count))
    }
    let level = (mean(dark) + mean(light)) / 2
    let both = zip(copies[0], copies[1]).map { ($0 + $1) / 2 }
    for values in [both] + copies {
      if let information = HanXinInformation(values.map { $0 < level }) { return information }
    }
    return nil
  }

  private static func code(_ content: HanXinText.Content, _ corners: Quad, _ outline: MatrixOutline) -> DecodedCode {
    var code = DecodedCode(
      symbology: .hanXin, bytes: content.bytes, aimID: content.segments.isEmpty ? "]h0" : "]h1", corners: corners)
    code.segments = content.segments
    code.isInverted = outline.isInverted
    code.text = HanXin.text(content)
    return code
  }
}

extension Quad {
  /// Top left and bottom right exchanged.
  fileprivate var mirroredAboutFinders: Quad { Quad(bottomRight, topRight, topLeft, bottomLeft) }
}
