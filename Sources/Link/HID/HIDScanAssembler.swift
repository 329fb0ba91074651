/// Joins the reports of a HID POS scanner to scans. Bytes and times in, scans out; bounded.
public struct HIDScanAssembler {
  /// What a report led to.
  public enum Event: Equatable {
    /// A code: its bytes, and its AIM identifier ("]E0"), empty when the scanner tells none.
    case scan([UInt8], aim: String)
    /// A code that did not come whole, and why; it is lost.
    case damaged(String)
  }

  private let known: HIDScanLayout?
  private var data: [UInt8] = []
  private var aim = ""
  private var isOpen = false
  /// Reports are passed over until there was a pause.
  private var isLost = false
  private var last: Int64 = 0

  /// The longest code; the largest symbols hold less.
  static let longest = 8192
  /// A part that does not follow within this time does not belong to the code any more; parts follow within milliseconds.
  static let pause: Int64 = 250_000_000

  /// - Parameter layout: What the descriptor says; nil: by what the reports look like.
  public init(layout: HIDScanLayout? = nil) { known = layout }

  /// When `tick` is to be called; nil: not now.
  public var deadline: Int64? { isOpen || isLost ? last &+ HIDScanAssembler.pause : nil }

  /// Bytes of a report, for sources that do not keep reports apart.
  public var reportSize: Int { known?.size ?? 64 }

  /// Takes a report as the kernel gives it: with its ID when the device has some.
  public mutating func take(_ bytes: [UInt8], now: Int64) -> [Event] {
    var events = tick(now: now)
    var report = bytes
    // An ID of 0 is that of a device that has none.
    if known?.reportID == nil, let first = report.first, known == nil ? first == 0 : report.count == reportSize + 1 {
      report.removeFirst()
      if known == nil { report.insert(2, at: 0) }
    }
    last = now
    guard !isLost else { return events }
    guard let layout = known ?? HIDScanLayout.guess(report) else {
      return events + [.damaged("A report of \(report.count) bytes has no known form.")]
    }
    // Others tell of triggers and batteries.
    if let id = layout.reportID, report.first != id { return events }
    guard report.count >= layout.data.upperBound else {
      return events + lose("A report is cut to \(report.count) bytes.")
    }
    var count = layout.data.count
    if let place = layout.length { count = Int(report[place]) }
    guard count <= layout.data.count else { return events + lose("A report has more data than it can hold.") }
    var piece = Array(report[layout.data.lowerBound..<layout.data.lowerBound + count])
    if layout.length == nil { while piece.last == 0 { piece.removeLast() } }
    var name = ""
    if let place = layout.aim, HIDScanLayout.isAIM(report, at: place) {
      name = String(decoding: report[place..<place + 3], as: UTF8.self)
    }
    if isOpen, name != aim {
      // The end of the code before is missing, and this is another one.
      events.append(.damaged("The end of a code is missing."))
      (data, isOpen) = ([], false)
    }
    if !isOpen { aim = name }
    guard data.count + piece.count <= HIDScanAssembler.longest else { return events + lose("A code has no end.") }
    data += piece
    isOpen = layout.more.map { report.count > $0 / 8 && report[$0 / 8] >> UInt8($0 % 8) & 1 == 1 } ?? false
    guard !isOpen else { return events }
    defer { data = [] }
    return data.isEmpty ? events : events + [.scan(data, aim: aim)]
  }

  /// Gives up what does not go on.
  public mutating func tick(now: Int64) -> [Event] {
    guard let deadline, now >= deadline else { return [] }
    defer { (data, isOpen, isLost) = ([], false, false) }
    return isOpen ? [.damaged("The end of a code is missing.")] : []
  }

  private mutating func lose(_ why: String) -> [Event] {
    (data, isOpen, isLost) = ([], false, true)
    return [.damaged(why)]
  }
}
