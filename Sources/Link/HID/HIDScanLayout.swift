/// Where the parts of a scan are in the reports of a HID POS scanner (USB-IF "HID Point of Sale Usage Tables": page 0x8C,
/// application 0x02, scanned data report 0x12).
public struct HIDScanLayout: Equatable {
  /// Report ID, which is the first byte of each report then; nil: reports have none.
  public var reportID: UInt8?
  /// Bytes of a report, its ID included.
  public var size: Int
  /// Byte with the number of data bytes; nil: all up to the last that is not 0.
  public var length: Int?
  /// First of the three bytes of the AIM identifier (usages 0xFB to 0xFD); nil: none is told.
  public var aim: Int?
  /// Bytes of the code (usage 0xFE).
  public var data: Range<Int>
  /// Bit whose 1 says that more follows (usage 0xFF), counted from the first byte; nil: a report is a scan.
  public var more: Int?

  /// Reads a report descriptor (HID 1.11, 6.2.2); nil when it describes no bar code scanner. Any bytes are safe.
  public init?(descriptor: [UInt8]) {
    guard let fields = HIDField.walk(descriptor) else { return nil }
    // Of several reports the one that carries data.
    guard let data = fields.first(where: { $0.usage == 0x8c_00fe && $0.size == 8 && $0.bit % 8 == 0 }) else {
      return nil
    }
    let own = fields.filter { $0.report == data.report }
    let start = data.report == nil ? 0 : 1
    reportID = data.report
    size = start + (own.map { $0.bit + $0.size * $0.count }.max() ?? 0).advanced(by: 7) / 8
    self.data = start + data.bit / 8..<start + data.bit / 8 + data.count
    aim = own.first { $0.usage == 0x8c_00fb && $0.size == 8 && $0.bit % 8 == 0 }.map { start + $0.bit / 8 }
    more = own.first { $0.usage == 0x8c_00ff }.map { start * 8 + $0.bit }
    // What the first byte means is not said by a usage of this page; all known scanners have the length there.
    let first = own.first { $0.bit == 0 && $0.size == 8 && $0.usage >> 16 != 0x8c }
    length = first != nil || (aim ?? self.data.lowerBound) == start + 1 ? start : nil
    guard size <= 4096, self.data.upperBound <= size else { return nil }
  }

  init(reportID: UInt8?, size: Int, length: Int?, aim: Int?, data: Range<Int>, more: Int?) {
    (self.reportID, self.size, self.length, self.aim, self.data, self.more) = (reportID, size, length, aim, data, more)
  }

  // Layouts in the wild, for devices whose descriptor cannot be had (64 bytes with ID): Honeywell and its relatives, the
  // same with a byte between, Newland and its relatives, Microscan.
  static let honeywell = HIDScanLayout(reportID: 2, size: 64, length: 1, aim: 2, data: 5..<61, more: 63 * 8)
  static let shifted = HIDScanLayout(reportID: 2, size: 64, length: 1, aim: 3, data: 6..<62, more: 63 * 8)
  static let newland = HIDScanLayout(reportID: 2, size: 64, length: 1, aim: nil, data: 2..<58, more: 63 * 8)
  static let microscan = HIDScanLayout(reportID: 1, size: 64, length: 1, aim: nil, data: 2..<64, more: nil)

  /// The layout that a report looks like.
  static func guess(_ report: [UInt8]) -> HIDScanLayout? {
    guard report.count >= 8 else { return nil }
    switch report[0] {
    case 1: return .microscan
    case 2 where isAIM(report, at: 2): return .honeywell
    case 2 where isAIM(report, at: 3): return .shifted
    case 2: return .newland
    default: return nil
    }
  }

  /// "]", a letter, a digit or a letter (ISO/IEC 15424).
  static func isAIM(_ report: [UInt8], at place: Int) -> Bool {
    guard report.count > place + 2, report[place] == 0x5d else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }
    return isLetter(report[place + 1]) && (isLetter(report[place + 2]) || (0x30...0x39).contains(report[place + 2]))
  }
}

/// An input field of a report descriptor.
private struct HIDField {
  var report: UInt8?
  /// Page in the upper half.
  var usage: UInt32
  /// Offset from the first byte after the report ID, size and number of its elements.
  var bit: Int
  var size: Int
  var count: Int

  /// All input fields inside an application of bar code scanners; nil when there is none, or for a descriptor that makes no
  /// sense.
  static func walk(_ bytes: [UInt8]) -> [HIDField]? {
    var fields: [HIDField] = []
    var (page, size, count, report) = (UInt32(0), 0, 0, UInt8?.none)
    var stack: [(UInt32, Int, Int, UInt8?)] = []
    var usages: [UInt32] = []
    var bits: [UInt8: Int] = [:]
    var (depth, scanner, isScanner) = (0, Int?.none, false)
    var rest = bytes[...]
    while let prefix = rest.popFirst() {
      guard prefix != 0xfe else { return nil }  // long items mean nothing to anybody
      let width = [0, 1, 2, 4][Int(prefix & 3)]
      guard rest.count >= width else { return nil }
      var value: UInt32 = 0
      for (index, byte) in rest.prefix(width).enumerated() { value |= UInt32(byte) << UInt32(8 * index) }
      rest = rest.dropFirst(width)
      switch prefix & 0xfc {
      case 0x04: page = value & 0xffff
      case 0x74: size = Int(min(value, 4096))
      case 0x94: count = Int(min(value, 4096))
      case 0x84: report = UInt8(truncatingIfNeeded: value)
      case 0xa4: if stack.count < 16 { stack.append((page, size, count, report)) }
      case 0xb4: if let last = stack.popLast() { (page, size, count, report) = last }
      case 0x08: if usages.count < 1024 { usages.append(width == 4 ? value : page << 16 | value) }
      case 0xa0:
        depth += 1
        if value == 1, usages.last == 0x8c_0002, scanner == nil { (scanner, isScanner) = (depth, true) }
        usages = []
      case 0xc0:
        if scanner == depth { scanner = nil }
        depth -= 1
      case 0x80:
        let start = bits[report ?? 0] ?? 0
        guard start + size * count <= 8 * 4096, fields.count < 1024 else { return nil }
        if scanner != nil, value & 1 == 0 {
          // One usage for all elements, or one for each.
          if usages.count > 1 {
            for index in 0..<count {
              fields.append(
                HIDField(
                  report: report, usage: usages[min(index, usages.count - 1)], bit: start + index * size, size: size,
                  count: 1))
            }
          } else {
            fields.append(HIDField(report: report, usage: usages.first ?? 0, bit: start, size: size, count: count))
          }
        }
        bits[report ?? 0] = start + size * count
        usages = []
      case 0x90, 0xb0: usages = []
      default: break
      }
    }
    return isScanner ? fields : nil
  }
}
