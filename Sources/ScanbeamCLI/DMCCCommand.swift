import CPlatform
import Glibc
import Scanbeam

/// `scanbeam dmcc`: a prompt for DMCC commands, for every kind of reader that takes them.
final class DMCCCommand: ReaderObserver {
  static let usage = """
    scanbeam dmcc READER [options]

    Sends DMCC commands to a reader and prints what it answers, and what it reads meanwhile. READER is a camera or a terminal:
    an identity that "scanbeam list" prints, /dev/videoN, file:PICTURE, tcp:HOST, /dev/ttyX, or mx: for the first terminal on
    USB. At a prompt: history with the arrow keys, completion with Tab, end with ^D. From a pipe: one command a line.

      SET SYMBOL.QR ON           a setting (docs/settings.md lists those of cameras)
      GET DECODER.EFFORT         its value
      TRIGGER ON                 a scan
      IMAGE.LOAD @shelf.png      the file follows the command
      IMAGE.SEND > frame.jpg     the picture that is the answer goes into a file
      # …                        a comment

      --json                 one JSON object an answer and a code
      --mode MODE            of a camera: no-aimer (default), passive-aimer, active-aimer, front
      --timeout SECONDS      how long to wait for an answer, and at the end for what a trigger reads (default 5)
      --user NAME, --password-file FILE
                             for readers on the network that ask (default: admin, SCANBEAM_PASSWORD in the environment)

    At the end of the input a running scan is waited for. Exit codes: 0 all was done, 1 something was refused or not
    answered, 2 error.
    """

  /// Commands of terminals whose answer is followed by bytes; the answer does not say so itself.
  private static let binary = ["IMAGE.SEND", "LIVEIMG.SEND", "IMAGE.FETCH", "GET COM.SCRIPT", "GET DEVICE.LOG"]

  private let json: Bool
  private let timeoutMs: Int32
  private let context: ReaderContext
  private let interrupts = InterruptDescriptor()
  private var failure: ReaderError?
  private var refused = false
  private var isInterrupted = false
  private var reads = 0
  /// A terminal was triggered; this was the number of reads before.
  private var readsBeforeTrigger: Int?

