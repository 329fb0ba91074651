import Scanbeam

/// `scanbeam list`: the cameras of this machine, and the terminals that are known.
enum ListCommand {
  static let usage = """
    scanbeam list [--json] [--ble] [--interface NAME[,NAME…]] [--host HOST[:PORT][,…]]

    Lists cameras, terminals and contactless readers: identity (for "scanbeam read"), name, device node, the ways in which a camera can deliver
    frames, and what is in the way of using it. No terminal is opened or written to.

      --ble              also look for contactless readers on Bluetooth LE, for six seconds
      --interface NAME   also ask for readers on this network interface (UDP 1069), for two seconds
      --host HOST        also list this reader

    Exit codes: 0 there is one, 1 there is none, 2 error.
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--interface", "--host"], flags: ["--json", "--ble", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    let cameras = CameraList.current().cameras
    let readers = tagReaders() + (arguments.has("--ble") ? try bluetooth() : [])
    let terminals = try terminals(arguments)
    let scanners = ScannerList.current()
    if arguments.has("--json") {
      Output.line(
        "[\((cameras.map(json) + terminals.map(json) + scanners.map(json) + readers.map(json)).joined(separator: ",\n "))]"
      )
    } else if cameras.isEmpty && terminals.isEmpty && scanners.isEmpty && readers.isEmpty {
      Output.note(
        "There is no camera, no terminal and no contactless reader. What was just plugged in takes a moment to appear; readers on the network are "
          + "looked for with --interface NAME.")
    } else {
      for reader in readers { Output.line("\(Output.visible(reader.identity))\n    \(Output.visible(reader.name))") }
      for camera in cameras { Output.line(text(camera)) }
      for terminal in terminals { Output.line(text(terminal)) }
      for scanner in scanners { Output.line(text(scanner)) }
    }
    return cameras.isEmpty && terminals.isEmpty && scanners.isEmpty && readers.isEmpty ? 1 : 0
  }

  /// What pcscd knows; nothing without it.
  private static func tagReaders() -> [(identity: String, name: String)] {
    guard let names = try? PCSCContext().readers() else { return [] }
    return names.map { (PCSCReaderName.identity($0, among: names), $0) }
  }

  /// What is heard within six seconds.
  private static func bluetooth() throws(Failure) -> [(identity: String, name: String)] {
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    return try attempt { () throws(ReaderError) in
      var heard: [DiscoveredDevice] = []
      var problem: String?
      let watch = try BluetoothWatch(context) { (heard, problem) = ($0, $1) }
      defer { withExtendedLifetime(watch) {} }
      _ = try context.loop.wait(timeoutMs: 6000) { problem != nil }
      if let problem { Output.note(problem) }
      return heard.map { ($0.identifier, $0.name) }
    }
  }

  private static func json(_ reader: (identity: String, name: String)) -> String {
    "{\"identity\":\(JSON.string(reader.identity)),\"name\":\(JSON.string(reader.name)),\"class\":\"tag\"}"
  }

  /// What the discovery of network readers may do, by the options.
  static func discovery(_ arguments: Arguments) -> DiscoveryOptions {
    var options = DiscoveryOptions()
    options.interfaces = arguments.value("--interface")?.split(separator: ",").map(String.init) ?? []
    options.hosts = arguments.value("--host")?.split(separator: ",").map(String.init) ?? []
    return options
  }

  private static func terminals(_ arguments: Arguments) throws(Failure) -> [TerminalDevice] {
    let options = discovery(arguments)
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    try attempt { () throws(ReaderError) in
      try context.setDiscovery(options)
      guard !options.interfaces.isEmpty else { return }
      _ = try context.loop.wait(timeoutMs: 2000) { false }
    }
    return context.terminals().terminals
  }

  static func text(_ terminal: TerminalDevice) -> String {
    var out = "\(Output.visible(terminal.identity))\n"
    out += "    \(Output.visible(terminal.name)) on \(Output.visible(terminal.node))"
    if !terminal.driver.isEmpty { out += ", driver \(Output.visible(terminal.driver))" }
    if !terminal.isKnown { out += " (a serial device; perhaps a terminal)" }
    if let problem = terminal.problem { out += "\n    problem: \(problem.message)" }
    return out
  }

  static func json(_ terminal: TerminalDevice) -> String {
    "{\"kind\":\"terminal\",\"identity\":\(JSON.string(terminal.identity)),\"name\":\(JSON.string(terminal.name))"
      + ",\"node\":\(JSON.string(terminal.node)),\"driver\":\(JSON.string(terminal.driver))"
      + ",\"serial\":\(JSON.string(terminal.serial)),\"known\":\(terminal.isKnown)"
      + ",\"problem\":\(terminal.problem.map { JSON.string($0.message) } ?? "null")}"
  }

  static func text(_ scanner: ScannerDevice) -> String {
    var out = "\(Output.visible(scanner.identity))\n    \(Output.visible(scanner.name)) on \(scanner.node)"
    if let problem = scanner.problem { out += "\n    problem: \(problem.message)" }
    return out
  }

  static func json(_ scanner: ScannerDevice) -> String {
    "{\"kind\":\"scanner\",\"identity\":\(JSON.string(scanner.identity)),\"name\":\(JSON.string(scanner.name))"
      + ",\"node\":\(JSON.string(scanner.node)),\"problem\":\(scanner.problem.map { JSON.string($0.message) } ?? "null")}"
  }

  static func text(_ camera: CameraDevice) -> String {
    var out = "\(Output.visible(camera.identity))\n"
    out += "    \(Output.visible(camera.name)) on \(camera.node), driver \(Output.visible(camera.driver))"
    if let problem = camera.problem { out += "\n    problem: \(problem.message)" }
    for format in camera.formats {
      out += "\n    \(format.pixelFormat.name) \(format.size.width)x\(format.size.height)"
      if format.framesPerSecond > 0 { out += " at \(Decimal.text(format.framesPerSecond)) frames a second" }
      if !format.usable { out += " (cannot be read)" }
    }
    return out
  }

  static func json(_ camera: CameraDevice) -> String {
    var out = "{\"kind\":\"camera\",\"identity\":\(JSON.string(camera.identity)),\"name\":\(JSON.string(camera.name))"
    out += ",\"node\":\(JSON.string(camera.node)),\"driver\":\(JSON.string(camera.driver))"
    out += ",\"problem\":\(camera.problem.map { JSON.string($0.message) } ?? "null")"
    let formats = camera.formats.map {
      "{\"format\":\(JSON.string($0.pixelFormat.name)),\"width\":\($0.size.width),\"height\":\($0.size.height)"
        + ",\"fps\":\(Decimal.text($0.framesPerSecond)),\"usable\":\($0.usable)}"
    }
    return out + ",\"formats\":[\(formats.joined(separator: ","))]}"
  }
}

/// `scanbeam symbologies`: what this build can read.
enum SymbologiesCommand {
  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(words, valued: ["--svg"], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(
        """
        scanbeam symbologies [--json] [--svg FILE]

        Lists what this build can read, as --symbologies takes it. With --svg it draws a symbol of each symbology that
        Scanbeam's own decoders read.
        """)
      return 0
    }
    if let path = arguments.value("--svg") {
      try SymbolSheet.write(to: path)
      return 0
    }
    let names = Availabilities.symbologies.members.map { $0.name }
    Output.line(
      arguments.has("--json")
        ? "[\(names.map(JSON.string).joined(separator: ","))]" : names.joined(separator: "\n"))
    return 0
  }
}
