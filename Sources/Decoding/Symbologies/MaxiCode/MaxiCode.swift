import ReaderCore

/// MaxiCode (ISO/IEC 16023:2000), modes 2 to 6.
enum MaxiCode {
  /// A structured carrier message: where a parcel goes.
  struct Carrier: Equatable {
    /// Up to nine digits (mode 2), or six characters of code set A (mode 3).
    var postcode: [UInt8]
    var country: Int
    var service: Int
  }

  /// What corrected codewords say.
  struct Content: Equatable {
    var mode: Int
    var bytes: [UInt8]
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?

    /// The identifier of ISO/IEC 15424.
    var aimID: String {
      let base = mode == 2 || mode == 3 ? 1 : 0
      return "]U\(segments.isEmpty ? base : base + 2)"
    }
  }

  private static let separator: UInt8 = 29

  /// Reads 144 codewords as they were sampled.
  static func decode(_ codewords: [UInt8]) -> Content? {
    guard let (mode, data) = MaxiCodeCodewords.corrected(codewords) else { return nil }
    let hasCarrier = mode == 2 || mode == 3
    var message = hasCarrier ? data[10...] : data[1...]
    var content = Content(mode: mode, bytes: [])
    // A set of symbols begins with a pad and the number of this one.
    if message.count > 2, message[message.startIndex] == 33 {
      let number = Int(message[message.startIndex + 1])
      let (index, count) = (number >> 3, (number & 7) + 1)
      if index < count, count > 1 {
        content.structuredAppend = StructuredAppend(index: index, count: count, parity: 0)
        message = message.dropFirst(2)
      }
    }
    guard let (bytes, segments) = MaxiCodeText.decode(message) else { return nil }
    content.bytes = bytes
    content.segments = segments
    if hasCarrier {
      guard let carrier = carrier(data, mode) else { return nil }
      let head = carrier.postcode + [separator] + digits(carrier.country) + [separator] + digits(carrier.service)
      // The message of transport data (ANSI MH10.8.3) begins with its header and the year of its format.
      let hasHeader = bytes.starts(with: Array("[)>\u{1e}01\u{1d}".utf8)) && bytes.count >= 9
      let at = hasHeader ? 9 : 0
      let part = head + [separator]
      content.bytes.insert(contentsOf: part, at: at)
      content.segments = segments.map {
        let move = $0.range.upperBound > at || !hasHeader ? part.count : 0
        let start = $0.range.lowerBound >= at ? $0.range.lowerBound + move : $0.range.lowerBound
        return ECISegment(eci: $0.eci, range: start..<($0.range.upperBound + move))
      }
    }
    return content.bytes.isEmpty ? nil : content
  }

  private static func digits(_ number: Int) -> [UInt8] {
    [100, 10, 1].map { UInt8(0x30 + number / $0 % 10) }
  }

  /// The bits of the primary message by their weight: the mode is in the lowest four of the first codeword.
  private static func bits(_ data: [UInt8], _ from: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | (Int(data[(from + $1) / 6]) >> ((from + $1) % 6) & 1) << $1 }
  }

  private static func carrier(_ data: [UInt8], _ mode: Int) -> Carrier? {
    let (country, service) = (bits(data, 38 + 2, 10), bits(data, 48 + 2, 10))
    guard country < 1000, service < 1000 else { return nil }
    if mode == 2 {
      let (number, length) = (bits(data, 4, 30), bits(data, 34, 6))
      guard length <= 9 else { return nil }
      var postcode = Array("\(number)".utf8)
      guard postcode.count <= max(length, 1) else { return nil }
      while postcode.count < length { postcode.insert(0x30, at: 0) }
      return Carrier(postcode: length == 0 ? [] : postcode, country: country, service: service)
    }
    var postcode: [UInt8] = []
    for i in 0..<6 {
      guard case .byte(let byte) = MaxiCodeText.sets[0][bits(data, 4 + 6 * (5 - i), 6)] else { return nil }
      postcode.append(byte)
    }
    return Carrier(postcode: postcode, country: country, service: service)
  }

  /// Codewords of a symbol: mode 4, 5 or 6, or 2 or 3 as the carrier's postcode is digits or not; nil when they do not fit.
  static func codewords(_ bytes: [UInt8], mode: Int, carrier: Carrier? = nil) -> [UInt8]? {
    var primary = [UInt8](repeating: 0, count: 10)
    func put(_ value: Int, _ from: Int, _ count: Int) {
      for k in 0..<count where value >> k & 1 == 1 { primary[(from + k) / 6] |= 1 << UInt8((from + k) % 6) }
    }
    put(mode, 0, 4)
    let size = MaxiCodeCodewords.secondaryCount(mode: mode)
    var text = MaxiCodeText.encode(bytes)
    // The pad of the set that the text ends in; both sets that last have it at the same place.
    let room = carrier == nil ? size + 9 : size
    guard text.count <= room else { return nil }
    text += [UInt8](repeating: 33, count: room - text.count)
    if let carrier {
      guard mode == 2 || mode == 3, carrier.country < 1000, carrier.service < 1000 else { return nil }
      put(carrier.country, 40, 10)
      put(carrier.service, 50, 10)
      if mode == 2 {
        var number = 0
        for digit in carrier.postcode.prefix(9) {
          guard (0x30...0x39).contains(digit) else { return nil }
          number = 10 * number + Int(digit) - 0x30
        }
        put(number, 4, 30)
        put(min(carrier.postcode.count, 9), 34, 6)
      } else {
        guard carrier.postcode.count == 6 else { return nil }
        for (i, byte) in carrier.postcode.enumerated() {
          guard let value = MaxiCodeText.sets[0].firstIndex(of: .byte(byte)) else { return nil }
          put(value, 4 + 6 * (5 - i), 6)
        }
      }
      return MaxiCodeCodewords.protected(primary + text)
    }
    guard (4...6).contains(mode) else { return nil }
    return MaxiCodeCodewords.protected([primary[0]] + text)
  }
}
