import ReaderCore

extension ZBarEngine {
  /// A Code 128 with what libzbar loses.
  ///
  /// libzbar skips FNC4, so that bytes from 128 on come out as those from 0 on. The symbol is read once more along
  /// lines between the ends that libzbar found, and counts when it is the same data but for the upper halves. When no line can
  /// be read here, libzbar's data stand.
  static func rereadCode128(_ code: DecodedCode, in luma: LumaView) -> DecodedCode {
    let q = code.corners
    for part in [0.5, 0.35, 0.65, 0.2, 0.8] {
      func mix(_ a: Point, _ b: Point) -> Point { Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part) }
      let (left, right) = (mix(q.topLeft, q.bottomLeft), mix(q.topRight, q.bottomRight))
      // A twelfth more at both ends reaches into the quiet zones.
      let (dx, dy) = ((right.x - left.x) / 12, (right.y - left.y) / 12)
      let runs = ScanLine.runs(
        luma, from: Point(left.x - dx, left.y - dy), to: Point(right.x + dx, right.y + dy))
      guard let data = Code128Line.codewords(runs).flatMap({ Code128Data($0) }) else { continue }
      guard data.bytes.map({ $0 & 0x7f }) == code.bytes.map({ $0 & 0x7f }) else { continue }
      var code = code
      code.bytes = data.bytes
      code.isGS1 = data.isGS1
      code.variant = data.isGS1 ? .gs1Code128 : .none
      code.aimID = data.isGS1 ? "]C1" : data.isAIM ? "]C2" : "]C0"
      return code
    }
    return code
  }
}
