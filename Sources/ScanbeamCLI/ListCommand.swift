import Scanbeam

/// `scanbeam list`: the cameras of this machine.
enum ListCommand {
  static let usage = """
    scanbeam list [--json]

    Lists the cameras of this machine: identity (for "scanbeam read"), name, device node, the ways in which it can
    deliver frames, and what is in the way of using it. Exit codes: 0 there is one, 1 there is none, 2 error.
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(words, valued: [], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    let cameras = CameraList.current().cameras
    if arguments.has("--json") {
      Output.line("[\(cameras.map(json).joined(separator: ",\n "))]")
    } else if cameras.isEmpty {
      Output.note("There is no camera. One that was just plugged in takes a moment to appear in /dev.")
    } else {
      for camera in cameras { Output.line(text(camera)) }
    }
    return cameras.isEmpty ? 1 : 0
  }

  private static func text(_ camera: CameraDevice) -> String {
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

  private static func json(_ camera: CameraDevice) -> String {
    var out = "{\"identity\":\(JSON.string(camera.identity)),\"name\":\(JSON.string(camera.name))"
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
    let arguments = try Arguments(words, valued: [], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line("scanbeam symbologies [--json]\n\nLists what this build can read, as --symbologies takes it.")
      return 0
    }
    let names = Availabilities.symbologies.members.map { $0.name }
    Output.line(
      arguments.has("--json")
        ? "[\(names.map(JSON.string).joined(separator: ","))]" : names.joined(separator: "\n"))
    return 0
  }
}
