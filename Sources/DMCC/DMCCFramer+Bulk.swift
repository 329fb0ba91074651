/// The end of a message's line, the bytes behind it, and what time has to do with both.
extension DMCCFramer {
  /// How long a lone CR or LF waits for what would make it a part of the line.
  static let lineEndWait: Int64 = 250_000_000
  /// How long a line of XML waits for its rest: it may have line ends inside.
  static let markupWait: Int64 = 2_000_000_000
  /// How long announced bytes may pause.
  static let bulkPause: Int64 = 5_000_000_000

  /// How long announced bytes may take: 10 s and 2 ms for each (a serial line at 9600 baud needs 1 ms).
  static func bulkLimit(_ count: Int) -> Int64 { 10_000_000_000 &+ Int64(count) &* 2_000_000 }

  /// When `settle` has something to do; nil: only bytes matter.
  public var nextDeadline: Int64? {
    switch state {
    case .text:
      return buffer.count > head && buffer.last == 0x0d ? lastByte &+ DMCCFramer.lineEndWait : nil
    case .line(_, let end):
      return end.wait(in: buffer, from: head).map { lastByte &+ $0 }
    case .bulk(_, let count, let since), .skip(let count, let since):
      return min(lastByte &+ DMCCFramer.bulkPause, since &+ DMCCFramer.bulkLimit(count))
    }
  }

  /// Ends what has waited long enough; call it when `nextDeadline` has come, then take frames with `next` again.
  public mutating func settle(now: Int64, expectsBulk: (DMCCHeader) -> Bool) -> DMCCFrame? {
    guard let deadline = nextDeadline, now >= deadline else { return nil }
    switch state {
    case .text:
      return endText(at: buffer.count - 1, ending: 1)
    case .line(let header, let end):
      let (last, ending) = end.settle(in: buffer, from: head)
      return endLine(header, at: last, ending: ending, now, expectsBulk)
    case .bulk(let message, _, _):
      giveUp()
      return .broken(message.header, .bulkCut)
    case .skip:
      giveUp()
      return nil
    }
  }

  /// Gives up the message that is under way, with what has come of it.
  public mutating func giveUp() {
    offProtocolBytes &+= UInt64(buffer.count - head)
    consume(to: buffer.count)
    state = .text
  }

  mutating func endLine(
    _ header: DMCCHeader, at end: Int, ending: Int, _ now: Int64, _ expectsBulk: (DMCCHeader) -> Bool
  ) -> DMCCFrame? {
    var message = DMCCMessage(header: header, payload: Array(buffer[head..<end]))
    message.removeChecksum()
    consume(to: end + ending)
    state = .text
    guard header.announcesBytes(expectsBulk), DMCCText.isNumber(message.payload[...]) else { return .message(message) }
    let count = DMCCText.count(message.payload[...]) ?? Int(Int32.max)
    guard count <= limits.bulk else {
      state = .skip(count: count, since: now)
      return .broken(header, .bulkTooLong)
    }
    state = .bulk(message, count: count, since: now)
    return nil
  }

  mutating func nextBulk(_ message: DMCCMessage, _ count: Int) -> (DMCCFrame?, Bool) {
    guard buffer.count - head >= count else { return (nil, true) }
    var message = message
    message.bulk = Array(buffer[head..<head + count])
    consume(to: head + count)
    state = .text
    return (.message(message), false)
  }

  /// Forgets bytes of a message that is too long. True when more are missing.
  mutating func skip(_ count: Int, _ since: Int64) -> Bool {
    let here = min(count, buffer.count - head)
    offProtocolBytes &+= UInt64(here)
    consume(to: head + here)
    state = here == count ? .text : .skip(count: count - here, since: since)
    return here < count
  }
}

extension DMCCStatus {
  /// XML, image, graphics and the like: a payload that is a number is the number of bytes that follow.
  var announcesBytes: Bool { rawValue >= 2 && rawValue < 100 && self != .event }
}

extension DMCCHeader {
  func announcesBytes(_ expectsBulk: (DMCCHeader) -> Bool) -> Bool {
    status.announcesBytes || (status == .ok && expectsBulk(self))
  }
}

extension DMCCMessage {
  /// Takes the checksum off the payload, when the header says that there is one. The reader's guide says an exclusive
  /// or of bytes, but not of which: of the message from its first bar, or of the payload.
  mutating func removeChecksum() {
    guard header.checksum == 1, let sum = payload.popLast() else { return }
    let ofPayload = payload.reduce(0, ^)
    let fields = [header.checksum, header.id, header.resultID, header.byteCount]
    let colons = 0...3
    checksumFits =
      sum == ofPayload
      || colons.contains { count in
        guard fields[(count + 1)...].allSatisfy({ $0 == nil }) else { return false }
        let text = fields[...count].map { $0.map { "\($0)" } ?? "" }.joined(separator: ":")
        return sum == "\(text)[\(header.status.rawValue)]".utf8.reduce(ofPayload, ^)
      }
  }
}
