/// Finds the end of a message's line: CR LF. Tolerates what readers and lines do to it:
///
/// - A byte count in the header that fits (CR LF stands where it says) reaches over line ends inside.
/// - XML and SVG that come as they are may have line ends inside: the line ends behind the closing tag of the root.
/// - A lone CR or LF ends the line when a message follows it, or nothing does for a while; or when it ends a number of
///   bytes that follow.
struct LineEnd {
  enum Found {
    /// Where the payload ends, and how long the line end is.
    case end(Int, ending: Int)
    /// A message begins inside (`scan` is there) where none can.
    case interrupted
    case missing
  }

  private var byteCount: Int?
  private let mayBeMarkup: Bool
  private let isBase64: Bool
  private let mayEndAlone: Bool
  private let mayCount: Bool
  /// End of the first CR LF inside a payload that its byte count reaches over, or of the last one inside markup.
  private var inner: Int?
  private var markup = Markup()

  init(header: DMCCHeader, limits: DMCCFramer.Limits, mayCount: Bool) {
    self.mayCount = mayCount
    byteCount = header.byteCount.flatMap { $0 >= 2 && $0 <= limits.line ? $0 : nil }
    mayBeMarkup = header.status.announcesBytes
    isBase64 = header.status == .readString
    mayEndAlone = !header.status.announcesBytes
  }

  /// Searches on from `scan`, an index that stays valid while bytes are added.
  mutating func find(in buffer: [UInt8], from head: Int, _ scan: inout Int) -> Found {
    if let count = byteCount {
      guard buffer.count - head >= count else {
        noteInner(buffer, &scan)
        return .missing
      }
      if buffer[head + count - 2] == 0x0d, buffer[head + count - 1] == 0x0a { return .end(head + count - 2, ending: 2) }
      // It was wrong: as if there were none.
      byteCount = nil
      inner = nil
      scan = head
    }
    let isMarkup = mayBeMarkup && head < buffer.count && buffer[head] == 0x3c
    while scan < buffer.count {
      let byte = buffer[scan]
      if byte == 0x0d {
        guard scan + 1 < buffer.count else { return .missing }
        if buffer[scan + 1] == 0x0a {
          guard isMarkup, !markup.endsWithRoot(buffer[head..<scan]) else { return .end(scan, ending: 2) }
          switch DMCCHeader.parse(buffer, at: scan + 2) {
          case .header: return .end(scan, ending: 2)
          case .incomplete: return .missing
          case .none: inner = scan + 2
          }
          scan += 2
          continue
        }
        if let found = lone(in: buffer, from: head, at: scan, isMarkup) { return found }
      } else if byte == 0x0a {
        if let found = lone(in: buffer, from: head, at: scan, isMarkup) { return found }
      } else if byte == 0x7c, isBase64 || isMarkup {
        switch DMCCHeader.parse(buffer, at: scan) {
        case .header: return .interrupted
        case .incomplete: return .missing
        case .none: break
        }
      }
      scan += 1
    }
    return .missing
  }

  /// Remembers the first CR LF, for the case that the byte count is too large.
  private mutating func noteInner(_ buffer: [UInt8], _ scan: inout Int) {
    while inner == nil, scan + 1 < buffer.count {
      if buffer[scan] == 0x0d, buffer[scan + 1] == 0x0a { inner = scan + 2 }
      scan += 1
    }
  }

  /// A lone line end: the end when a message follows, or bytes that were announced.
  private mutating func lone(in buffer: [UInt8], from head: Int, at index: Int, _ isMarkup: Bool) -> Found? {
    if mayCount, index - head <= 20, DMCCText.isNumber(buffer[head..<index]) { return .end(index, ending: 1) }
    if isMarkup, markup.endsWithRoot(buffer[head..<index]) { return .end(index, ending: 1) }
    return switch DMCCHeader.parse(buffer, at: index + 1) {
    case .header: .end(index, ending: 1)
    case .incomplete: .missing
    case .none: nil
    }
  }

  /// How long to wait for more before `settle`; nil: until it comes.
  func wait(in buffer: [UInt8], from head: Int) -> Int64? {
    if inner != nil { return mayBeMarkup ? DMCCFramer.markupWait : DMCCFramer.lineEndWait }
    guard mayEndAlone, buffer.count > head, let last = buffer.last, last == 0x0d || last == 0x0a else { return nil }
    return DMCCFramer.lineEndWait
  }

  /// The end when nothing more came.
  func settle(in buffer: [UInt8], from head: Int) -> (end: Int, ending: Int) {
    if let inner { return (inner - 2, 2) }
    return (max(head, buffer.count - 1), min(1, buffer.count - head))
  }
}

/// As much of XML as is needed to find its end in a stream.
struct Markup {
  /// `</name>` of the first element, when it is known.
  private var closing: [UInt8] = []
  private var isSearched = false
  private static let farthest = 4096

  /// Whether the text, each time a longer piece of the same, ends with the closing tag of its first element.
  mutating func endsWithRoot(_ text: ArraySlice<UInt8>) -> Bool {
    if !isSearched { search(text) }
    guard !closing.isEmpty else { return false }
    var end = text.endIndex
    while end > text.startIndex, text.endIndex - end < 64, text[end - 1] == 0x20 || text[end - 1] == 0x0a { end -= 1 }
    let begin = end - closing.count
    return begin > text.startIndex && text[begin..<end].elementsEqual(closing)
  }

  private mutating func search(_ text: ArraySlice<UInt8>) {
    isSearched = text.count >= Markup.farthest
    var i = text.startIndex
    let limit = min(text.endIndex, i + Markup.farthest)
    while i + 1 < limit {
      if text[i] == 0x3c, text[i + 1] != 0x3f, text[i + 1] != 0x21 {
        let end = text[(i + 1)..<limit].firstIndex { [0x20, 0x3e, 0x2f, 0x0d, 0x0a, 0x09].contains($0) }
        guard let end else { return }
        closing = [0x3c, 0x2f] + Array(text[(i + 1)..<end]) + [0x3e]
        isSearched = true
        return
      }
      i += 1
    }
  }
}
