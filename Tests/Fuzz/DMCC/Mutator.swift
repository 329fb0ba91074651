/// Bytes that look like what the targets take, changed in ways that hurt. The same seed gives the same bytes.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int(next() % UInt64(count)) }

  private static let words: [[UInt8]] =
    [
      "||", "||[0]", "||[1]", "||0:7[0]", "||:::2[0]", "||[5]10\r\n", "\r\n", "\r", "\n", "2147483648", "-1", "[", "]",
      ":",
      "QUJD", "=", "<", "</result>", "<result id=\"1\">", "<![CDATA[", "]]>", "&#0;", "&lt;", "<!DOCTYPE a [",
      "<?xml ?>",
      "Password: ", "CGNM", "\u{0}", "\"", "\\",
    ].map { Array($0.utf8) } + [
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0x80], [0xff, 0xfb, 1],
    ]

  /// One of the samples, changed up to eight times.
  mutating func mutate(_ samples: [[UInt8]]) -> [UInt8] {
    var bytes = samples[below(samples.count)]
    for _ in 0..<below(9) {
      let at = below(bytes.count + 1)
      switch below(7) {
      case 0 where !bytes.isEmpty: bytes[below(bytes.count)] ^= UInt8(1 << below(8))
      case 1 where !bytes.isEmpty: bytes[below(bytes.count)] = UInt8(below(256))
      case 2: bytes.insert(contentsOf: Mutator.words[below(Mutator.words.count)], at: at)
      case 3: bytes.removeSubrange(at..<min(bytes.count, at + below(40)))
      case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + below(60))], at: at)
      case 5:
        let other = samples[below(samples.count)]
        bytes = Array(bytes.prefix(at)) + other.dropFirst(below(other.count + 1))
      default: bytes.insert(UInt8(below(256)), at: at)
      }
      if bytes.count > 20_000 { bytes.removeLast(bytes.count - 20_000) }
    }
    return bytes
  }

  /// The bytes in pieces.
  mutating func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    var out: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = 1 + below(below(4) == 0 ? 2000 : 20)
      out.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return out
  }
}
