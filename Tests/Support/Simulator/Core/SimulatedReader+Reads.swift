/// Triggers, and the messages of a read.
extension SimulatedReader {
  func startRead(_ now: Int64) {
    triggered = true
    let read = takeRead()
    after(read.delay, now) { [weak self] due in
      guard let self, self.triggered else { return }
      self.triggered = self.settings["TRIGGER.TYPE"] == "5"
      if self.faults.has(5, "none") { return }
      self.deliver(read, due)
      if self.faults.has(5, "two") { self.deliver(read, due) }
      if self.triggered { self.startRead(due) }
    }
  }

  /// The next one of the script.
  func takeRead() -> SimulatedRead {
    nextRead += 1
    return reads.isEmpty ? SimulatedRead(nil) : reads[(nextRead - 1) % reads.count]
  }

  func deliver(_ read: SimulatedRead, _ now: Int64) {
    lastResult += 1
    lastActivity = now
    let event = ReadEvent(id: lastResult, read: read)
    lastImage = event.image()
    if faults.has(17, "mixed"), lastResult % 2 == 0 {
      // Together with the one before, which was held back.
      let earlier = ReadEvent(id: lastResult - 1, read: held ?? read)
      for line in lines { line.sendInterleaved(earlier, event, now) }
    } else if faults.has(17, "mixed") {
      held = read
    } else {
      for line in lines { line.send(event, now) }
    }
  }
}

/// A message on its way: header fields, status, what follows.
struct SimulatedMessage {
  var id: Int?
  var result: Int?
  var status: Int
  var payload: [UInt8] = []
  var bulk: [UInt8]?
}

extension SimulatedLine {
  func send(_ event: ReadEvent, _ now: Int64) {
    guard isOpen else { return }
    guard mode != 0 else {
      // Silent: the bare text; the rest is not sent, because nothing would tell it apart.
      if kinds & 1 != 0 { put(event.string + lineEnd, now) }
      return
    }
    var parts = messages(of: event)
    if reader.faults.has(17, "order") {
      for index in parts.indices.reversed() { parts.swapAt(index, reader.roll(index + 1)) }
    }
    if reader.faults.has(17, "missing"), parts.count > 1 { parts.remove(at: 1 + reader.roll(parts.count - 1)) }
    if reader.faults.has(17, "never") { parts.removeAll { $0.status != 1 } }
    for part in parts { put(part, now) }
  }

  func sendInterleaved(_ first: ReadEvent, _ second: ReadEvent, _ now: Int64) {
    guard isOpen, mode != 0 else { return }
    var a = messages(of: first)[...]
    var b = messages(of: second)[...]
    while !a.isEmpty || !b.isEmpty {
      if let part = a.popFirst() { put(part, now) }
      if let part = b.popFirst() { put(part, now) }
    }
  }

  private func messages(of event: ReadEvent) -> [SimulatedMessage] {
    let id = reader.profile.numbersResults ? event.id : nil
    var parts: [SimulatedMessage] = []
    if kinds & 1 != 0 {
      var text = base64(event.string)
      if reader.faults.variant(10) != nil, event.id % 2 == 1, text.count > 4 { text[text.count / 2] = 0x2a }
      parts.append(SimulatedMessage(result: id, status: 1, payload: text))
    }
    if kinds & 2 != 0 {
      // Each profile in a way of its own: in one line; over several lines, which the byte count of mode 2 covers; by number.
      let lines = mode == 2 ? String(decoding: lineEnd, as: UTF8.self) : ""
      let xml = damaged(xml: event.xml(lineEnd: lines), event)
      let isCounted = reader.profile == .mx || reader.faults.variant(18) != nil
      parts.append(
        isCounted
          ? SimulatedMessage(result: id, status: 3, payload: Array("\(xml.count)".utf8), bulk: xml)
          : SimulatedMessage(result: id, status: 3, payload: xml))
    }
    if kinds & 4 != 0 {
      let text = Array("<statistics><read_stats><good_reads>\(event.id)</good_reads></read_stats></statistics>".utf8)
      parts.append(SimulatedMessage(result: id, status: 4, payload: text))
    }
    if kinds & 8 != 0 {
      var image = event.image()
      if reader.faults.has(18, "jpeg") { image.removeLast(image.count / 2) }
      parts.append(counted(image, status: 5, result: id))
    }
    if kinds & 16 != 0 {
      parts.append(
        counted(event.svg(title: reader.profile == .mx || reader.faults.has(18, "title")), status: 6, result: id))
    }
    return parts
  }

  private func counted(_ bytes: [UInt8], status: Int, result: Int?) -> SimulatedMessage {
    var count = bytes.count
    switch reader.faults.variant(11) {
    case "small": count -= 10
    case "large": count += 1000
    case "huge": count = 2_147_483_647
    default: break
    }
    return SimulatedMessage(result: result, status: status, payload: Array("\(count)".utf8), bulk: bytes)
  }

  private func damaged(xml: [UInt8], _ event: ReadEvent) -> [UInt8] {
    switch reader.faults.variant(18) {
    case "broken": Array(xml.prefix(xml.count / 2))
    case "huge": xml.dropLast(9) + [UInt8](repeating: 0x20, count: 9 << 20) + Array("</result>".utf8)
    case "bomb":
      Array("<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><result>&b;</result>".utf8)
    case "encoding": Array("<?xml version=\"1.0\" encoding=\"x-martian\"?><result/>".utf8)
    case "spelling":
      Array("<result id=\"\(event.id)\"><genral><stauts>GOOD READ</stauts></genral><general/></result>".utf8)
    default: xml
    }
  }
}
