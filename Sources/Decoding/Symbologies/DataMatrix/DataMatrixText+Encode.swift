extension DataMatrixText {
  /// The modes of data codewords.
  enum Mode: CaseIterable { case ascii, c40, text, x12, edifact, base256 }

  /// Data codewords of bytes in a mode; what is left over at the end of a mode is ASCII. Nil when the mode lacks a byte, or has no
  /// room for so many.
  ///
  /// - Parameter head: Codewords before them.
  static func encode(_ bytes: [UInt8], _ mode: Mode = .ascii, after head: [UInt8] = []) -> [UInt8]? {
    switch mode {
    case .ascii: return head + ascii(bytes[...])
    case .c40: return triplets(bytes, head + [Word.c40]) { values($0, DataMatrixShift.c40, DataMatrixShift.small) }
    case .text: return triplets(bytes, head + [Word.text]) { values($0, DataMatrixShift.text, DataMatrixShift.capital) }
    case .x12: return triplets(bytes, head + [Word.x12]) { DataMatrixShift.x12.firstIndex(of: $0).map { [$0] } }
    case .edifact: return edifact(bytes, head)
    case .base256: return base256(bytes, head)
    }
  }

  /// The codewords that declare a character set.
  static func encode(eci: Int) -> [UInt8] {
    switch eci {
    case ..<127: return [Word.eci, UInt8(max(0, eci) + 1)]
    case ..<16383: return [Word.eci, UInt8((eci - 127) / 254 + 128), UInt8((eci - 127) % 254 + 1)]
    default:
      let rest = min(eci, 999_999) - 16383
      return [Word.eci, UInt8(rest / 64516 + 192), UInt8(rest / 254 % 254 + 1), UInt8(rest % 254 + 1)]
    }
  }

  private static func ascii(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    func isDigit(_ i: Int) -> Bool { i < bytes.endIndex && (0x30...0x39).contains(bytes[i]) }
    var (words, i): ([UInt8], Int) = ([], bytes.startIndex)
    while i < bytes.endIndex {
      if isDigit(i), isDigit(i + 1) {
        words.append(130 + 10 * (bytes[i] - 0x30) + (bytes[i + 1] - 0x30))
        i += 2
        continue
      }
      words += bytes[i] < 128 ? [bytes[i] + 1] : [Word.upperShift, bytes[i] - 127]
      i += 1
    }
    return words
  }

  /// The values of a byte in C40 or Text.
  private static func values(_ byte: UInt8, _ first: [UInt8], _ last: [UInt8]) -> [Int] {
    let low = byte & 127
    let shifted = byte < 128 ? [] : [1, DataMatrixShift.upper]
    if let i = first.firstIndex(of: low) { return shifted + [i + 3] }
    if low < 32 { return shifted + [0, Int(low)] }
    if let i = DataMatrixShift.marks.firstIndex(of: low) { return shifted + [1, i] }
    return shifted + [2, last.firstIndex(of: low) ?? 0]
  }

  /// Whole triplets of values, back to ASCII, and the rest.
  private static func triplets(_ bytes: [UInt8], _ head: [UInt8], _ values: (UInt8) -> [Int]?) -> [UInt8]? {
    var (all, whole, count): ([Int], Int, Int) = ([], 0, 0)
    for (i, byte) in bytes.enumerated() {
      guard let values = values(byte) else { return nil }
      all += values
      if all.count % 3 == 0 { (whole, count) = (i + 1, all.count) }
    }
    var words = head
    for i in stride(from: 0, to: count, by: 3) {
      let value = 1600 * all[i] + 40 * all[i + 1] + all[i + 2] + 1
      words += [UInt8(value >> 8), UInt8(value & 255)]
    }
    return words + [Word.unlatch] + ascii(bytes[whole...])
  }

  /// Characters until three are left, which share their codewords with the way back.
  private static func edifact(_ bytes: [UInt8], _ head: [UInt8]) -> [UInt8]? {
    guard bytes.allSatisfy({ (0x20...0x5e).contains($0) }) else { return nil }
    guard bytes.count >= 3 else { return head + ascii(bytes[...]) }
    let count = (bytes.count + 1) / 4 * 4 - 1
    let values = bytes.prefix(count).map { Int($0 & 63) } + [31]
    var words = head + [Word.edifact]
    for i in stride(from: 0, to: values.count, by: 4) {
      let bits = values[i] << 18 | values[i + 1] << 12 | values[i + 2] << 6 | values[i + 3]
      words += [UInt8(bits >> 16), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
    }
    return words + ascii(bytes[count...])
  }

  private static func base256(_ bytes: [UInt8], _ head: [UInt8]) -> [UInt8]? {
    guard bytes.count <= 1555, !bytes.isEmpty else { return nil }
    let length = bytes.count < 250 ? [bytes.count] : [bytes.count / 250 + 249, bytes.count % 250]
    var words = head + [Word.base256]
    for value in length + bytes.map({ Int($0) }) {
      words.append(UInt8(truncatingIfNeeded: value + mask(words.count + 1)))
    }
    return words
  }
}
