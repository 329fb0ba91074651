import ReaderCore

/// Favourites on disk: a file for each transport.
struct FavoriteStore {
  private let file: StateFile
  private static let head = "scanbeam favorites 1"

  /// Where the file is.
  var path: String { file.path }

  /// - Parameter folder: nil: the state folder of the user.
  init(folder: String?, transport: String) { file = StateFile("favorites-" + transport, folder: folder) }

  /// What is stored; nothing when there is no file. A file that is damaged counts as none and is told to the log.
  func load(_ log: Log) -> Favorites {
    let bytes: [UInt8]?
    do throws(ReaderError) { bytes = try file.load(limit: 8192) } catch {
      log(.warning, "The favourites cannot be read. \(error.message)")
      return .none
    }
    guard let bytes else { return .none }
    // Head, favourites, and an end mark that is missing when the file was cut short.
    let lines = String(validating: bytes, as: UTF8.self)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    guard lines.count == 4, lines[0] == FavoriteStore.head, lines[2] == "end", lines[3].isEmpty,
      let favorites = try? Favorites(String(lines[1]))
    else {
      log(.warning, "The favourites in \(path) are damaged; there are none now.")
      return .none
    }
    return favorites
  }

  /// Stores them in place of the old ones.
  func save(_ favorites: Favorites) throws(ReaderError) {
    try file.save(Array("\(FavoriteStore.head)\n\(favorites.text)\nend\n".utf8))
  }
}
