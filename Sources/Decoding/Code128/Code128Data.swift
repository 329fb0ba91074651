/// The data of a Code 128 from its codewords (ISO/IEC 15417).
struct Code128Data: Equatable {
  var bytes: [UInt8] = []
  /// FNC1 as the first character: GS1 data.
  var isGS1 = false
  /// FNC1 as the second character, behind an application indicator of AIM.
  var isAIM = false

  private enum Set {
    case a, b, c
  }

  /// Reads codewords from the start character to the check character, both included; nil when they are no symbol.
  init?(_ codewords: [Int]) {
    guard codewords.count >= 3, let start = codewords.first, (103...105).contains(start) else { return nil }
    var sum = start
    for i in 1..<(codewords.count - 1) { sum += i * codewords[i] }
    guard sum % 103 == codewords[codewords.count - 1] else { return nil }

    var set: Set = start == 103 ? .a : start == 104 ? .b : .c
    var shifted: Set? = nil
    var isHigh = false  // FNC4 twice: all that follows is in the upper half
    var flipsNext = false  // FNC4 once: the next one is in the other half
    let body = codewords[1..<(codewords.count - 1)]
    for (position, word) in body.enumerated() {
      guard word <= 102 else { return nil }
      if word == 102 {
        switch position {
        case 0: isGS1 = true
        case 1 where isIndicator(bytes): isAIM = true
        default: bytes.append(0x1d)
        }
        continue
      }
      let current = shifted ?? set
      if current == .c {
        switch word {
        case 0..<100: bytes += [UInt8(0x30 + word / 10), UInt8(0x30 + word % 10)]
        case 100: set = .b
        default: set = .a
        }
        continue
      }
      if word < 96 {
        let value = UInt8(current == .a && word >= 64 ? word - 64 : word + 32)
        bytes.append(isHigh != flipsNext ? value | 0x80 : value)
        flipsNext = false
        shifted = nil
        continue
      }
      switch (word, current) {
      case (96, _), (97, _): break  // FNC3, FNC2: instructions to readers, no data
      case (98, _): shifted = current == .a ? .b : .a
      case (99, _): set = .c
      case (100, .a): set = .b
      case (101, .b): set = .a
      default:  // FNC4
        if flipsNext { isHigh.toggle() }
        flipsNext.toggle()
      }
      if word == 99 { shifted = nil }
    }
  }

  /// An application indicator: one letter or two digits.
  private func isIndicator(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 1: (0x41...0x5a).contains(bytes[0]) || (0x61...0x7a).contains(bytes[0])
    case 2: bytes.allSatisfy { (0x30...0x39).contains($0) }
    default: false
    }
  }
}
