/// What was set on a terminal, so that it can be set again: the last value of each name, in the order in which they were
/// set.
struct TerminalConfiguration {
  private var entries: [(key: String, text: String)] = []
  /// More than any reader has names.
  private static let most = 1024

  /// The commands to send again.
  var commands: [String] { entries.map(\.text) }

  /// Notes a command that was answered with success.
  mutating func note(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 2)
    guard let first = words.first?.uppercased() else { return }
    switch first {
    case "SET" where words.count == 3:
      let key = words[1].uppercased()
      // The session keeps its own settings; a script's data is not kept.
      guard !key.hasPrefix("COM.DMCC-"), key != "DATA.RESULT-TYPE", key != "COM.SCRIPT" else { return }
      entries.removeAll { $0.key == key }
      if entries.count < TerminalConfiguration.most { entries.append((key, text)) }
    case "CONFIG.DEFAULT", "CONFIG.RESTORE", "DEVICE.DEFAULT": clear()
    default: break
    }
  }

  mutating func clear() { entries = [] }
}
