import Glibc
import ReaderCore

extension PictureFile {
  private static let extensions: Set<String> = [
    "png", "jpg", "jpeg", "jpe", "jfif", "pnm", "pbm", "pgm", "ppm", "pam", "bmp", "dib",
  ]
  /// How deep a recursive list goes.
  private static let maximumDepth = 64

  /// The picture files of a directory, sorted by path.
  ///
  /// A file is one when its extension says so, whatever is in it (the run then reports what is wrong with it), or, under
  /// any other name, when its first bytes do. Hidden files and directories are left out, links to directories are not
  /// followed. Names that are not UTF-8 come with replacement characters and cannot be opened.
  ///
  /// - Parameter recursive: Whether directories inside are searched too; those that may not be read are left out.
  /// - Throws: `.notFound`, `.access`, `.io`.
  public static func list(directory: String, recursive: Bool = false) throws(ReaderError) -> [String] {
    var found: [String] = []
    try list(directory, depth: recursive ? maximumDepth : 0, into: &found)
    return found.sorted()
  }

  private static func list(_ directory: String, depth: Int, into found: inout [String]) throws(ReaderError) {
    guard let stream = opendir(directory) else {
      let code = errno
      throw ReaderError(ReaderError.status(ofErrno: code), "\(directory) cannot be listed", errno: code)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        // What may not be read further down does not spoil the rest.
        if depth > 0 { try? list(path, depth: depth - 1, into: &found) }
      } else if isPicture(path, name) {
        found.append(path)
      }
    }
  }

  private static func isPicture(_ path: String, _ name: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    if let dot = name.lastIndex(of: "."), extensions.contains(name[name.index(after: dot)...].lowercased()) {
      return true
    }
    return withUnsafeTemporaryAllocation(byteCount: PictureKind.prefixLength, alignment: 1) { buffer in
      guard let file = try? InputFile(path: path), let count = try? file.read(into: buffer) else { return false }
      return PictureKind(UnsafeRawBufferPointer(rebasing: buffer[..<count]))?.isReadable == true
    }
  }
}
