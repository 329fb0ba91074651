import Glibc
import ReaderCore

/// A regular file, open for reading.
final class InputFile {
  private let path: String
  private let descriptor: Int32
  private let size: Int

  /// Opens without ever waiting: a pipe without a writer would hold an ordinary open for ever.
  init(path: String) throws(ReaderError) {
    guard !path.utf8.contains(0) else { throw ReaderError(.invalidArgument, "The path has a NUL character in it.") }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      // A socket cannot be opened; it is there, though.
      if code == ENXIO { throw ReaderError(.format, "\(path) is not a regular file.") }
      throw ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be opened", errno: code)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw ReaderError(.io, "\(path) cannot be looked at", errno: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "a device or a pipe"
      throw ReaderError(.format, "\(path) is \(what), not a picture file.")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { Glibc.close(descriptor) }

  /// The whole file, or as much as it has left when it shrinks meanwhile. The caller frees it.
  func readAll(limit: Int) throws(ReaderError) -> UnsafeMutableRawBufferPointer {
    guard size <= limit else {
      throw ReaderError(.tooLarge, "\(path) has \(size) bytes: up to \(limit) can be read.")
    }
    guard size > 0 else { throw ReaderError(.corrupt, "\(path) is empty.") }
    // malloc, because running out of memory must not end the program.
    guard let memory = malloc(size) else { throw ReaderError(.noMemory, "There is no memory to read \(path).") }
    do throws(ReaderError) {
      let count = try read(into: UnsafeMutableRawBufferPointer(start: memory, count: size))
      guard count > 0 else { throw ReaderError(.corrupt, "\(path) is empty.") }
      return UnsafeMutableRawBufferPointer(start: memory, count: count)
    } catch {
      free(memory)
      throw error
    }
  }

  /// Reads until the buffer is full or the file ends.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReaderError) -> Int {
    var count = 0
    while count < buffer.count, let base = buffer.baseAddress {
      let got = Glibc.read(descriptor, base + count, buffer.count - count)
      if got == 0 { break }
      if got < 0 {
        let code = errno
        if code == EINTR { continue }
        throw ReaderError(.io, "\(path) cannot be read", errno: code)
      }
      count += got
    }
    return count
  }
}
