import Glibc
import Scanbeam

/// Standard output and standard error.
enum Output {
  /// A line on standard output, at once.
  static func line(_ text: String) { write(text + "\n", to: 1) }

  /// A line on standard error.
  static func note(_ text: String) {
    Progress.clear()
    write(text + "\n", to: 2)
  }

  /// All bytes, however often the system takes only some. A reader that has gone (EPIPE) ends the tool quietly.
  static func write(_ text: String, to fd: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno != EINTR {
        if fd == 1 { exit(errno == EPIPE ? 0 : 2) }
        return
      }
    }
  }

  /// Text that a terminal shows as it is: control characters as `\xNN`, so that no code can send commands to it.
  static func visible(_ text: String) -> String {
    var out = ""
    for c in text.unicodeScalars {
      if c.value < 0x20 || (0x7f...0x9f).contains(c.value) {
        out += "\\x" + JSON.hex([UInt8(c.value)])
      } else {
        out.unicodeScalars.append(c)
      }
    }
    return out
  }
}

/// A progress bar on standard error, only when that is a terminal.
enum Progress {
  private static let isTerminal = isatty(2) == 1
  nonisolated(unsafe) private static var shown = false

  static func show(_ done: Int, of total: Int, _ what: String) {
    guard isTerminal, total > 1 else { return }
    let width = 30
    let filled = done * width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    Output.write("\r\u{1b}[K[\(bar)] \(done)/\(total) \(Output.visible(String(what.suffix(40))))", to: 2)
    shown = true
  }

  static func clear() {
    guard shown else { return }
    shown = false
    Output.write("\r\u{1b}[K", to: 2)
  }
}
