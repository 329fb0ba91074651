import CPlatform
import Glibc
import Scanbeam

/// `scanbeam dmcc`: a prompt for DMCC commands.
final class DMCCCommand: ReaderObserver {
  static let usage = """
    scanbeam dmcc CAMERA [options]

    Opens a camera reader and sends it what comes on standard input, one DMCC command a line; what it answers and what it
    reads comes on standard output. CAMERA is /dev/videoN, an identity that "scanbeam list" prints, or file:PICTURE.

      SET SYMBOL.QR ON           a setting (docs/settings.md lists them)
      GET DECODER.EFFORT         its value
      TRIGGER ON                 a scan
      IMAGE.LOAD @shelf.png      the file follows the command
      IMAGE.SEND > frame.jpg     the picture that is the answer goes into a file
      # …                        a comment

      --json                 one JSON object an answer and a code
      --mode MODE            no-aimer (default), passive-aimer, active-aimer, front
      --timeout SECONDS      how long to wait for an answer (default 5)

    At the end of the input a running scan is waited for. Exit codes: 0 all was done, 1 something was refused, 2 error.
    """

  private let json: Bool
  private let timeoutMs: Int32
  private let context: ReaderContext
  private let interrupts = InterruptDescriptor()
  private var failure: ReaderError?
  private var refused = false
  private var isInterrupted = false

  /// Whether a command line means a camera reader and not a terminal.
  static func isFor(_ words: [String]) -> Bool {
    words.contains { word in
      word.hasPrefix("v4l2:") || word.hasPrefix("/dev/video") || word.hasPrefix("file:") || word.hasPrefix("push:")
        || (word.contains("/") && !word.hasPrefix("-") && !word.hasPrefix("/dev/"))
    }
  }

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(words, valued: ["--mode", "--timeout"], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1 else {
      throw Failure("dmcc needs one camera; scanbeam dmcc --help explains it.")
    }
    return try DMCCCommand(arguments).run(arguments.positional[0], try CameraArguments.mode(arguments))
  }

  private init(_ arguments: Arguments) throws(Failure) {
    json = arguments.has("--json")
    timeoutMs = try arguments.milliseconds("--timeout") ?? 5000
    context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
  }

  private func run(_ identity: String, _ mode: CameraMode) throws(Failure) -> Int32 {
    defer { context.release() }
    context.loop.watch(interrupts.fd) { [unowned self] in isInterrupted = true }
    defer { context.loop.unwatch(interrupts.fd) }
    try attempt { () throws(ReaderError) in
      let reader = try context.camera(CameraOptions(mode: mode, identity: identity))
      reader.setObserver(self)
      defer {
        reader.setObserver(nil)
        reader.close()
      }
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      while !connected.done, !isInterrupted { _ = try context.loop.dispatch(timeoutMs: -1) }
      if let error = connected.error { throw error }
      try talk(reader)
      while reader.isScanning, !isInterrupted, failure == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
      context.loop.drain()
    }
    if let failure { throw Failure(failure) }
    return refused ? 1 : 0
  }

