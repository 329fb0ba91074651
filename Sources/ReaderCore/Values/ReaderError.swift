import CPlatform
import Glibc

/// What every failing operation throws: a status, a sentence that says what happened and what to do, and the code of
/// the layer below.
public struct ReaderError: Error {
  /// Stable code.
  public let status: Status
  /// English sentence for people.
  public let message: String
  /// The errno value behind it, 0 when there is none.
  public let errno: Int32
  /// The DMCC status behind it, 0 when there is none.
  public let dmcc: Int32

  /// Makes an error; `errno` is appended to the message in words.
  public init(_ status: Status, _ message: String, errno: Int32 = 0, dmcc: Int32 = 0) {
    self.status = status
    self.errno = errno
    self.dmcc = dmcc
    self.message = errno == 0 ? message : "\(message) (\(ReaderError.text(ofErrno: errno)))"
  }

  /// The system's words for an errno value.
  public static func text(ofErrno code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard cplatform_strerror(code, buffer.baseAddress!, 256) == 0 else { return "errno \(code)" }
      return String(cString: buffer.baseAddress!)
    }
  }

  /// The status that suits an errno value of a file or device operation.
  public static func status(ofErrno code: Int32) -> Status {
    switch code {
    case ENOENT, ENXIO, ENOTDIR: .notFound
    case EACCES, EPERM: .access
    case EBUSY: .busy
    case ENODEV: .lost
    case ENOMEM: .noMemory
    case EAGAIN: .again
    default: .io
    }
  }
}
