/// Whether data are GS1 element strings: application identifiers, each with data of a legal length, separated where the
/// standard asks for it (GS1 General Specifications, section 3.2).
enum GS1Syntax {
  /// Checks a whole message; separators are 0x1D.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool { plain(bytes) != nil }

  /// A message without the separators that it does not need, behind elements of fixed length and at the end; nil where it is none.
  static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      guard let rule = rule(for: bytes[i...]) else { return nil }
      let begin = i
      i += rule.identifierLength
      let field = bytes[i...].prefix { $0 != 0x1d }
      if rule.isFixed {
        guard field.count >= rule.minimum, bytes[i..<(i + rule.minimum)].allSatisfy({ isDigit($0) }) else { return nil }
        i += rule.minimum
      } else {
        guard field.count >= rule.minimum, field.count <= rule.maximum else { return nil }
        if rule.isNumeric { guard field.allSatisfy({ isDigit($0) }) else { return nil } }
        i += field.count
      }
      out += bytes[begin..<i]
      if i < bytes.endIndex, bytes[i] == 0x1d {
        i += 1
        if !rule.isFixed, i < bytes.endIndex { out.append(0x1d) }
      }
    }
    return out.isEmpty ? nil : out
  }

  private struct Rule {
    var identifierLength: Int
    var minimum: Int
    var maximum: Int
    var isFixed = false
    var isNumeric = false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The rule of the application identifier that the bytes begin with.
  private static func rule(for bytes: ArraySlice<UInt8>) -> Rule? {
    let head = bytes.prefix(4)
    guard head.count >= 2, head.prefix(2).allSatisfy({ isDigit($0) }) else { return nil }
    var digits = 0
    var known = 0
    for byte in head {
      guard isDigit(byte) else { break }
      digits = digits * 10 + Int(byte - 0x30)
      known += 1
    }
    func at(_ count: Int) -> Int {
      var value = digits
      for _ in 0..<max(0, known - count) { value /= 10 }
      return known >= count ? value : -1
    }
    let (two, three, four) = (at(2), at(3), at(4))
    func fixed(_ identifier: Int, _ length: Int) -> Rule {
      Rule(identifierLength: identifier, minimum: length, maximum: length, isFixed: true)
    }
    func open(_ identifier: Int, _ maximum: Int, minimum: Int = 1, numeric: Bool = false) -> Rule {
      Rule(identifierLength: identifier, minimum: minimum, maximum: maximum, isNumeric: numeric)
    }
    switch two {
    case 0: return fixed(2, 18)
    case 1, 2, 3: return fixed(2, 14)
    case 11...17, 19: return fixed(2, 6)
    case 20: return fixed(2, 2)
    case 10, 21, 22: return open(2, 20)
    case 30, 37: return open(2, 8, numeric: true)
    case 31...36: return four >= 0 ? fixed(4, 6) : nil
    case 41: return three >= 410 && three <= 417 ? fixed(3, 13) : nil
    case 90: return open(2, 30)
    case 91...99: return open(2, 90)
    default: break
    }
    switch three {
    case 235: return open(3, 28)
    case 240, 241, 250, 251, 254, 400, 401, 403: return open(3, 30)
    case 242: return open(3, 6, numeric: true)
    case 243, 420: return open(3, 20)
    case 253, 255: return open(3, 30, minimum: 13)
    case 390, 392: return four >= 0 ? open(4, 15, numeric: true) : nil
    case 391, 393: return four >= 0 ? open(4, 18, minimum: 4) : nil
    case 394: return four >= 0 ? open(4, 4, minimum: 4, numeric: true) : nil
    case 395: return four >= 0 ? open(4, 6, minimum: 6, numeric: true) : nil
    case 402: return open(3, 17, minimum: 17, numeric: true)
    case 421: return open(3, 12, minimum: 3)
    case 422, 424, 426: return open(3, 3, minimum: 3, numeric: true)
    case 423, 425: return open(3, 15, minimum: 3, numeric: true)
    case 427: return open(3, 3)
    case 710...719: return open(3, 20)
    default: break
    }
    switch four {
    case 4300...4333, 7001...7042, 7230...7259, 8001...8030, 8110...8112, 8200: return open(4, 90)
    default: return nil
    }
  }
}
