import Glibc
import Scanbeam

/// The window of a preview: a program of its own, so that this one runs without SDL2.
enum PreviewWindow {
  /// Becomes that program. Comes back only when it cannot, with the reason.
  ///
  /// - Parameters:
  ///   - sources: A camera, or pictures and directories of pictures.
  ///   - passed: Options that are handed on as they are.
  ///   - options: How the preview looks.
  ///   - setup: Words for the program.
  static func run(
    _ arguments: Arguments, _ sources: [String], passed: [String], _ options: PreviewOptions, setup: [String] = []
  ) throws(Failure) -> Failure {
    // What the other program takes as it comes is looked at here.
    _ = try arguments.symbologies()
    _ = try arguments.int("--effort", 1...5)
    _ = try arguments.int("--count", 1...1_000_000)
    _ = try arguments.milliseconds("--timeout")
    var words = ["scanbeam-preview"] + (try pictures(sources)) + setup
    for name in ["--symbologies", "--effort", "--timeout", "--count", "--dmcc"] + passed {
      if let value = arguments.value(name) { words += [name, value] }
    }
    for name in ["--full-screen", "--json", "--xml"] where arguments.has(name) { words.append(name) }
    words += ["--mode", "\(try CameraArguments.mode(arguments).rawValue)", "--options", "\(options.rawValue)"]
    words += ["--overlay", arguments.value("--overlay") == "legacy" ? "1" : "0"]
    var list = words.map { strdup($0) } + [nil]
    defer { for word in list { free(word) } }
    for place in places {
      execv(place, &list)
      guard errno == ENOENT || errno == EACCES || errno == ENOTDIR else { break }
    }
    execvp("scanbeam-preview", &list)
    return Failure("There is no program scanbeam-preview; install libscanbeam-preview, or use scanbeam preview --http.")
  }

  /// The pictures of directories in place of them; a camera as it is.
  ///
  /// - Throws: For readers without frames, several cameras, and directories without pictures.
  private static func pictures(_ sources: [String]) throws(Failure) -> [String] {
    var list: [String] = []
    for source in sources {
      if let kind = unseen(source) { throw Failure("\(source): \(kind) has no frames that could be shown.") }
      if isCamera(source) {
        guard sources.count == 1 else { throw Failure("A preview shows one camera, or pictures.") }
        switch source {
        case "camera:": return ["camera:"]
        case "camera:back": return ["camera:", "--position", "1"]
        case "camera:front": return ["camera:", "--position", "2"]
        default: return [source]
        }
      }
      let path = source.hasPrefix("file:") ? String(source.dropFirst(5)) : source
      guard FileKind.isDirectory(path) else {
        list.append(source)
        continue
      }
      let found = try attempt { () throws(ReaderError) in try PictureFile.list(directory: path) }
      guard !found.isEmpty else { throw Failure("There is no picture in \(path).") }
      list += found
    }
    return list
  }

  private static func isCamera(_ source: String) -> Bool {
    source.hasPrefix("v4l2:") || source.hasPrefix("/dev/video") || source.hasPrefix("camera:")
  }

  /// What a source without frames is.
  private static func unseen(_ source: String) -> String? {
    if source == "-" { return "standard input" }
    if source.hasPrefix("pcsc:") || source.hasPrefix("ble:") { return "a contactless reader" }
    if source.hasPrefix("hid:") { return "a hand scanner" }
    return source == "mx:" || TerminalIdentity.hasScheme(source) ? "a terminal" : nil
  }

  /// Beside this program, and what the variable names.
  private static var places: [String] {
    var found: [String] = []
    if let named = getenv("SCANBEAM_PREVIEW_PROGRAM") { found.append(String(cString: named)) }
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    if length > 0 {
      let own = String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let slash = own.lastIndex(of: "/") { found.append(own[...slash] + "scanbeam-preview") }
    }
    return found
  }
}
