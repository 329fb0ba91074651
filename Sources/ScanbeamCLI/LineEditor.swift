import Glibc

/// Lines at a terminal: history with the arrow keys, completion with Tab. Only what a prompt needs.
///
/// The terminal gives single keys from the beginning to the end of the editor, also between lines: a ^D that is typed ahead
/// while it edits lines itself would be lost.
final class LineEditor {
  private let prompt: String
  private let complete: (String) -> [String]
  private var history: [String] = []
  private var before = termios()

  init(prompt: String, complete: @escaping (String) -> [String]) {
    self.prompt = prompt
    self.complete = complete
    tcgetattr(0, &before)
    var keys = before
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &keys)
  }

  deinit { tcsetattr(0, TCSANOW, &before) }

  /// The next line; nil at ^D, and when `work` returns false. `work` runs, with the prompt taken away, whenever the
  /// descriptor is readable.
  func line(while descriptor: Int32, _ work: () -> Bool) -> String? {
    var text: [UInt8] = []
    var place = history.count
    show(text)
    while true {
      var waits = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) > 0 else { continue }
      if waits[1].revents != 0 {
        Output.write("\r\u{1b}[K", to: 1)
        guard work() else { return nil }
        show(text)
      }
      guard waits[0].revents != 0 else { continue }
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
      case 0x08, 0x7f: eraseLast(&text)
      case 0x15: text = []
      case 0x09: completed(&text)
      case 0x1b: recalled(&text, &place)
      case 0x20...0x7e, 0x80...0xff: if text.count < 4096 { text.append(byte) }
      default: break
      }
      show(text)
    }
  }

  /// A character may be several bytes.
  private func eraseLast(_ text: inout [UInt8]) {
    while let last = text.popLast(), last & 0xc0 == 0x80 {}
  }

  /// Arrow up and arrow down; other keys of this kind are swallowed.
  private func recalled(_ text: inout [UInt8], _ place: inout Int) {
    var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    var rest: [UInt8] = [0, 0]
    guard poll(&wait, 1, 50) > 0, read(0, &rest, 2) == 2, rest[0] == 0x5b || rest[0] == 0x4f else { return }
    switch rest[1] {
    case 0x41: place = max(0, place - 1)
    case 0x42: place = min(history.count, place + 1)
    default: return
    }
    text = place < history.count ? Array(history[place].utf8) : []
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
