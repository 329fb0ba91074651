import Glibc

/// One line at a terminal: history with the arrow keys, completion with Tab. Only what a prompt needs.
final class LineEditor {
  private let prompt: String
  private let complete: (String) -> [String]
  private var history: [String] = []

  init(prompt: String, complete: @escaping (String) -> [String]) {
    self.prompt = prompt
    self.complete = complete
  }

  /// The next line; nil at ^D. `idle` runs about ten times a second while nothing is typed.
  func line(idle: () -> Void) -> String? {
    var before = termios()
    tcgetattr(0, &before)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &raw)
    defer { tcsetattr(0, TCSANOW, &before) }
    var text: [UInt8] = []
    var place = history.count
    show(text)
    while true {
      var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 100) > 0 else {
        idle()
        continue
      }
      var byte: UInt8 = 0
      guard read(0, &byte, 1) == 1 else { return nil }
      switch byte {
      case 0x04 where text.isEmpty:
        Output.write("\n", to: 1)
        return nil
      case 0x0a, 0x0d:
        Output.write("\n", to: 1)
        let line = String(decoding: text, as: UTF8.self)
        if !line.isEmpty, history.last != line { history.append(line) }
        if history.count > 1000 { history.removeFirst() }
        return line
      case 0x08, 0x7f: if !text.isEmpty { text.removeLast() }
      case 0x15: text = []
      case 0x09: completed(&text)
      case 0x1b:
        var rest: [UInt8] = [0, 0]
        guard read(0, &rest, 2) == 2, rest[0] == 0x5b else { break }
        if rest[1] == 0x41, place > 0 { place -= 1 }
        if rest[1] == 0x42, place < history.count { place += 1 }
        text = place < history.count ? Array(history[place].utf8) : []
      case 0x20...0x7e: if text.count < 4096 { text.append(byte) }
      default: break
      }
      show(text)
    }
  }

  /// As far as all candidates agree; when that is no further, they are shown.
  private func completed(_ text: inout [UInt8]) {
    let candidates = complete(String(decoding: text, as: UTF8.self)).map { Array($0.utf8) }
    guard var common = candidates.first else { return }
    for candidate in candidates {
      let same = zip(common, candidate).prefix { $0 == $1 }.count
      common = Array(common.prefix(same))
    }
    if common.count > text.count {
      text = common
    } else if candidates.count > 1 {
      let list = candidates.prefix(40).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "  ")
      Output.write("\n" + list + "\n", to: 1)
    }
  }

  private func show(_ text: [UInt8]) {
    Output.write("\r\u{1b}[K" + prompt + String(decoding: text, as: UTF8.self), to: 1)
  }
}
