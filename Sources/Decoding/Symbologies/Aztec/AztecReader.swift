import Glibc
import Imaging
import ReaderCore

/// Reads Aztec Codes from their bull's eye outwards.
enum AztecReader {
  /// The symbols in a picture.
  ///
  /// - Parameters:
  ///   - light: What parts dark from light.
  ///   - angle: About how far their sides are turned, radians, -π/4 to π/4.
  ///   - module: Pixels a module, about; 0 when it is not known.
  ///   - isKnown: Whether what is at a point was read before.
  static func reads(
    _ luma: LumaView, _ light: MatrixLight, angle: Double, module: Double, isKnown: (Point) -> Bool = { _ in false }
  ) -> [MatrixRead] {
    guard abs(angle) < 1 else { return [] }
    var found: [MatrixRead] = []
    for eye in AztecEye.all(luma, light, angle: angle, module: module) where !isKnown(eye.centre) {
      if found.contains(where: { QuadGeometry.contains($0.code.corners, eye.centre) }) { continue }
      if let read = read(luma, light, eye, angle) { found.append(read) }
    }
    return found
  }

  private static func read(_ luma: LumaView, _ light: MatrixLight, _ eye: AztecEye, _ angle: Double) -> MatrixRead? {
    for edge in [5, 3] {
      guard let square = eye.square(luma, light, edge: edge, angle: angle) else { continue }
      let plane = AztecPlane(luma, square, half: Double(edge) + 0.5, isInverted: eye.isInverted, level: light.level)
      for isCompact in [false, true] where isCompact || plane.isFull {
        if let read = read(plane, isCompact) { return read }
      }
    }
    return nil
  }

  /// Reads the symbol around a bull's eye: as it stands, and seen from behind.
  private static func read(_ plane: AztecPlane, _ isCompact: Bool) -> MatrixRead? {
    for isMirrored in [false, true] {
      for quarters in 0..<4 {
        let plane = plane.turned(quarters, isMirrored: isMirrored)
        guard plane.marks(isCompact) >= 11, let size = Aztec.size(plane.message(isCompact), isCompact: isCompact),
          let layout = AztecLayout(layers: size.layers, isCompact: isCompact)
        else { continue }
        // Correcting a large symbol takes long: only where all of it lies where it should.
        if plane.shows(layout), let read = read(plane, layout) { return read }
        let settled = plane.settled(layout)
        if settled.shows(layout), let read = read(settled, layout) { return read }
      }
    }
    return nil
  }

  private static func read(_ plane: AztecPlane, _ layout: AztecLayout) -> MatrixRead? {
    let n = layout.side
    guard let corners = plane.corners(side: n), let map = Homography(side: 1, corners) else { return nil }
    let values = map.values(plane.luma, columns: n, rows: n, side: 1)
    let level = Int32(16 * plane.level)
    for dark in [values.map { $0 < level }, LocalContrast.of(values, n, n).map { $0 > 0 }] {
      guard let seen = ModuleGrid(columns: n, rows: n, dark: dark.map { $0 != plane.isInverted }),
        let read = Aztec.corrected(seen), isProof(read.symbol),
        let content = AztecText.decode(read.data, width: read.bits),
        !content.bytes.isEmpty
      else { continue }
      var code = DecodedCode(symbology: .aztec, bytes: content.bytes, aimID: content.aimID, corners: corners)
      code.segments = content.segments
      code.structuredAppend = content.structuredAppend
      code.isGS1 = content.fnc1 == 0
      code.isInverted = plane.isInverted
      return MatrixRead(code: code, seen: seen, symbol: read.symbol)
    }
    return nil
  }

  /// Whether there are enough check codewords: no symbol has fewer than three.
  private static func isProof(_ symbol: RedrawnSymbol) -> Bool {
    symbol.correctable > 1 || (symbol.correctable == 1 && symbol.corrected == 0)
  }
}
