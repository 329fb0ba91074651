import DMCCServer
import Glibc
import Scanbeam

/// `scanbeam serve`: a camera as a network DMCC reader.
enum ServeCommand {
  static let usage = """
    scanbeam serve SOURCE [options]

    Makes a camera a DMCC reader on the network, so that software for DataMan readers works with it. SOURCE is a camera
    (/dev/videoN or an identity that "scanbeam list" prints), or a picture or a folder of pictures: a camera that is shown the
    next picture at each TRIGGER ON. Several hosts may connect; whoever triggers, all are told what is read.

      --port N               where to listen (default 2323; readers usually have 23)
      --address A            an address of this machine, or 0.0.0.0 for all (default 127.0.0.1); others than 127.x.x.x need
                             a password
      --password-file FILE   its first line is the password of the user "admin" (or SCANBEAM_PASSWORD in the environment)
      --discoverable         answer those who look for readers (UDP 1069)
      --name NAME            what it is called (default: as the camera)
      --symbologies A,B      read only these (default: all; see scanbeam symbologies)
      --effort 1..5          1 fastest, 5 most thorough (default 2)
      --mode MODE            no-aimer (default), passive-aimer, active-aimer, front
      --dmcc "CMD; CMD"      DMCC commands before anybody comes, for example "SET TRIGGER.TYPE 5; TRIGGER ON"
      --json                 print what is read as JSON
      --quiet                print nothing but errors

    Ends with ^C. Exit codes: 0 ended, 2 error. In another window: scanbeam read tcp:127.0.0.1:2323 --count 1
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words,
      valued: [
        "--port", "--address", "--password-file", "--name", "--symbologies", "--effort", "--mode", "--dmcc",
        "--discovery-port",
      ],
      flags: ["--discoverable", "--json", "--quiet", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1 else {
      throw Failure("serve needs one camera, picture or folder; scanbeam serve --help explains it.")
    }
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    let interrupts = InterruptDescriptor()
    var ended = false
    context.loop.watch(interrupts.fd) {
      interrupts.consume()
      ended = true
    }
    defer { context.loop.unwatch(interrupts.fd) }
    let source = try Source(arguments.positional[0])
    let mode = try CameraArguments.mode(arguments)
    let (symbologies, effort) = (try arguments.symbologies(), try arguments.int("--effort", 1...5) ?? 2)
    let port = UInt16(try arguments.int("--port", 0...65535) ?? 2323)
    let password = try LoginArguments.password(arguments)
    try attempt { () throws(ReaderError) in
      let reader = try context.camera(CameraOptions(mode: mode, identity: source.identity))
      defer { reader.close() }
      try reader.configure {
        ($0.symbologies, $0.effort, $0.name) = (symbologies, effort, arguments.value("--name") ?? $0.name)
      }
      try reader.configureLink { $0.reconnects = true }
      try connect(reader, context) { ended }
      let server = try ReaderServer(
        reader, address: arguments.value("--address") ?? "127.0.0.1", port: port, password: password,
        pictures: source.pictures)
      defer { server.close() }
      tell(of: server, arguments)
      for command in CameraArguments.commands(arguments) { _ = try ask(reader, context, command) }
      let responder = try discovery(server, context, arguments)
      Output.line("serving \(Output.visible(reader.identity)) on \(server.label)")
      while !ended { _ = try context.loop.dispatch(timeoutMs: -1) }
      withExtendedLifetime(responder) {}
    }
    return 0
  }

  /// What is served.
  private struct Source {
    let identity: String
    let pictures: PictureRound?

    init(_ text: String) throws(Failure) {
      guard !text.hasPrefix("v4l2:"), !text.hasPrefix("/dev/video") else {
        (identity, pictures) = (text, nil)
        return
      }
      guard !TerminalIdentity.hasScheme(text), text != "mx:", !text.hasPrefix("pcsc:"), text != "-" else {
        throw Failure("serve takes a camera, a picture or a folder; \(text) is none.")
      }
      let path = text.hasPrefix("file:") ? String(text.dropFirst(5)) : text
      identity = "file:" + path
      pictures = try attempt { () throws(ReaderError) in
        try PictureRound(path: path, isFolder: FileKind.isDirectory(path))
      }
    }
  }

  private static func connect(_ reader: Reader, _ context: ReaderContext, _ ended: () -> Bool) throws(ReaderError) {
    var connected: (done: Bool, error: ReaderError?) = (false, nil)
    try reader.connect { connected = (true, $0) }
    while !connected.done, !ended() { _ = try context.loop.dispatch(timeoutMs: -1) }
    if let error = connected.error { throw error }
  }

  /// Sends a command and waits for its answer; throws when it is refused.
  private static func ask(
    _ reader: Reader, _ context: ReaderContext, _ command: String
  ) throws(ReaderError) -> String {
    var answer: Result<DeviceAnswer, ReaderError>?
    try reader.sendCommand(command) { answer = $0 }
    while answer == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
    let reply = try answer!.get()
    guard reply.status == 0 else {
      throw ReaderError(.invalidArgument, "\(command): refused with DMCC status \(reply.status).", dmcc: reply.status)
    }
    return reply.text
  }

  private static func tell(of server: ReaderServer, _ arguments: Arguments) {
    server.log = arguments.has("--quiet") ? nil : { Output.note(Output.visible($0)) }
    guard !arguments.has("--quiet") else { return }
    let isJSON = arguments.has("--json")
    server.sent = { results in
      if results.codes.isEmpty { Output.line(isJSON ? "{\"read\":null}" : "no read") }
      for code in results.codes {
        Output.line(isJSON ? CodeText.json(code, of: results, source: server.reader.identity) : CodeText.plain(code))
      }
    }
    server.beeps = { count, _ in
      if isatty(1) == 1, !isJSON { Output.write(String(repeating: "\u{07}", count: min(3, max(0, count))), to: 1) }
    }
  }

  private static func discovery(
    _ server: ReaderServer, _ context: ReaderContext, _ arguments: Arguments
  ) throws(ReaderError) -> DiscoveryResponder? {
    guard arguments.has("--discoverable") else { return nil }
    var packet = DiscoveryPacket()
    packet.model = "Scanbeam"
    packet.description = "Scanbeam camera reader"
    packet.firmware = "0.1.0"
    packet.name = try ask(server.reader, context, "GET DEVICE.NAME")
    packet.serial = try ask(server.reader, context, "GET DEVICE.SERIAL-NUMBER")
    packet.services = [.init(name: "telnet", port: server.port)]
    // Another port is for tests.
    let port = arguments.value("--discovery-port").flatMap { UInt16($0) } ?? DiscoveryPacket.port
    return try DiscoveryResponder(
      packet, address: arguments.value("--address") ?? "127.0.0.1", port: port, loop: context.loop)
  }
}
