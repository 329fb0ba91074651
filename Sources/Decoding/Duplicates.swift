import ReaderCore

/// The same symbol found twice: by two engines, or in two pictures of a frame.
enum Duplicates {
  /// Codes without those that a code before them already stands for.
  static func removed(_ codes: [DecodedCode]) -> [DecodedCode] {
    var kept: [DecodedCode] = []
    for code in codes where !kept.contains(where: { isSame($0, code) }) { kept.append(code) }
    return kept
  }

  /// Same data at the same place: the middle of one lies within the bounds of the other.
  private static func isSame(_ a: DecodedCode, _ b: DecodedCode) -> Bool {
    a.symbology == b.symbology && a.bytes == b.bytes
      && (holds(a.corners, b.corners.centre) || holds(b.corners, a.corners.centre))
  }

  private static func holds(_ quad: Quad, _ point: Point) -> Bool {
    let box = quad.bounds
    return point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY
  }
}
