import ReaderCore

/// What a preview shows of a reader and its settings do not say. Times are those of the loop.
struct PreviewScene {
  /// When the scan began.
  var begin: Int64 = 0
  /// When it will end by itself; nil: not, or no scan runs.
  var end: Int64?
  /// How long it may take, nanoseconds.
  var length: Int64 = 0
  /// The codes of the last read, normalised, what they say, and when it was told.
  private(set) var outlines: [Quad] = []
  private(set) var names: [String] = []
  private var time: Int64 = 0

  /// A read was told.
  mutating func remember(_ codes: [DecodedCode], _ size: PixelSize?, time: Int64) {
    self.time = time
    guard let size, size.width > 0, size.height > 0 else { return (outlines, names) = ([], []) }
    // Not more than anybody could look at.
    let shown = codes.prefix(64)
    outlines = shown.map { code in
      code.corners.map { Point($0.x / Double(size.width), $0.y / Double(size.height)) }
    }
    names = shown.map(PreviewScene.name)
  }

  /// What a screen reader says of a code: the symbology, and the begin of a text without what is no print.
  private static func name(_ code: DecodedCode) -> String {
    var name = code.variant.name.isEmpty ? code.symbology.name : code.variant.name
    guard let text = code.text?.text else { return name }
    let longest = 80
    name += " "
    for (i, scalar) in text.unicodeScalars.enumerated() {
      guard i < longest else { return name + "…" }
      let isPrint = scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value)
      name.unicodeScalars.append(isPrint ? scalar : " ")
    }
    return name
  }

  /// The outlines that are shown.
  func outlines(now: Int64, for length: Int64) -> [Quad] { now &- time < length ? outlines : [] }

  /// 1 at the begin, 0 at the end.
  func left(now: Int64) -> Double? {
    guard let end, length > 0 else { return nil }
    return max(0, min(1, Double(end &- now) / Double(length)))
  }
}
