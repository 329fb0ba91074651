import ReaderCore

extension ZBarEngine {
  /// An EAN-13 or UPC-A after a second reading along lines of its own; nil when that rejects it.
  ///
  /// libzbar joins halves of different lines and takes thin bars for other digits, check digit and all. Lines that cannot be
  /// read here prove nothing; one that gives libzbar's digits settles it. When lines agree on other digits, those are
  /// the code from three lines on, and with two nothing is believed.
  static func rereadEAN(_ code: DecodedCode, in luma: LumaView) -> DecodedCode? {
    guard code.symbology == .upcEan, code.variant == .ean13 || code.variant == .upcA else { return code }
    let claimed = code.bytes.count == 12 ? [0x30] + code.bytes : code.bytes
    let q = code.corners
    var others: [[UInt8]] = []
    for part in [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9] {
      func mix(_ a: Point, _ b: Point) -> Point { Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part) }
      let (left, right) = (mix(q.topLeft, q.bottomLeft), mix(q.topRight, q.bottomRight))
      // When all line ends lie in one half, the symbol is twice as long as they are apart.
      for reach in [0.1, 1.15] {
        let (dx, dy) = ((right.x - left.x) * reach, (right.y - left.y) * reach)
        let runs = ScanLine.runs(luma, from: Point(left.x - dx, left.y - dy), to: Point(right.x + dx, right.y + dy))
        guard let digits = EANLine.digits(runs) else { continue }
        if digits == claimed { return code }
        others.append(digits)
        break
      }
    }
    let most = others.map { other in others.count { $0 == other } }.max() ?? 0
    guard most >= 2 else { return code }
    guard most >= 3, most == others.count else { return nil }
    var code = code
    code.variant = others[0][0] == 0x30 ? .upcA : .ean13
    code.bytes = code.variant == .upcA ? Array(others[0].dropFirst()) : others[0]
    return code
  }
}
