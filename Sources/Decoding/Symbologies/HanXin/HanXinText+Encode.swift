import ReaderCore

/// From bytes to the bit stream.
extension HanXinText {
  /// What part of the bytes one mode takes.
  private enum Mode: Equatable { case digits, text, binary, region, pairs, quadruple }

  /// The bit stream of bytes; Chinese characters in it are looked for when it is GB 18030.
  static func encode(_ bytes: [UInt8], isChinese: Bool = false, eci: Int? = nil) -> BitStream {
    var bits = BitStream()
    if let eci { bits.append(eci: eci, indicator: 8, forms: [(0, 1, 7), (0b10, 2, 14), (0b110, 3, 21)]) }
    var at = 0
    while at < bytes.count {
      let (mode, length) = mode(bytes[at...], isChinese)
      var end = at + length
      while end < bytes.count, mode != .quadruple {
        let next = self.mode(bytes[end...], isChinese)
        guard next.mode == mode else { break }
        // Long runs of bytes take more than one count.
        if mode == .binary, end - at >= 8191 { break }
        end += next.length
      }
      append(bytes[at..<end], mode, &bits)
      at = end
    }
    return bits
  }

  /// The mode of the character that bytes begin with, and its length.
  private static func mode(_ bytes: ArraySlice<UInt8>, _ isChinese: Bool) -> (mode: Mode, length: Int) {
    let b = Array(bytes.prefix(4))
    if (0x30...0x39).contains(b[0]) { return (.digits, 1) }
    if isChinese, b.count >= 2, b[0] >= 0x81, b[0] <= 0xfe {
      if HanXinRegion.value(b[0], b[1]) != nil { return (.region, 2) }
      if (0x40...0xfe).contains(b[1]), b[1] != 0x7f { return (.pairs, 2) }
      if b.count == 4, (0x30...0x39).contains(b[1]), (0x81...0xfe).contains(b[2]), (0x30...0x39).contains(b[3]) {
        return (.quadruple, 4)
      }
    }
    return (text.contains { $0.contains(b[0]) } ? .text : .binary, 1)
  }

  private static func append(_ bytes: ArraySlice<UInt8>, _ mode: Mode, _ bits: inout BitStream) {
    let b = Array(bytes)
    switch mode {
    case .digits:
      bits.append(1, 4)
      for start in stride(from: 0, to: b.count, by: 3) {
        bits.append(b[start..<min(b.count, start + 3)].reduce(0) { $0 * 10 + Int($1) - 0x30 }, 10)
      }
      bits.append(1020 + (b.count - 1) % 3 + 1, 10)
    case .text:
      bits.append(2, 4)
      var submode = 0
      for byte in b {
        if !text[submode].contains(byte) {
          bits.append(62, 6)
          submode = 1 - submode
        }
        bits.append(text[submode].firstIndex(of: byte) ?? 0, 6)
      }
      bits.append(63, 6)
    case .binary:
      bits.append(3, 4)
      bits.append(b.count, 13)
      for byte in b { bits.append(Int(byte), 8) }
    case .region:
      var isSecond: Bool?
      for i in stride(from: 0, to: b.count, by: 2) {
        guard let value = HanXinRegion.value(b[i], b[i + 1]) else { continue }
        if isSecond == nil { bits.append(value.isSecond ? 5 : 4, 4) }
        if let isSecond, isSecond != value.isSecond { bits.append(0xffe, 12) }
        isSecond = value.isSecond
        bits.append(value.value, 12)
      }
      bits.append(0xfff, 12)
    case .pairs:
      bits.append(6, 4)
      for i in stride(from: 0, to: b.count, by: 2) {
        let second = Int(b[i + 1]) - (b[i + 1] < 0x7f ? 0x40 : 0x41)
        bits.append(0xbe * (Int(b[i]) - 0x81) + second, 15)
      }
      bits.append(0x7fff, 15)
    case .quadruple:
      bits.append(7, 4)
      let first = 12600 * (Int(b[0]) - 0x81) + 1260 * (Int(b[1]) - 0x30)
      bits.append(first + 10 * (Int(b[2]) - 0x81) + Int(b[3]) - 0x30, 21)
    }
  }
}
