/// What commands do.
extension SimulatedLine {
  private static func words(_ command: [UInt8]) -> [String] {
    String(decoding: command, as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// The number of bytes that follow a command; nil for most.
  func uploadCount(_ command: [UInt8]) -> Int? {
    let words = SimulatedLine.words(command)
    guard words.count >= 2, let count = Int(words.last ?? ""), count >= 0, count <= 16 << 20 else { return nil }
    let name = words[0].uppercased()
    if name == "SCRIPT.LOAD" || name == "IMAGE.LOAD" { return count }
    return name == "SET" && words.count == 3 && words[1].uppercased() == "COM.SCRIPT" ? count : nil
  }

  func execute(_ header: Header, _ command: [UInt8], _ data: [UInt8], _ now: Int64) {
    reader.commands += 1
    if misbehaves(header, now) { return }
    let words = SimulatedLine.words(command)
    let name = words.first?.uppercased() ?? ""
    let argument = words.count > 1 ? words[1].uppercased() : ""
    if reader.faults.variant(4) != nil { unsolicited(now) }
    switch name {
    case "GET": get(header, argument, now)
    case "SET":
      let value = String(
        decoding: command.drop { $0 != 0x20 }.dropFirst().drop { $0 != 0x20 }.dropFirst(), as: UTF8.self)
      set(header, argument, value, data, now)
    case "TRIGGER": trigger(header, argument, now)
    case "BEEP", "STATISTICS.RESET", "LIVEIMG.SEND": answer(header, 0, [], now)
    case "SCRIPT.LOAD":
      reader.script = data
      answer(header, 0, [], now)
    case "IMAGE.LOAD":
      answer(header, 0, [], now)
      reader.deliver(SimulatedRead(Array("loaded \(data.count)".utf8)), now)
    case "CONFIG.SAVE":
      reader.saved = reader.settings
      answer(header, 0, [], now)
    case "CONFIG.RESTORE":
      reader.settings = reader.saved
      answer(header, 0, [], now)
    case "CONFIG.DEFAULT", "DEVICE.DEFAULT":
      reader.settings = reader.profile.settings
      answer(header, 0, [], now)
    case "COM.DMCC-RESET":
      answer(header, 0, [], now)
      resetSession()
    case "COM.DMCC-SAVE": answer(header, 0, [], now)
    case "IMAGE.SEND", "IMAGE.FETCH": sendImage(header, now)
    case "REBOOT":
      answer(header, 0, [], now)
      reader.settings = reader.saved
      for line in reader.lines { line.hangUp(now) }
    default: answer(header, 101, [], now)
    }
    if reader.faults.variant(4) != nil { unsolicited(now) }
  }

  /// Faults that change what a command does. True when it is not carried out.
  private func misbehaves(_ header: Header, _ now: Int64) -> Bool {
    let faults = reader.faults
    let count = reader.commands
    if faults.has(14, "mute") || faults.has(14, "deaf") || (faults.has(14, "dies") && count >= 10) { return true }
    if faults.has(9, "refuse"), count % 2 == 0 {
      answer(header, 103, [], now)
      return true
    }
    // Not the first ones: so that a connection comes about.
    if faults.has(13, "slow"), count > 4 { delay(4_900_000_000, now) }
    if faults.has(13, "slower"), count > 4 { delay(5_100_000_000, now) }
    if faults.variant(15) != nil, count == 5 {
      reader.restart()
      return true
    }
    if faults.has(20, "flip"), count == 5 { reader.target = 1 - reader.target }
    if faults.has(20, "second"), count == 5 { reader.settings["SYMBOL.QR"] = "OFF" }
    if faults.variant(24) != nil, count == 10 {
      reader.hibernate(now)
      return true
    }
    return false
  }

  private func get(_ header: Header, _ name: String, _ now: Int64) {
    if reader.faults.variant(16) != nil, name.hasPrefix("SYMBOL.") {
      let statuses = [100, 101, 102, 103, 104, 105, 106, 255, 13, 50, 99]
      let status = statuses[reader.commands % statuses.count]
      if status < 100 { put(SimulatedMessage(status: status, payload: Array("odd".utf8)), now) }
      return answer(header, status < 100 ? 0 : status, status < 100 ? Array("ON".utf8) : [], now)
    }
    func value(_ text: String) { answer(header, 0, Array(text.utf8), isGet: true, now) }
    switch name {
    case "COM.SCRIPT": bulk(header, reader.script, now)
    case "DEVICE.LOG": bulk(header, Array("booted\nready\n".utf8), now)
    case "BATTERY.CHARGE" where reader.profile == .mx: value("\(reader.battery)")
    case "COM.DMCC-RESPONSE" where reader.profile == .dm475: value("0")
    case "COM.DMCC-TARGET" where reader.profile == .base: value("\(reader.target)")
    default:
      if let text = session[name] { return value(text) }
      if reader.profile == .base, reader.target == 0, let text = reader.profile.baseSettings[name] {
        return value(text)
      }
      guard let text = reader.settings[name] else { return answer(header, 102, [], now) }
      value(text)
    }
  }

  private func bulk(_ header: Header, _ bytes: [UInt8], _ now: Int64) {
    var count = "\(bytes.count)"
    switch reader.faults.variant(11) {
    case "small": count = "\(max(0, bytes.count - 3))"
    case "large": count = "\(bytes.count + 1000)"
    case "negative": count = "-\(bytes.count)"
    case "text": count = "many"
    case "huge": count = "2147483648"
    default: break
    }
    answer(header, 0, Array(count.utf8), bulk: bytes, isGet: true, now)
  }

  private func sendImage(_ header: Header, _ now: Int64) {
    guard !reader.lastImage.isEmpty else { return answer(header, 104, [], now) }
    bulk(header, reader.lastImage, now)
  }

  private func set(_ header: Header, _ name: String, _ value: String, _ data: [UInt8], _ now: Int64) {
    switch name {
    case "COM.SCRIPT":
      reader.script = data
      answer(header, 0, [], now)
    case "COM.DMCC-RESPONSE":
      guard let mode = Int(value), reader.profile.modes.contains(mode) else { return answer(header, 102, [], now) }
      session[name] = value
      answer(header, 0, [], now)
    case "COM.DMCC-TARGET" where reader.profile == .base:
      guard let target = Int(value), target == 0 || target == 1 else { return answer(header, 102, [], now) }
      reader.target = target
      answer(header, 0, [], now)
    case "DATA.RESULT-TYPE", "DATA.RESULT-ENCODING", "DATA.RESULT-ALWAYSSEND", "DATA.IMAGE-TYPE", "COM.DMCC-CHECKSUM",
      "COM.DMCC-HEADER":
      guard let number = Int(value), number >= 0, number < 1024 else { return answer(header, 102, [], now) }
      session[name] = value
      answer(header, 0, [], now)
    default:
      guard !readOnly.contains(name) else { return answer(header, 104, [], now) }
      guard let old = reader.settings[name] else { return answer(header, 102, [], now) }
      if old == "ON" || old == "OFF", !["ON", "OFF"].contains(value.uppercased()) {
        return answer(header, 102, [], now)
      }
      if Int(old) != nil, Double(value) == nil { return answer(header, 102, [], now) }
      reader.settings[name] = unquoted(value)
      answer(header, 0, [], now)
    }
  }

  /// A quoted string without its quotation marks and backslashes.
  private func unquoted(_ value: String) -> String {
    let bytes = Array(value.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return value }
    var out: [UInt8] = []
    var escaped = false
    for byte in bytes[1..<(bytes.count - 1)] {
      if byte == 0x5c, !escaped {
        escaped = true
        continue
      }
      out.append(escaped ? [0x74: 0x09, 0x72: 0x0d, 0x6e: 0x0a][byte] ?? byte : byte)
      escaped = false
    }
    return String(decoding: out, as: UTF8.self)
  }

  private func trigger(_ header: Header, _ word: String, _ now: Int64) {
    switch word {
    case "ON":
      if reader.faults.has(5, "noack") { return reader.startRead(now) }
      if reader.faults.has(5, "first") {
        reader.deliver(reader.takeRead(), now)
        return answer(header, 0, [], now)
      }
      answer(header, 0, [], now)
      reader.startRead(now)
    case "OFF":
      reader.triggered = false
      answer(header, 0, [], now)
    default: answer(header, 102, [], now)
    }
  }
}
