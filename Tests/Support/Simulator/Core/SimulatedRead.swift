/// A code that the simulated reader finds.
public struct SimulatedRead {
  /// What is in it; nil: nothing is found.
  public var code: [UInt8]?
  /// The reader's name of its kind.
  public var symbology = "Data Matrix"
  /// From the trigger, in nanoseconds.
  public var delay: Int64 = 30_000_000

  /// A read.
  public init(_ code: [UInt8]?, symbology: String = "Data Matrix", delay: Int64 = 30_000_000) {
    self.code = code
    self.symbology = symbology
    self.delay = delay
  }

  /// A read as users write it: text, with \n, \r, \t, \\ and \xHH; the empty text is a no-read.
  public init(text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5c, let letter = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch letter {
      case 0x6e: bytes.append(0x0a)
      case 0x72: bytes.append(0x0d)
      case 0x74: bytes.append(0x09)
      case 0x78:
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if let value = UInt8(digits, radix: 16), digits.utf8.count == 2 {
          bytes.append(value)
          rest = rest.dropFirst(2)
        }
      default: bytes.append(letter)
      }
    }
    self.init(bytes.isEmpty ? nil : bytes)
  }

  /// What a reader sends for nothing.
  static let noRead = Array("NO-READ".utf8)
}

/// One read, numbered.
struct ReadEvent {
  let id: Int
  let read: SimulatedRead

  var string: [UInt8] { read.code ?? SimulatedRead.noRead }

  /// XML in the layout of a DM475.
  func xml(lineEnd: String) -> [UInt8] {
    let lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<result id=\"\(id)\" image_id=\"-1\" version=\"3\" origin=\"common\"><general>",
      "<status>\(read.code == nil ? "NO READ" : "GOOD READ")</status>",
      "<full_string encoding=\"base64\">\(String(decoding: base64(string), as: UTF8.self))</full_string>",
      "<symbology>\(read.symbology)</symbology><decode_time>28</decode_time></general>",
      "<statistics><read_stats><good_reads>\(id)</good_reads><bad_reads>0</bad_reads></read_stats></statistics>",
      "</result>",
    ]
    return Array(lines.joined(separator: lineEnd).utf8)
  }

  func svg(title: Bool) -> [UInt8] {
    let name = title ? "<title>MX</title>" : ""
    return Array(
      ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1280\" height=\"1024\">\(name)<g fill=\"none\">"
        + "<polygon points=\"\(100 + id % 100),200 300,200 300,350 100,350\"/></g></svg>").utf8)
  }

  /// Not a picture, but what counts on a wire: a JPEG's first and last bytes, line ends and headers inside.
  func image() -> [UInt8] {
    var bytes: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    bytes += Array("image \(id)\r\n||[0]\r\n||[1]QUJD\r\n".utf8)
    var dice = Dice(state: UInt64(truncatingIfNeeded: id))
    for _ in 0..<(400 + id % 37) { bytes.append(UInt8(dice.below(256))) }
    return bytes + [0xff, 0xd9]
  }
}

/// Base64 with padding.
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var out: [UInt8] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    let three = Array(rest.prefix(3))
    rest = rest.dropFirst(3)
    var word = 0
    for k in 0..<3 { word = word << 8 | Int(k < three.count ? three[k] : 0) }
    for k in 0..<4 { out.append(k <= three.count ? letters[word >> (18 - 6 * k) & 63] : 0x3d) }
  }
  return out
}
