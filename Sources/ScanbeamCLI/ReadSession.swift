import Glibc
import Scanbeam

/// What a `scanbeam read` wants, and what it came to so far.
final class ReadSession {
  let json: Bool
  let quiet: Bool
  let symbologies: SymbologySet
  let effort: Int
  let count: Int?
  let timeoutMs: Int32?
  let tagFormat: TagDataFormat
  /// What is said of cameras.
  let camera: CameraSetup
  /// For readers on the network that ask.
  let login: NetworkLogin
  private let deadline: Int64?
  private let annotate: String?
  private let svg: String?
  private let severalSources: Bool
  private var read = 0
  private var failed = false
  private var pictures = 0

  init(_ arguments: Arguments) throws(Failure) {
    json = arguments.has("--json")
    quiet = arguments.has("--quiet")
    symbologies = try arguments.symbologies()
    effort = try arguments.int("--effort", 1...5) ?? 2
    count = try arguments.int("--count", 1...1_000_000)
    timeoutMs = try arguments.milliseconds("--timeout")
    camera = try CameraSetup(arguments)
    login = try LoginArguments.login(arguments)
    deadline = timeoutMs.map { SystemClock.now() + Int64($0) * 1_000_000 }
    tagFormat = try ReadSession.tagFormat(arguments.value("--tag-format"))
    annotate = arguments.value("--annotate")
    svg = arguments.value("--svg")
    severalSources = arguments.positional.count > 1
  }

  private static func tagFormat(_ text: String?) throws(Failure) -> TagDataFormat {
    switch text {
    case nil, "type+data": return .tagTypeAndData
    case "type+id": return .tagTypeAndID
    case "data": return .dataOnly
    case "id": return .idOnly
    case let word?: throw Failure("--tag-format takes type+data, type+id, data or id, not \"\(word)\".")
    }
  }

  var exitCode: Int32 { failed ? 2 : read > 0 ? 0 : 1 }

  /// Whether enough was read, or the time is over.
  var isDone: Bool {
    if let count, read >= count { return true }
    if let deadline, SystemClock.now() >= deadline { return true }
    return false
  }

  /// Whether drawings need the frame of a camera.
  var wantsImages: Bool { annotate != nil }

  /// Decodes a picture and prints what is in it.
  func report(_ image: LumaImage, source: String, alone: Bool) throws(ReaderError) {
    var options = StillPicture.Options()
    options.symbologies = symbologies
    options.effort = effort
    options.maxCodes = count.map { $0 - read } ?? 0
    options.drawsSVG = svg != nil
    let results = try StillPicture.decode(image.view, path: source, options)
    Progress.clear()
    report(results, source: source, alone: alone && !severalSources)
    try draw(results, image)
  }

  /// Prints results.
  func report(_ results: ReadResults, source: String, alone: Bool) {
    if results.codes.isEmpty {
      if json {
        Output.line(CodeText.json(noReadOf: source, reason: results.reason.name, message: results.message))
      } else if !quiet {
        Output.note("\(Output.visible(source)): no code could be read")
      }
    }
    if camera.showsXML, let xml = results.xml {
      read += results.codes.count
      return Output.line(xml)
    }
    for code in results.codes where count == nil || read < count! {
      read += 1
      let prefix = alone ? "" : Output.visible(source) + ": "
      Output.line(json ? CodeText.json(code, of: results, source: source) : prefix + CodeText.plain(code))
    }
  }

  /// Writes the drawings that were asked for.
  func draw(_ results: ReadResults, _ image: LumaImage?) throws(ReaderError) {
    pictures += 1
    if let path = camera.image, results.image != nil { try write(try results.encodedImage(), to: numbered(path)) }
    if let annotate, let image {
      try PNGWriter.write(try AnnotatedPicture.png(image.view, results.codes), path: numbered(annotate))
    }
    if let svg, let text = results.svg { try write(text, to: numbered(svg)) }
  }

  /// Notes a source that cannot be read.
  func fail(_ source: String, _ error: ReaderError) {
    failed = true
    if json { Output.line(CodeText.json(noReadOf: source, reason: "UNREADABLE", message: error.message)) }
    Output.note("scanbeam: \(Output.visible(source)): \(error.message)")
  }

  /// `out.png`, `out-2.png`, `out-3.png` …
  private func numbered(_ path: String) -> String {
    guard pictures > 1 else { return path }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return "\(path)-\(pictures)" }
    return "\(path[..<dot])-\(pictures)\(path[dot...])"
  }

  private func write(_ text: String, to path: String) throws(ReaderError) {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard fd >= 0 else {
      throw ReaderError(ReaderError.status(ofErrno: errno), "\(path) cannot be written.", errno: errno)
    }
    Output.write(text, to: fd)
    close(fd)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(ReaderError) {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    let isWritten = fd >= 0 && Glibc.write(fd, bytes, bytes.count) == bytes.count
    let code = errno
    if fd >= 0 { close(fd) }
    guard isWritten else {
      throw ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be written.", errno: code)
    }
  }
}
