import CPlatform
import Glibc
import PreviewServer
import Scanbeam

/// `scanbeam preview`: what a camera sees, with the overlay, in a window or in a browser.
enum PreviewCommand {
  static let usage = """
    scanbeam preview SOURCE... [options]
    scanbeam preview SOURCE... --http [options]

    Shows what a camera sees, with the overlay: in a window (by the program scanbeam-preview of libscanbeam-preview), or with
    results, trigger and settings as a page for a browser, whose address is printed. SOURCE is a camera as for "scanbeam read", or
    there are pictures and directories of pictures, which are shown over and over as if a camera saw them.

      --full-screen          cover the screen
      --size WxH             of the window (default 960x540)
      --scale X              pixels for a unit of the overlay (default: as the desktop says)
      --parent XID           X11: inside of this window
      --count N              stop after N codes
      --http                 serve a page instead, with:
      --port N               its port (default 8765; 0: any free one)
      --address A            where to listen (default 127.0.0.1); other addresses than 127.x.x.x need a password
      --password-file FILE   the password is the first line of this file; the user's name does not matter
      --token T              the token in the page's address (default: a random one)
      --fps N                pictures in a second that are shown, at most (default: as they come where 7 % of a core is
                             enough, page: 15)
      --rate N               pictures in a second that are taken from files (default 10)
      --mode MODE            no-aimer (default), passive-aimer, active-aimer, front
      --show OPTION,…        no-zoom-button, no-light-button, paused, always-show, high-resolution, high-frame-rate,
                             close-button, keep-paused
      --overlay STYLE        cmb (default) or legacy
      --symbologies A,B      read only these (default: all)
      --effort 1..5          1 fastest, 5 most thorough (default 2)
      --dmcc "CMD; CMD"      DMCC commands before the scan
      --timeout SECONDS      end a scan after so long without a read (default: never)
      --json                 results as JSON
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words,
      valued: [
        "--port", "--address", "--password-file", "--token", "--fps", "--rate", "--mode", "--show", "--overlay",
        "--symbologies", "--effort", "--dmcc", "--timeout", "--size", "--scale", "--parent", "--count",
      ],
      flags: ["--http", "--full-screen", "--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard !arguments.positional.isEmpty else {
      throw Failure("preview needs a camera, or pictures or directories; scanbeam preview --help explains it.")
    }
    guard arguments.has("--http") else {
      for name in ["--port", "--address", "--password-file", "--token"] where arguments.value(name) != nil {
        throw Failure("\(name) is for the page: it goes with --http.")
      }
      let options = try PreviewRun.options(arguments.value("--show"))
      let shown = try arguments.int("--fps", 1...120).map { ["--shown", "\($0)"] } ?? []
      throw try PreviewWindow.run(
        arguments, arguments.positional, passed: ["--size", "--scale", "--parent", "--rate"], options, setup: shown)
    }
    return try PreviewRun(arguments).run()
  }
}

/// One run of `scanbeam preview`.
final class PreviewRun: ReaderObserver {
  private let sources: [String]
  private let json: Bool
  private let symbologies: SymbologySet
  private let effort: Int
  private let timeoutMs: Int32
  private let rate: Double
  private let commands: [String]
  private let camera: CameraOptions
  private var page = PreviewServer.Options()
  private var server: PreviewServer?
  private var failure: ReaderError?
  private var isOver = false
  private var reads = 0

  init(_ arguments: Arguments) throws(Failure) {
    sources = arguments.positional
    json = arguments.has("--json")
    symbologies = try arguments.symbologies()
    effort = try arguments.int("--effort", 1...5) ?? 2
    timeoutMs = try arguments.milliseconds("--timeout") ?? 0
    rate = Double(try arguments.int("--rate", 1...240) ?? 10)
    commands = CameraArguments.commands(arguments)
    var identity = sources[0]
    if !sources.contains(where: PreviewRun.isCamera) {
      identity = "push:preview"
    } else if sources.count > 1 {
      throw Failure("A preview shows one camera, or pictures.")
    }
    camera = CameraOptions(
      mode: try CameraArguments.mode(arguments), preview: try PreviewRun.options(arguments.value("--show")),
      identity: identity)
    page.port = UInt16(try arguments.int("--port", 0...65535) ?? 8765)
    page.address = arguments.value("--address") ?? "127.0.0.1"
    page.token = arguments.value("--token")
    page.rate = Double(try arguments.int("--fps", 1...120) ?? 15)
    switch arguments.value("--overlay") {
    case nil, "cmb": page.overlay = .cmb
    case "legacy": page.overlay = .legacy
    case let word?: throw Failure("--overlay takes cmb or legacy, not \"\(word)\".")
    }
    if let path = arguments.value("--password-file") { page.password = try PreviewRun.firstLine(path) }
  }

  private static func isCamera(_ source: String) -> Bool {
    source.hasPrefix("v4l2:") || source.hasPrefix("/dev/video") || source == "mx:" || TerminalIdentity.hasScheme(source)
      || source.hasPrefix("pcsc:")
  }

  static func options(_ text: String?) throws(Failure) -> PreviewOptions {
    let known: [(String, PreviewOptions)] = [
      ("no-zoom-button", .noZoomButton), ("no-light-button", .noLightButton), ("paused", .paused),
      ("always-show", .alwaysShow), ("high-resolution", .highResolution), ("high-frame-rate", .highFrameRate),
      ("close-button", .closeButton), ("keep-paused", .keepPaused),
    ]
    var options: PreviewOptions = []
    for word in text?.split(separator: ",") ?? [] {
      guard let option = known.first(where: { $0.0 == word })?.1 else {
        throw Failure("--show takes \(known.map(\.0).joined(separator: ", ")), not \"\(word)\".")
      }
      options.insert(option)
    }
    return options
  }

  private static func firstLine(_ path: String) throws(Failure) -> String {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw Failure(ReaderError(.notFound, "\(path) cannot be read.", errno: errno)) }
    defer { close(fd) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(fd, $0.baseAddress, $0.count) }
    let line = bytes.prefix(max(0, count)).prefix { $0 != 10 && $0 != 13 }
    return String(decoding: line, as: UTF8.self)
  }

  func run() throws(Failure) -> Int32 {
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    let interrupts = InterruptDescriptor()
    context.loop.watch(interrupts.fd) { [unowned self] in
      // Taken, so that it does not end the tool after all.
      var signal = signalfd_siginfo()
      _ = read(interrupts.fd, &signal, MemoryLayout<signalfd_siginfo>.size)
      isOver = true
    }
    defer { context.loop.unwatch(interrupts.fd) }
    try attempt { () throws(ReaderError) in try run(context) }
    return reads > 0 ? 0 : 1
  }

  private func run(_ context: ReaderContext) throws(ReaderError) {
    let reader = try context.camera(camera)
    try reader.configure {
      $0.symbologies = symbologies
      $0.symbols = .open
      $0.maxCodes = 0
      $0.effort = effort
      $0.trigger = .continuous
      $0.duplicateTimeoutMs = 2000
      $0.scanTimeoutMs = timeoutMs
    }
    reader.setObserver(self)
    let film = reader.identity.hasPrefix("push:") ? try Film(reader, paths: paths, rate: rate) : nil
    let server = try PreviewServer(reader, page)
    self.server = server
    defer {
      film?.stop()
      server.close()
      self.server = nil
    }
    var connected: (done: Bool, error: ReaderError?) = (false, nil)
    try reader.connect { connected = (true, $0) }
    while !connected.done, !isOver { _ = try context.loop.dispatch(timeoutMs: -1) }
    if let error = connected.error { throw error }
    try reader.setUp(commands, context) { isOver }
    if !isOver { try reader.startScanning() }
    try film?.start()
    Output.note(server.address)
    while !isOver { _ = try context.loop.dispatch(timeoutMs: -1) }
    reader.setObserver(nil)
    film?.stop()
    server.close()
    reader.close()
    _ = try context.loop.wait(timeoutMs: 2000) {
      reader.connectionState == .disconnected || reader.connectionState == .unavailable
    }
    if let failure { throw failure }
  }

  private var paths: [String] { sources.map { $0.hasPrefix("file:") ? String($0.dropFirst(5)) : $0 } }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}

  func reader(_ reader: Reader, received results: ReadResults) {
    server?.tell(results)
    for code in results.codes {
      reads += 1
      Output.line(json ? CodeText.json(code, of: results, source: sources[0]) : CodeText.plain(code))
    }
  }

  func reader(_ reader: Reader, failed error: ReaderError) {
    failure = error
    isOver = true
  }
}
