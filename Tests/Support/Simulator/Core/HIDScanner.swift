/// What a hand scanner of the class HID POS sends for a code: reports of 64 bytes, in the layouts that are known of devices in
/// the wild, with what F22 does to them.
public struct HIDScanner {
  /// Whose layout.
  public enum Layout: String, CaseIterable {
    /// ID 2, length, AIM identifier, 56 bytes, vendor's code, 0, continued.
    case honeywell
    /// The same with a byte between length and AIM identifier.
    case shifted
    /// ID 2, length, 56 bytes, four reserved, vendor's code, continued.
    case newland
    /// ID 1, length, 62 bytes; nothing is continued.
    case microscan
    /// As newland, with the report ID 0.
    case unnumbered
  }

  let layout: Layout
  let faults: Faults
  private var sent = 0

  /// A scanner.
  public init(layout: Layout, faults: Faults) {
    self.layout = layout
    self.faults = faults
  }

  /// The reports of a code. With a fault each second code is harmed.
  public mutating func reports(_ code: [UInt8]) -> [[UInt8]] {
    sent += 1
    let fault = sent % 2 == 0 ? faults.variant(22) : nil
    let room = layout == .microscan ? 62 : 56
    var code = code
    if layout != .microscan, fault != nil || faults.has(22, "multi") { code += [UInt8](repeating: 0x2e, count: 100) }
    var pieces: [[UInt8]] = []
    while !code.isEmpty {
      pieces.append(Array(code.prefix(room)))
      code.removeFirst(min(room, code.count))
    }
    var reports = pieces.enumerated().map { report($1, isLast: $0 == pieces.count - 1) }
    switch fault {
    case "missing": reports.removeLast()
    case "endless": reports = [[UInt8]](repeating: report(pieces[0], isLast: false), count: 300)
    case "long": reports[0][1] = 200
    case "cut": reports = [Array(reports[0].prefix(20)) + [UInt8](repeating: 0xff, count: 44)]
    default: break
    }
    return reports
  }

  private func report(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let aim = Array("]Q1".utf8)
    let start: Int
    switch layout {
    case .honeywell: start = 5
    case .shifted: start = 6
    case .newland, .microscan, .unnumbered: start = 2
    }
    bytes[0] = layout == .microscan ? 1 : layout == .unnumbered ? 0 : 2
    bytes[1] = UInt8(piece.count)
    if start > 2 { bytes.replaceSubrange(start - 3..<start, with: aim) }
    bytes.replaceSubrange(start..<start + piece.count, with: piece)
    if layout != .microscan {
      bytes[layout == .shifted ? 62 : layout == .honeywell ? 61 : 62] = 0x73
      bytes[63] = isLast ? 0 : 1
    }
    return bytes
  }
}
