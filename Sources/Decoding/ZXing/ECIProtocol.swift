import ReaderCore

/// Data in the transmission protocol of the AIM ECI specification: symbology identifier, then "\" and six digits
/// before each part, backslashes of the data doubled.
enum ECIProtocol {
  /// The identifier and the parts.
  ///
  /// - Parameter bytes: The data without the protocol; nil is returned when they are not what the protocol holds.
  static func parse(_ message: [UInt8], expecting bytes: [UInt8]) -> (aimID: String, segments: [ECISegment])? {
    guard message.count > 3, message[0] == 0x5d else { return nil }
    let aimID = String(decoding: message[0..<3], as: UTF8.self)
    var segments: [ECISegment] = []
    var position = 0
    var open: (eci: Int32, start: Int)? = nil
    func close() {
      if let open, position > open.start {
        segments.append(ECISegment(eci: open.eci, range: open.start..<position))
      }
    }
    var i = 3
    while i < message.count {
      if message[i] == 0x5c, i + 1 < message.count, message[i + 1] != 0x5c {
        guard i + 7 <= message.count, let number = digits(message[(i + 1)..<(i + 7)]) else { return nil }
        close()
        open = (number, position)
        i += 7
        continue
      }
      guard position < bytes.count, bytes[position] == message[i] else { return nil }
      i += message[i] == 0x5c ? 2 : 1
      position += 1
    }
    guard position == bytes.count else { return nil }
    close()
    return (aimID, segments)
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int32? {
    var value: Int32 = 0
    for byte in bytes {
      guard byte >= 0x30 && byte <= 0x39 else { return nil }
      value = value * 10 + Int32(byte - 0x30)
    }
    return value
  }
}
