import CPlatform
import Glibc
import Scanbeam

/// `scanbeam watch`: devices as they come and go.
enum WatchCommand {
  static let usage = """
    scanbeam watch [--json] [--ble] [--interface NAME[,NAME…]] [--host HOST[:PORT][,…]] [--timeout SECONDS]

    Prints the cameras, terminals and contactless readers (and their tags) that are there, then each that comes (+), goes (-)
    or changes (~), until ^C or the time is over. The options are those of "scanbeam list".
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--interface", "--host", "--timeout"], flags: ["--json", "--ble", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    let watch = Watch(json: arguments.has("--json"))
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    let interrupts = InterruptDescriptor()
    var ended = false
    context.loop.watch(interrupts.fd) { ended = true }
    defer { context.loop.unwatch(interrupts.fd) }
    if let timeout = try arguments.milliseconds("--timeout") {
      context.loop.schedule(at: context.loop.time + Int64(timeout) * 1_000_000) { ended = true }
    }
    try attempt { () throws(ReaderError) in
      try context.watchDevices { watch.update(context.terminals().terminals) }
      try context.setDiscovery(ListCommand.discovery(arguments))
      watch.update(context.terminals().terminals)
      let tags = TagWatch(context.loop, json: arguments.has("--json"))
      defer { tags.stop() }
      let radio =
        try arguments.has("--ble")
        ? BluetoothWatch(context) { watch.update(bluetooth: $0, problem: $1) } : nil
      defer { withExtendedLifetime(radio) {} }
      while !ended { _ = try context.loop.dispatch(timeoutMs: -1) }
      try context.watchDevices(nil)
    }
    return 0
  }
}

/// What was printed last.
private final class Watch {
  private let json: Bool
  private var shown: [(identity: String, text: String)] = []
  private var radio: [(identity: String, text: String)] = []
  private var problem: String?

  init(json: Bool) { self.json = json }

  func update(_ terminals: [TerminalDevice]) {
    let cameras = CameraList.current().cameras
    let now =
      cameras.map { ($0.identity, json ? ListCommand.json($0) : summary($0.identity, $0.name, $0.node, $0.problem)) }
      + terminals.map {
        ($0.identity, json ? ListCommand.json($0) : summary($0.identity, $0.name, $0.node, $0.problem))
      }
      + ScannerList.current().map {
        ($0.identity, json ? ListCommand.json($0) : summary($0.identity, $0.name, $0.node, $0.problem))
      }
    shown = tell(now.map { (identity: $0.0, text: $0.1) }, shown)
  }

  /// Contactless readers on Bluetooth.
  func update(bluetooth devices: [DiscoveredDevice], problem: String?) {
    if let problem, problem != self.problem { Output.note(problem) }
    self.problem = problem
    let now = devices.map {
      (
        identity: $0.identifier,
        text: json
          ? "{\"identity\":\(JSON.string($0.identifier)),\"name\":\(JSON.string($0.name)),\"class\":\"tag\"}"
          : "\(Output.visible($0.identifier))  \(Output.visible($0.name))"
      )
    }
    radio = tell(now, radio)
  }

  private func tell(
    _ now: [(identity: String, text: String)], _ shown: [(identity: String, text: String)]
  ) -> [(identity: String, text: String)] {
    for old in shown where !now.contains(where: { $0.0 == old.identity }) { say("-", old.text) }
    for (identity, text) in now {
      let old = shown.first { $0.identity == identity }
      if old?.text != text { say(old == nil ? "+" : "~", text) }
    }
    return now
  }

  private func summary(_ identity: String, _ name: String, _ node: String, _ problem: ReaderError?) -> String {
    var out = "\(Output.visible(identity))  \(Output.visible(name)) on \(Output.visible(node))"
    if let problem { out += "  problem: \(problem.message)" }
    return out
  }

  private func say(_ sign: String, _ text: String) {
    Output.line(
      json
        ? "{\"change\":\"\(sign == "+" ? "came" : sign == "-" ? "went" : "changed")\",\"device\":\(text)}"
        : "\(sign) \(text)")
  }
}
