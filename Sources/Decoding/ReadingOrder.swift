import ReaderCore

/// The order in which people read the codes of a picture.
enum ReadingOrder {
  /// Top to bottom, then left to right: codes whose centres lie within each other's height form a line.
  static func sorted(_ codes: [DecodedCode]) -> [DecodedCode] {
    var rest = codes.sorted { before($0.corners.centre, $1.corners.centre) }
    var result: [DecodedCode] = []
    while let first = rest.first {
      let bounds = first.corners.bounds
      var line: [DecodedCode] = []
      var others: [DecodedCode] = []
      for code in rest {
        let y = code.corners.centre.y
        if y >= bounds.minY && y <= bounds.maxY { line.append(code) } else { others.append(code) }
      }
      if line.isEmpty {  // corners that are no numbers
        return result + rest
      }
      result += line.sorted { $0.corners.centre.x < $1.corners.centre.x }
      rest = others
    }
    return result
  }

  private static func before(_ a: Point, _ b: Point) -> Bool { a.y != b.y ? a.y < b.y : a.x < b.x }
}
