import Glibc
import ReaderCore

/// A small file that keeps something from one program to the next, written anew beside the old one and put in its place: it
/// holds the old or the new, whatever happens meanwhile.
struct StateFile {
  let path: String

  /// - Parameter folder: nil: `$XDG_STATE_HOME/scanbeam`, or `~/.local/state/scanbeam` (XDG base directory
  ///   specification 0.8).
  init(_ name: String, folder: String?) {
    let base: String
    if let folder {
      base = folder
    } else if let state = StateFile.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      base = state + "/scanbeam"
    } else {
      base = (StateFile.variable("HOME") ?? "") + "/.local/state/scanbeam"
    }
    path = base + "/" + name
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What the file holds, at most `limit` bytes of it; nil when there is none. Throws `.access`, `.io`.
  func load(limit: Int) throws(ReaderError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read", errno)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var length = 0
    while length < limit {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + length, limit - length) }
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw failure("cannot be read", errno)
      }
      length += count
    }
    return Array(bytes.prefix(length))
  }

  /// Replaces what the file holds. Throws `.access`, `.io`.
  func save(_ bytes: [UInt8]) throws(ReaderError) {
    makeFolders()
    var (descriptor, next) = (Int32(-1), path)
    for attempt in 0..<64 {
      next = "\(path).\(getpid())-\(attempt)"
      descriptor = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 || errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw failure("cannot be stored", errno) }
    var code: Int32 = 0
    if write(descriptor, bytes, bytes.count) != bytes.count || fsync(descriptor) != 0 { code = max(errno, 1) }
    close(descriptor)
    if code == 0, rename(next, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(next)
    throw failure("cannot be stored", code)
  }

  private func failure(_ what: StaticString, _ code: Int32) -> ReaderError {
    ReaderError(
      ReaderError.status(ofErrno: code) == .access ? .access : .io, "The file \(path) \(what).", errno: code)
  }

  private func makeFolders() {
    var index = path.utf8.startIndex
    while let slash = path.utf8[index...].dropFirst().firstIndex(of: UInt8(ascii: "/")) {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }
}
