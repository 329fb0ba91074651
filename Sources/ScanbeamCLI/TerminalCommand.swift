import CPlatform
import Glibc
import Scanbeam

/// `scanbeam dmcc TERMINAL`: commands by hand or from a script.
enum TerminalCommand {
  static let usage = """
    scanbeam dmcc TERMINAL [--json]
    scanbeam dmcc CAMERA …           (scanbeam dmcc /dev/video0 --help explains it)

    Sends DMCC commands to a terminal (an identity of "scanbeam list", tcp:HOST, /dev/ttyX, or mx:) and prints what it answers,
    and what it reads meanwhile. At a prompt: history with the arrow keys, completion with Tab, end with ^D. From a pipe: one
    command a line; empty lines and lines that begin with # are skipped. IMAGE.SEND and other answers with bytes are told by
    their size.

    Exit codes: 0 every command was done, 1 one was refused or not answered, 2 error.
    """

  /// Names that readers know (Cognex communications guide and public clients); what this one knows it tells itself.
  static let names =
    [
      "BATTERY.CHARGE", "BEEP.GOOD", "BEEP.NO-READ", "BEEPER.ENABLED", "C128.CODESIZE", "CAMERA.EXPOSURE",
      "CAMERA.EXPOSURE-US", "CAMERA.GAIN", "COM.DMCC-RESPONSE", "COM.DMCC-TARGET", "COM.SCRIPT", "COM.SCRIPT-ENABLED",
      "DATA.RESULT-TYPE", "DECODER.CENTERING-WINDOW", "DECODER.EFFORT", "DECODER.ROI", "DECODER.TIMEOUT",
      "DEVICE.FEATURE-KEYS", "DEVICE.FIRMWARE-VER", "DEVICE.LOG", "DEVICE.MAC-ADDRESS", "DEVICE.NAME",
      "DEVICE.SERIAL-NUMBER", "DEVICE.TIMEZONE", "DEVICE.TYPE", "IMAGE.FORMAT", "IMAGE.QUALITY", "IMAGE.SIZE",
      "LIGHT.AIMER", "LIGHT.INTERNAL-ENABLE", "LIVEIMG.MODE", "POWER.HIBERNATE-TIMEOUT", "POWER.POWEROFF-TIMEOUT",
      "TRIGGER.TYPE",
    ] + Availabilities.symbologies.members.map { "SYMBOL.\($0.name)" }
  static let actions = [
    "BEEP 1 1", "CONFIG.DEFAULT", "CONFIG.RESTORE", "CONFIG.SAVE", "COM.DMCC-RESET", "IMAGE.SEND", "REBOOT",
    "STATISTICS.RESET", "TRIGGER OFF", "TRIGGER ON",
  ]
  /// Commands whose answer is followed by bytes.
  private static let binary = ["IMAGE.SEND", "LIVEIMG.SEND", "IMAGE.FETCH", "GET COM.SCRIPT", "GET DEVICE.LOG"]

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(words, valued: [], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1 else { throw Failure("dmcc needs a terminal; scanbeam list shows them.") }
    let session = TerminalSession(json: arguments.has("--json"))
    return try attempt { () throws(ReaderError) in
      let context = try ReaderContext(.poll)
      defer { context.release() }
      let reader = try context.reader(identity: arguments.positional[0])
      guard reader.has(.terminal) else {
        throw ReaderError(.unsupported, "\(reader.identity) is no terminal; scanbeam list shows them.")
      }
      reader.setObserver(session)
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      _ = try context.loop.wait(timeoutMs: -1) { connected.done }
      if let error = connected.error { throw error }
      let failures = try converse(session, reader, context)
      reader.setObserver(nil)
      reader.close()
      _ = try context.loop.wait(timeoutMs: 2000) { reader.connectionState != .disconnecting }
      return failures > 0 ? 1 : 0
    }
  }

  private static func converse(
    _ session: TerminalSession, _ reader: Reader, _ context: ReaderContext
  ) throws(ReaderError) -> Int {
    let isInteractive = isatty(0) == 1 && isatty(1) == 1
    if isInteractive, let info = reader.terminalInfo {
      Output.note(
        "\(Output.visible(info.type)) \(Output.visible(info.name)), \(Output.visible(info.firmware)); ^D ends")
    }
    let editor = LineEditor(prompt: "dmcc> ") { candidates(for: $0) }
    var failures = 0
    while let line = isInteractive ? editor.line(idle: { try? drain(context) }) : readLine(strippingNewline: true) {
      let text = trimmed(line)
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      var answer: Result<TerminalAnswer, ReaderError>?
      let upper = text.uppercased()
      try reader.askTerminal(text, expectsBinary: binary.contains { upper == $0 || upper.hasPrefix($0 + " ") }) {
        answer = $0
      }
      _ = try context.loop.wait(timeoutMs: -1) { answer != nil }
      if let answer, !session.report(text, answer) { failures += 1 }
      guard reader.connectionState == .connected else { throw ReaderError(.lost, "The terminal has gone.") }
    }
    // What a trigger at the end of a script reads.
    if !isInteractive { _ = try context.loop.wait(timeoutMs: 500) { false } }
    return failures
  }

  private static func drain(_ context: ReaderContext) throws(ReaderError) {
    while try context.loop.dispatch(timeoutMs: 0) {}
  }

  private static func trimmed(_ line: String) -> String {
    var text = line[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" || text.last == "\r" { text.removeLast() }
    return String(text)
  }

  /// Whole lines that begin as `text` does.
  static func candidates(for text: String) -> [String] {
    let upper = text.uppercased()
    return (actions + names.map { "GET " + $0 } + names.map { "SET " + $0 + " " }).filter { $0.hasPrefix(upper) }
      .sorted()
  }
}

/// Prints answers and what the terminal tells meanwhile.
private final class TerminalSession: ReaderObserver {
  private let json: Bool

  init(json: Bool) { self.json = json }

  /// False when it was refused or not answered.
  func report(_ command: String, _ answer: Result<TerminalAnswer, ReaderError>) -> Bool {
    switch answer {
    case .success(let reply):
      if json {
        Output.line(
          "{\"command\":\(JSON.string(command)),\"status\":\(reply.status),\"text\":\(JSON.string(reply.text)),"
            + "\"bytes\":\"\(JSON.hex(reply.bytes))\"}")
      } else if reply.status != 0 {
        Output.line("refused: DMCC status \(reply.status) \(Output.visible(reply.text))")
      } else if !reply.bytes.isEmpty {
        Output.line("\(reply.bytes.count) bytes")
      } else {
        Output.line(reply.text.isEmpty ? "ok" : Output.visible(reply.text))
      }
      return reply.status == 0
    case .failure(let error):
      if json {
        Output.line("{\"command\":\(JSON.string(command)),\"error\":\(JSON.string(error.message))}")
      } else {
        Output.line("error: \(error.message)")
      }
      return false
    }
  }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}
  func reader(_ reader: Reader, failed error: ReaderError) { Output.note("scanbeam: \(error.message)") }

  func reader(_ reader: Reader, received results: ReadResults) {
    if results.codes.isEmpty, results.reason == .noCode { Output.line(json ? "{\"read\":null}" : "read nothing") }
    for code in results.codes {
      Output.line(json ? CodeText.json(code, of: results, source: reader.identity) : "read: " + CodeText.plain(code))
    }
  }
}