  /// Lines of standard input as they come, and what the reader says meanwhile.
  private func talk(_ reader: Reader) throws(ReaderError) {
    let isTerminal = isatty(0) == 1 && isatty(1) == 1
    var lines = LineBuffer()
    while !isInterrupted, failure == nil {
      if isTerminal { Output.write("> ", to: 1) }
      var line: String?
      repeat {
        line = lines.next()
        if line != nil || lines.isOver { break }
        var polled = [
          pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
          pollfd(fd: context.loop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&polled, 2, -1)
        if polled[1].revents != 0 { _ = try context.loop.dispatch(timeoutMs: 0) }
        if polled[0].revents != 0 { try lines.fill() }
      } while !isInterrupted && failure == nil
      guard let line else { return }
      try carryOut(line, reader)
    }
  }

  private func carryOut(_ line: String, _ reader: Reader) throws(ReaderError) {
    var command = line
    while let last = command.last, last == " " || last == "\r" { command.removeLast() }
    guard !command.isEmpty, !command.hasPrefix("#") else { return }
    var (data, target) = ([UInt8](), String?.none)
    if let (name, path) = DMCCCommand.split(command, " @") {
      data = try PictureFile.bytes(path: path, limit: 33_554_432)
      command = "\(name) \(data.count)"
    } else if let (name, path) = DMCCCommand.split(command, " > ") {
      (command, target) = (name, path)
    }
    var answer: Result<DeviceAnswer, ReaderError>?
    try reader.sendCommand(command, data: data, timeoutMs: timeoutMs) { answer = $0 }
    while answer == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
    switch answer! {
    case .success(let answer):
      if let target, answer.status == 0 { try PNGWriter.write(answer.bytes, path: target) }
      show(command, answer)
    case .failure(let error):
      guard error.status == .timeout || error.status == .cancelled else { throw error }
      refused = true
      Output.note("scanbeam: \(Output.visible(command)): \(error.message)")
    }
  }

  private static func split(_ line: String, _ mark: String) -> (String, String)? {
    var i = line.startIndex
    while i < line.endIndex {
      if line[i...].hasPrefix(mark) {
        let rest = line.index(i, offsetBy: mark.count)
        return rest == line.endIndex ? nil : (String(line[..<i]), String(line[rest...]))
      }
      i = line.index(after: i)
    }
    return nil
  }

  private func show(_ command: String, _ answer: DeviceAnswer) {
    if answer.status != 0 { refused = true }
    if json {
      var object =
        "{\"command\":\(JSON.string(command)),\"status\":\(answer.status),\"text\":\(JSON.string(answer.text))"
      if !answer.bytes.isEmpty { object += ",\"bytes\":\(answer.bytes.count)" }
      return Output.line(object + "}")
    }
    guard answer.status == 0 else { return Output.line("! \(answer.status) \(DMCCCommand.words(answer.status))") }
    if !answer.bytes.isEmpty { return Output.line("\(answer.bytes.count) bytes") }
    Output.line(answer.text.isEmpty ? "OK" : Output.visible(answer.text))
  }

  private static func words(_ status: Int32) -> String {
    switch status {
    case 101: "unknown command"
    case 102: "bad argument, or missing in this build or camera"
    case 104: "not in this state"
    case 105: "offline"
    default: "refused"
    }
  }

  // MARK: The reader

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}

  func reader(_ reader: Reader, received results: ReadResults) {
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

/// Lines of standard input; a last line without line end counts.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private var ended = false

  /// Whether there is nothing left and nothing to come.
  var isOver: Bool { ended && bytes.isEmpty }

  mutating func next() -> String? {
    guard let end = bytes.firstIndex(of: 10) else {
      guard ended, !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Reads what is there; waits when nothing is.
  mutating func fill() throws(ReaderError) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = chunk.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { return ended = true }
    bytes += chunk[..<count]
    guard bytes.count <= 1 << 20 || bytes.contains(10) else {
      throw ReaderError(.invalidArgument, "A line of the input is longer than 1 MiB.")
    }
  }
}

/// Options that camera readers share.
enum CameraArguments {
  /// `--mode`.
  static func mode(_ arguments: Arguments) throws(Failure) -> CameraMode {
    switch arguments.value("--mode") {
    case nil, "no-aimer": return .noAimer
    case "passive-aimer": return .passiveAimer
    case "active-aimer": return .activeAimer
    case "front": return .frontCamera
    case let word?:
      throw Failure("--mode takes no-aimer, passive-aimer, active-aimer or front, not \"\(word)\".")
    }
  }

  /// `--dmcc`: commands separated by semicolons.
  static func commands(_ arguments: Arguments) -> [String] {
    (arguments.value("--dmcc") ?? "").split(separator: ";").map { part in
      var text = String(part.drop { $0 == " " })
      while text.last == " " { text.removeLast() }
      return text
    }.filter { !$0.isEmpty }
  }
}