  private var isOver: Bool { isInterrupted || failure != nil }

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: LoginArguments.options.union(["--mode", "--timeout"]), flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1 else {
      throw Failure("dmcc needs one reader; scanbeam list shows them, scanbeam dmcc --help explains it.")
    }
    return try DMCCCommand(arguments).run(
      arguments.positional[0], try CameraArguments.mode(arguments), try LoginArguments.login(arguments))
  }

  private init(_ arguments: Arguments) throws(Failure) {
    json = arguments.has("--json")
    timeoutMs = try arguments.milliseconds("--timeout") ?? 5000
    context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
  }

  private func run(_ identity: String, _ mode: CameraMode, _ login: NetworkLogin) throws(Failure) -> Int32 {
    defer { context.release() }
    context.loop.watch(interrupts.fd) { [unowned self] in isInterrupted = true }
    defer { context.loop.unwatch(interrupts.fd) }
    try attempt { () throws(ReaderError) in
      let reader = try makeReader(identity, mode, login)
      reader.setObserver(self)
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      while !connected.done, !isInterrupted { _ = try context.loop.dispatch(timeoutMs: -1) }
      if let error = connected.error { throw error }
      try talk(reader)
      try finish(reader)
      reader.setObserver(nil)
      reader.close()
      // The kernel's driver gets a terminal back before the tool ends.
      _ = try context.loop.wait(timeoutMs: 2000) {
        reader.connectionState == .disconnected || reader.connectionState == .unavailable
      }
      context.loop.drain()
    }
    if let failure { throw Failure(failure) }
    return refused ? 1 : 0
  }

  private func makeReader(
    _ identity: String, _ mode: CameraMode, _ login: NetworkLogin
  ) throws(ReaderError) -> Reader {
    if identity == "mx:" || TerminalIdentity.hasScheme(identity) {
      return try LoginArguments.reader(context, identity, login)
    }
    let isPath = access(identity, F_OK) == 0 && !identity.hasPrefix("/dev/")
    return try context.camera(CameraOptions(mode: mode, identity: isPath ? "file:" + identity : identity))
  }

  /// Lines as they come, and what the reader says meanwhile.
  private func talk(_ reader: Reader) throws(ReaderError) {
    guard isatty(0) == 1, isatty(1) == 1 else {
      var lines = LineBuffer()
      while !isOver, let line = try next(&lines) { try carryOut(line, reader) }
      return
    }
    let known = KnownCommands(reader)
    known.ask()
    if let info = reader.terminalInfo {
      Output.note("\(Output.visible(info.type)) \(Output.visible(info.name)), \(Output.visible(info.firmware))")
    }
    Output.note("^D ends, Tab completes")
    let editor = LineEditor(prompt: "dmcc> ") { known.completions(of: $0) }
    defer { withExtendedLifetime(editor) {} }
    while !isOver {
      let line = editor.line(while: context.loop.descriptor) { [unowned self] in
        context.loop.drain()
        return !isOver
      }
      guard let line else { return }
      try carryOut(line, reader)
    }
  }

  private func next(_ lines: inout LineBuffer) throws(ReaderError) -> String? {
    while !isOver {
      if let line = lines.next() { return line }
      if lines.isOver { return nil }
      var polled = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: context.loop.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&polled, 2, -1)
      if polled[1].revents != 0 { _ = try context.loop.dispatch(timeoutMs: 0) }
      if polled[0].revents != 0 { try lines.fill() }
    }
    return nil
  }

  /// Waits for what the last trigger reads.
  private func finish(_ reader: Reader) throws(ReaderError) {
    while reader.isScanning, !isOver { _ = try context.loop.dispatch(timeoutMs: -1) }
    guard let readsBeforeTrigger else { return }
    _ = try context.loop.wait(timeoutMs: timeoutMs) { isOver || reads > readsBeforeTrigger }
  }

  private func carryOut(_ line: String, _ reader: Reader) throws(ReaderError) {
    guard let order = Order(line) else { return }
    var command = order.text
    var data: [UInt8] = []
    if let path = order.source {
      data = try PictureFile.bytes(path: path, limit: 33_554_432)
      command += " \(data.count)"
    }
    let upper = command.uppercased()
    if reader.has(.terminal), upper == "TRIGGER ON" { readsBeforeTrigger = reads }
    let isBinary = order.target != nil || DMCCCommand.binary.contains { upper == $0 || upper.hasPrefix($0 + " ") }
    var answer: Result<DeviceAnswer, ReaderError>?
    try reader.sendCommand(command, data: data, expectsBinary: isBinary, timeoutMs: timeoutMs) { answer = $0 }
    while answer == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
    switch answer! {
    case .success(let answer):
      if answer.status != 0 { (refused, readsBeforeTrigger) = (true, nil) }
      if let target = order.target, answer.status == 0 { try PNGWriter.write(answer.bytes, path: target) }
      Output.line(json ? AnswerText.json(command, answer) : AnswerText.plain(answer))
    case .failure(let error):
      guard error.status == .timeout || error.status == .unsupported else { throw failure ?? error }
      refused = true
      Output.line(json ? AnswerText.json(command, error) : "! \(error.message)")
    }
  }

  // MARK: The reader

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}

  func reader(_ reader: Reader, received results: ReadResults) {
    reads += 1
    if results.codes.isEmpty {
      let line = CodeText.json(noReadOf: reader.identity, reason: results.reason.name, message: results.message)
      return Output.line(json ? line : "no read: \(results.reason.name)")
    }
    for code in results.codes {
      Output.line(json ? CodeText.json(code, of: results, source: reader.identity) : CodeText.plain(code))
    }
  }

  func reader(_ reader: Reader, failed error: ReaderError) { failure = error }

  func reader(_ reader: Reader, beeps count: Int, tone: Int) {
    if isatty(1) == 1, !json { Output.write(String(repeating: "\u{07}", count: min(3, max(0, count))), to: 1) }
  }
}
