import Glibc
import Testing

/// A directory that is gone with the test.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/scanbeam-test-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  /// Writes a file; its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(self.path)/\(name)"
    let file = try #require(fopen(path, "wb"))
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return path
  }

  deinit { Folder.remove(path) }

  private static func remove(_ directory: String) {
    guard let stream = opendir(directory) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      // A link to a directory is unlinked, not followed.
      if unlink("\(directory)/\(name)") != 0 { remove("\(directory)/\(name)") }
    }
    closedir(stream)
    rmdir(directory)
  }
}
