import Glibc
import Scanbeam

/// The window of a preview: a program of its own, so that this one runs without SDL2.
enum PreviewWindow {
  /// Becomes that program. Comes back only when it cannot, with the reason.
  ///
  /// - Parameters:
  ///   - passed: Options that are handed on as they are.
  ///   - options: How the preview looks.
  static func run(
    _ arguments: Arguments, _ source: String, passed: [String], _ options: PreviewOptions
  ) throws(Failure) -> Failure {
    // What the other program takes as it comes is looked at here.
    _ = try arguments.symbologies()
    _ = try arguments.int("--effort", 1...5)
    _ = try arguments.int("--count", 1...1_000_000)
    _ = try arguments.milliseconds("--timeout")
    var words = ["scanbeam-preview", source]
    for name in ["--symbologies", "--effort", "--timeout", "--count", "--dmcc"] + passed {
      if let value = arguments.value(name) { words += [name, value] }
    }
    for name in ["--full-screen", "--json"] where arguments.has(name) { words.append(name) }
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
