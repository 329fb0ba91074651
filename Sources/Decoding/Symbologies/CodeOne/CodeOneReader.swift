import ReaderCore

/// Reads a Code One inside an outline: the recovery pattern in the middle and the reference bars tell its size and which way it stands.
enum CodeOneReader {
  private static let leastAtFirst = 0.3
  private static let least = 0.5
  private static let attempts = 3

  /// Known modules of each version, and a few of them.
  private static let known = CodeOneVersion.all.map { $0.knownModules }
  private static let few = known.map { all -> [KnownModule] in
    let step = max(1, all.count / 150) | 1
    return all.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
  }

  /// The symbol, corners in the frame; nil when there is none.
  static func read(_ luma: LumaView, _ outline: MatrixOutline) -> DecodedCode? { drawn(luma, outline)?.code }

  /// The symbol with its modules.
  static func drawn(_ luma: LumaView, _ outline: MatrixOutline) -> PatchRead? {
    let contrast = outline.light - outline.dark
    var fits: [(index: Int, quad: Quad, score: Double)] = []
    for quarters in 0..<4 {
      let outer = outline.corners.turned(quarters)
      let (width, height) = outer.extent
      for (index, version) in CodeOneVersion.all.enumerated() {
        // Twice as wide as it should be is another one.
        let shape = width * Double(version.rows) / max(1, height * Double(version.columns))
        guard shape > 0.65, shape < 1.55, width > 1.2 * Double(version.columns) else { continue }
        // Of the low ones the base is known, and the corners above can be light.
        for quad in version.kind == .full ? [outer] : [outer, outer.risen(version)] {
          guard
            let fit = MatrixFit(
              luma, quad, width: version.columns, height: version.rows, isInverted: outline.isInverted,
              contrast: contrast, known: few[index])
          else { continue }
          if fit.score > leastAtFirst { fits.append((index, quad, fit.score)) }
        }
      }
    }
    fits.sort { $0.score > $1.score }
    for (index, outer, _) in fits.prefix(attempts) {
      let version = CodeOneVersion.all[index]
      let (width, height) = outer.extent
      let module = min(width / Double(version.columns), height / Double(version.rows))
      guard let part = MatrixPart(luma, outer, module: module) else { return nil }
      let quad = part.inside(outer)
      let pitch = min(quad.extent.width / Double(version.columns), quad.extent.height / Double(version.rows))
      guard
        let plain = MatrixFit(
          part.luma, quad, width: version.columns, height: version.rows, isInverted: outline.isInverted,
          contrast: contrast, known: known[index])
      else { continue }
      // The corners as they are, then moved: what is known lies in the middle, and noise may move them away.
      for step in [0, 0.25, 0.7] {
        let fit =
          step > 0
          ? plain.refined(few[index], from: step * pitch).refined(known[index], from: 0.3 * step * pitch) : plain
        guard fit.score > least, let (content, drawn) = read(fit, index) else { continue }
        var code = DecodedCode(
          symbology: .codeOne, bytes: content.bytes, aimID: content.aimID, corners: part.restore(fit.corners))
        code.segments = content.segments
        code.structuredAppend = content.structuredAppend
        code.isInverted = outline.isInverted
        return PatchRead(code: code, lines: 1, drawn: ModuleGrid(drawn))
      }
    }
    return nil
  }

  private static func read(_ fit: MatrixFit, _ index: Int) -> (CodeOneText.Content, SymbolModules)? {
    for sharpening in [0, 0.15, 0.4] {
      let grid = fit.modules(sharpening: sharpening)
      // The pattern in the middle tells a symbol from anything else.
      let strangers = known[index].count { grid[$0.x, $0.y] != $0.isDark }
      guard 6 * strangers < known[index].count else { continue }
      guard let (content, drawn) = CodeOne.decode(grid, CodeOneVersion.all[index]) else { continue }
      // Twenty bits check the smallest: modules that lie elsewhere would now and then pass with a codeword corrected.
      if CodeOneVersion.all[index].checks <= 4, drawn.differences(grid) > 1 { continue }
      return (content, drawn)
    }
    return nil
  }
}

extension Quad {
  /// A rectangle in the shape of a version on the lower edge.
  fileprivate func risen(_ version: CodeOneVersion) -> Quad {
    let share = Double(version.rows) / Double(version.columns)
    let up = Point((bottomRight.y - bottomLeft.y) * share, (bottomLeft.x - bottomRight.x) * share)
    return Quad(
      Point(bottomLeft.x + up.x, bottomLeft.y + up.y), Point(bottomRight.x + up.x, bottomRight.y + up.y), bottomRight,
      bottomLeft)
  }

  /// Mean length of top and bottom, and of left and right.
  fileprivate var extent: (width: Double, height: Double) {
    func length(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    return (
      (length(topLeft, topRight) + length(bottomLeft, bottomRight)) / 2,
      (length(topLeft, bottomLeft) + length(topRight, bottomRight)) / 2
    )
  }
}

extension CodeOneText.Content {
  /// The identifier: D by ISO/IEC 15424:2008, table 1, with the options as Data Matrix has them.
  var aimID: String { segments.isEmpty ? (isGS1 ? "]D1" : "]D0") : "]D4" }
}
