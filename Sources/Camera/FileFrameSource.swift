import Glibc
import Pictures
import ReaderCore

/// Frames from picture files: one picture, or all of a directory in the order of their names.
///
/// Every start begins with the first picture again, and looks at the directory anew. A picture that cannot be read is
/// reported and the run goes on.
public final class FileFrameSource: FrameSource {
  private let path: String
  private let recursive: Bool
  private var isOpen = false
  /// The pictures of the run, nil when none runs.
  private var pictures: [String]?
  private var position = 0

  /// Every picture is answered: a host that hands in files waits for one answer each.
  public let answersEveryFrame = true

  /// A source that has not looked at anything yet.
  ///
  /// - Parameters:
  ///   - path: A file or a directory, absolute or relative to the working directory.
  ///   - recursive: Whether directories inside a directory are searched too.
  public init(path: String, recursive: Bool = false) {
    self.path = path
    self.recursive = recursive
  }

  /// Looks whether there is something under the path.
  ///
  /// - Throws: `.notFound`, `.access`, `.io`; `.format` for what is neither a file nor a directory.
  public func open() throws(ReaderError) {
    _ = try isDirectory()
    isOpen = true
  }

  /// Begins with the first picture; lists the directory.
  ///
  /// - Throws: `.state` when not open; `.notFound` when a directory has no pictures; as `open`.
  public func start() throws(ReaderError) {
    guard isOpen else { throw ReaderError(.state, "The picture source is not open.") }
    position = 0
    guard try isDirectory() else {
      pictures = [path]
      return
    }
    let found = try PictureFile.list(directory: path, recursive: recursive)
    guard !found.isEmpty else { throw ReaderError(.notFound, "There are no pictures in \(path).") }
    pictures = found
  }

  /// Lends the next picture. The timeout does not matter: a picture is there or it is not.
  public func next(
    wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void
  ) throws(ReaderError) -> FrameOutcome {
    guard let pictures else { throw ReaderError(.state, "The picture source is not started.") }
    var watched = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    if wake >= 0, poll(&watched, 1, 0) > 0 { return .woken }
    guard position < pictures.count else { return .end }
    let picture = pictures[position]
    position += 1
    let image: LumaImage
    do throws(ReaderError) {
      image = try PictureFile.load(path: picture)
    } catch {
      return .unreadable(path: picture, error: error)
    }
    withExtendedLifetime(image) { body(Frame(luma: image.view, time: SystemClock.now(), path: picture)) }
    return .frame(dropped: 0)
  }

  /// Ends the run.
  public func stop() { pictures = nil }

  /// Ends the run; nothing was held.
  public func close() {
    pictures = nil
    isOpen = false
  }

  private func isDirectory() throws(ReaderError) -> Bool {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ReaderError(.invalidArgument, "The path of a picture is empty or has a NUL character in it.")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      throw ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be opened", errno: code)
    }
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    guard isDirectory || status.st_mode & S_IFMT == S_IFREG else {
      throw ReaderError(.format, "\(path) is a device or a pipe, neither a picture file nor a directory.")
    }
    guard access(path, isDirectory ? R_OK | X_OK : R_OK) == 0 else {
      let code = errno
      throw ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be read", errno: code)
    }
    return isDirectory
  }
}
