import ReaderCore

/// From bytes to the bit stream.
extension GridMatrixText {
  /// The bit stream of bytes: Chinese characters of GB 2312 where they are asked for, runs of digits, of letters, and bytes.
  static func encode(_ bytes: [UInt8], isChinese: Bool = false, eci: Int? = nil) -> BitStream {
    var bits = BitStream()
    if let eci { bits.append(eci: eci, indicator: 12, forms: [(0, 1, 10), (0b10, 2, 15), (0b11, 2, 20)]) }
    var (at, current) = (0, 0)
    while at < bytes.count {
      let kind = kind(bytes[at...], isChinese)
      var end = at
      while end < bytes.count, self.kind(bytes[end...], isChinese) == kind, kind != 6 || end - at < 512 {
        end += kind == 1 ? 2 : 1
      }
      change(from: current, to: kind, &bits)
      append(Array(bytes[at..<end]), kind, &bits)
      (at, current) = (end, kind)
    }
    change(from: current, to: 7, &bits)
    return bits
  }

  /// 1 Chinese, 2 digits, 3 lower, 4 upper, 6 bytes.
  private static func kind(_ bytes: ArraySlice<UInt8>, _ isChinese: Bool) -> Int {
    let (first, second) = (bytes[bytes.startIndex], bytes.dropFirst().first ?? 0)
    if isChinese, (0xa1...0xa9).contains(first) || (0xb0...0xf7).contains(first), (0xa1...0xfe).contains(second) {
      return 1
    }
    switch first {
    case 0x30...0x39: return 2
    case 0x61...0x7a, 0x20: return 3
    case 0x41...0x5a: return 4
    default: return 6
    }
  }

  private static func change(from: Int, to: Int, _ bits: inout BitStream) {
    // The codes to the end, Chinese, digits, lower, upper, mixed and byte.
    let at = to == 7 ? 0 : to
    switch from {
    case 0: bits.append(at, 4)
    case 1: bits.append([8160, 0, 8161, 8162, 8163, 8164, 8165][at], 13)
    case 2: bits.append([1018, 1019, 0, 1020, 1021, 1022, 1023][at], 10)
    case 3, 4:
      if at == 6 { bits.append(126, 7) } else { bits.append(at == 0 ? 27 : at < 3 ? 27 + at : 30, 5) }
    // From bytes to more bytes it is another code than at the beginning.
    default: bits.append(at == 6 ? 7 : at, 4)
    }
  }

  private static func append(_ bytes: [UInt8], _ kind: Int, _ bits: inout BitStream) {
    switch kind {
    case 1:
      for i in stride(from: 0, to: bytes.count, by: 2) {
        let row = bytes[i] < 0xb0 ? Int(bytes[i]) - 0xa1 : Int(bytes[i]) - 0xb0 + 9
        bits.append(96 * row + Int(bytes[i + 1]) - 0xa0, 13)
      }
    case 2:
      let filler = (3 - bytes.count % 3) % 3
      bits.append(filler, 2)
      let all = bytes.map { Int($0) - 0x30 } + [Int](repeating: 0, count: filler)
      for i in stride(from: 0, to: all.count, by: 3) { bits.append(100 * all[i] + 10 * all[i + 1] + all[i + 2], 10) }
    case 3: for byte in bytes { bits.append(byte == 0x20 ? 26 : Int(byte) - 0x61, 5) }
    case 4: for byte in bytes { bits.append(Int(byte) - 0x41, 5) }
    default:
      bits.append(bytes.count - 1, 9)
      for byte in bytes { bits.append(Int(byte), 8) }
    }
  }
}
