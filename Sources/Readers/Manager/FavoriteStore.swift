import Glibc
import ReaderCore

/// Favourites on disk: a file for each transport, written anew beside the old one and put in its place.
struct FavoriteStore {
  let path: String
  private static let head = "scanbeam favorites 1"

  /// - Parameter folder: nil: `$XDG_STATE_HOME/scanbeam`, or `~/.local/state/scanbeam` (XDG base directory
  ///   specification 0.8).
  init(folder: String?, transport: String) {
    let base: String
    if let folder {
      base = folder
    } else if let state = FavoriteStore.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      base = state + "/scanbeam"
    } else {
      base = (FavoriteStore.variable("HOME") ?? "") + "/.local/state/scanbeam"
    }
    path = base + "/favorites-" + transport
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What is stored; nothing when there is no file. A file that is damaged counts as none and is told to the log.
  func load(_ log: Log) -> Favorites {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno != ENOENT { log(.warning, "The favourites in \(path) cannot be read.") }
      return .none
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0, let text = String(validating: bytes.prefix(max(0, count)), as: UTF8.self) else {
      log(.warning, "The favourites in \(path) are damaged; there are none now.")
      return .none
    }
    // Head, favourites, and an end mark that is missing when the file was cut short.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0] == FavoriteStore.head, lines[2] == "end", lines[3].isEmpty,
      let favorites = try? Favorites(String(lines[1]))
    else {
      log(.warning, "The favourites in \(path) are damaged; there are none now.")
      return .none
    }
    return favorites
  }

  /// Stores them so that the file holds the old ones or the new ones, whatever happens meanwhile.
  func save(_ favorites: Favorites) throws(ReaderError) {
    makeFolders()
    let next = "\(path).\(getpid())"
    let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let bytes = Array("\(FavoriteStore.head)\n\(favorites.text)\nend\n".utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(next, path) == 0 else {
      if isWritten == false { errno = code }
      let error = failure()
      unlink(next)
      throw error
    }
  }

  private func failure() -> ReaderError {
    let code = errno
    return ReaderError(
      ReaderError.status(ofErrno: code) == .access ? .access : .io, "The favourites cannot be stored in \(path).",
      errno: code)
  }

  private func makeFolders() {
    var index = path.utf8.startIndex
    while let slash = path.utf8[index...].dropFirst().firstIndex(of: UInt8(ascii: "/")) {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }
}
