import ReaderCore

/// Reads a Grid Matrix inside an outline: the frames of its macromodules tell its size, what these say of their ring which way it
/// stands.
enum GridMatrixReader {
  private static let leastAtFirst = 0.2
  private static let least = 0.5
  private static let attempts = 2

  /// A few frames of each version, and more of them.
  private static let few = (1...13).map { frames($0, 160) }
  private static let many = (1...13).map { frames($0, 700) }

  private static func frames(_ number: Int, _ limit: Int) -> [KnownModule] {
    guard let version = GridMatrixVersion(number) else { return [] }
    let count = version.macros * version.macros * 20
    // An odd step meets every side of the frames.
    return GridMatrixLayout.frames(version, step: max(1, count / limit) | 1)
  }

  /// The symbol, corners in the frame; nil when there is none.
  static func read(_ luma: LumaView, _ outline: MatrixOutline) -> DecodedCode? { drawn(luma, outline)?.code }

  /// The symbol with its modules.
  static func drawn(_ luma: LumaView, _ outline: MatrixOutline) -> PatchRead? {
    let side = outline.corners.side
    let contrast = outline.light - outline.dark
    var fits: [(version: GridMatrixVersion, score: Double)] = []
    for number in 1...13 {
      guard let version = GridMatrixVersion(number), side >= Double(version.side) * 1.2,
        let fit = MatrixFit(
          luma, outline.corners, width: version.side, height: version.side, isInverted: outline.isInverted,
          contrast: contrast, known: few[number - 1])
      else { break }
      if fit.score > leastAtFirst { fits.append((version, fit.score)) }
    }
    fits.sort { $0.score > $1.score }
    for (version, _) in fits.prefix(attempts) {
      let module = side / Double(version.side)
      guard let part = MatrixPart(luma, outline.corners, module: module) else { return nil }
      let quad = part.inside(outline.corners)
      let known = many[version.number - 1]
      guard
        let fit = MatrixFit(
          part.luma, quad, width: version.side, height: version.side, isInverted: outline.isInverted,
          contrast: contrast, known: known)?.refined(known, from: 0.7 * quad.side / Double(version.side)),
        fit.score > least
      else { continue }
      for sharpening in [0, 0.15, 0.4] {
        if let code = read(fit.modules(sharpening: sharpening), fit.corners, part, outline) { return code }
      }
    }
    return nil
  }

  /// The modules from all sides.
  private static func read(_ grid: SymbolModules, _ corners: Quad, _ part: MatrixPart, _ outline: MatrixOutline)
    -> PatchRead?
  {
    for isMirrored in [false, true] {
      var (grid, quad) = isMirrored ? (grid.transposed(), corners.mirrored) : (grid, corners)
      for _ in 0..<4 {
        if let (content, drawn) = GridMatrix.decode(grid) {
          var code = DecodedCode(
            symbology: .gridMatrix, bytes: content.bytes, aimID: "]g0", corners: part.restore(quad))
          code.segments = content.segments
          code.structuredAppend = content.structuredAppend
          code.isInverted = outline.isInverted
          code.text = GridMatrix.text(content)
          return PatchRead(code: code, lines: 1, drawn: ModuleGrid(drawn))
        }
        grid = grid.turned()
        quad = quad.turned(1)
      }
    }
    return nil
  }
}
