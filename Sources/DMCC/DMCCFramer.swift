/// Cuts a stream of bytes into DMCC messages, however the stream comes in pieces.
///
/// Give it bytes with `append`, then take frames with `next` until there are none. Memory is bounded by the limits.
/// Times are nanoseconds of a monotonic clock; they are only needed for what has no end of its own: a line that ends in
/// a lone CR or LF, and announced bytes that stay away. One-at-a-time.
public struct DMCCFramer {
  /// How much is kept at most.
  public struct Limits {
    /// Longest line of a message.
    public var line = 16 << 20
    /// Most bytes behind a line.
    public var bulk = 64 << 20
    /// Longest text outside of messages that is kept in one piece.
    public var unframed = 16 << 10
    /// The default limits.
    public init() {}
  }

  /// How far the bytes behind a line have come.
  public struct Progress: Equatable {
    /// The message that they belong to.
    public var header: DMCCHeader
    /// Bytes here and bytes announced.
    public var received, total: Int
  }

  enum State {
    case text
    case line(DMCCHeader, LineEnd)
    case bulk(DMCCMessage, count: Int, since: Int64)
    case skip(count: Int, since: Int64)
  }

  /// Bytes outside of messages so far, without empty lines: text, noise, what was given up.
  public internal(set) var offProtocolBytes: UInt64 = 0

  let limits: Limits
  var state = State.text
  var buffer: [UInt8] = []
  /// Where the unread bytes begin, and where the search goes on.
  var head = 0
  var scan = 0
  var lastByte: Int64 = 0

  /// Makes a framer at the beginning of a stream.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Takes bytes of the stream.
  public mutating func append(_ bytes: [UInt8], now: Int64) {
    guard !bytes.isEmpty else { return }
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      (head, scan) = (0, 0)
    } else if head > 1 << 16 {
      buffer.removeFirst(head)
      scan -= head
      head = 0
    }
    buffer += bytes
    lastByte = now
  }

  /// The next frame; nil when more bytes are needed.
  ///
  /// - Parameter expectsBulk: Asked for an answer whose payload is a number: whether so many bytes follow. What a
  ///   reader sends by itself (XML, image, graphics) is never a bare number, and is not asked for.
  public mutating func next(now: Int64, expectsBulk: (DMCCHeader) -> Bool) -> DMCCFrame? {
    while true {
      let frame: DMCCFrame?
      let isDone: Bool
      switch state {
      case .text: (frame, isDone) = nextText(expectsBulk)
      case .line(let header, let end): (frame, isDone) = nextLine(header, end, now, expectsBulk)
      case .bulk(let message, let count, _): (frame, isDone) = nextBulk(message, count)
      case .skip(let count, let since): (frame, isDone) = (nil, skip(count, since))
      }
      if let frame { return frame }
      if isDone { return nil }
    }
  }

  /// Text outside of messages whose end has not come: a prompt, perhaps.
  public var unfinishedText: ArraySlice<UInt8> {
    if case .text = state { buffer[head...] } else { [] }
  }

  /// Takes the unfinished text as read.
  public mutating func dropUnfinishedText() {
    guard case .text = state else { return }
    offProtocolBytes &+= UInt64(buffer.count - head)
    consume(to: buffer.count)
  }

  /// The bytes behind a line that are under way.
  public var progress: Progress? {
    guard case .bulk(let message, let count, _) = state else { return nil }
    return Progress(header: message.header, received: min(count, buffer.count - head), total: count)
  }

  /// The message that has begun; nil between messages.
  public var current: DMCCHeader? {
    switch state {
    case .line(let header, _): header
    case .bulk(let message, _, _): message.header
    case .text, .skip: nil
    }
  }

  // MARK: Text and line

  mutating func consume(to end: Int) {
    head = end
    scan = end
  }

  /// Looks for a header or a line end outside of messages. The second value: true when bytes are missing.
  private mutating func nextText(_ expectsBulk: (DMCCHeader) -> Bool) -> (DMCCFrame?, Bool) {
    while scan < buffer.count {
      let byte = buffer[scan]
      if byte == 0x7c {
        switch DMCCHeader.parse(buffer, at: scan) {
        case .incomplete: return (nil, true)
        case .header(let header, let length):
          let text = Array(buffer[head..<scan])
          let end = scan + length
          offProtocolBytes &+= UInt64(text.count)
          consume(to: end)
          state = .line(header, LineEnd(header: header, limits: limits, mayCount: header.announcesBytes(expectsBulk)))
          return (text.isEmpty ? nil : .unframed(text, isLine: false), false)
        case .none: break
        }
      } else if byte == 0x0d, scan + 1 == buffer.count {
        return (nil, true)
      } else if byte == 0x0d || byte == 0x0a {
        let isPair = byte == 0x0d && buffer[scan + 1] == 0x0a
        return (endText(at: scan, ending: isPair ? 2 : 1), false)
      }
      scan += 1
      if scan - head >= limits.unframed {
        let text = Array(buffer[head..<scan])
        offProtocolBytes &+= UInt64(text.count)
        consume(to: scan)
        return (.unframed(text, isLine: false), false)
      }
    }
    return (nil, true)
  }

  mutating func endText(at end: Int, ending: Int) -> DMCCFrame? {
    let text = Array(buffer[head..<end])
    consume(to: end + ending)
    guard !text.isEmpty else { return nil }
    offProtocolBytes &+= UInt64(text.count + ending)
    return .unframed(text, isLine: true)
  }

  private mutating func nextLine(
    _ header: DMCCHeader, _ lineEnd: LineEnd, _ now: Int64, _ expectsBulk: (DMCCHeader) -> Bool
  ) -> (DMCCFrame?, Bool) {
    var lineEnd = lineEnd
    switch lineEnd.find(in: buffer, from: head, &scan) {
    case .end(let end, let ending):
      return (endLine(header, at: end, ending: ending, now, expectsBulk), false)
    case .interrupted:
      offProtocolBytes &+= UInt64(scan - head)
      consume(to: scan)
      state = .text
      return (.broken(header, .interrupted), false)
    case .missing: break
    }
    guard buffer.count - head <= limits.line else {
      offProtocolBytes &+= UInt64(buffer.count - head)
      consume(to: buffer.count)
      state = .text
      return (.broken(header, .lineTooLong), false)
    }
    state = .line(header, lineEnd)
    return (nil, true)
  }
}
