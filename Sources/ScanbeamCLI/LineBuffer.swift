import Glibc
import Scanbeam

/// Lines of standard input; a last line without line end counts.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private var ended = false

  /// Whether there is nothing left and nothing to come.
  var isOver: Bool { ended && bytes.isEmpty }

  mutating func next() -> String? {
    guard let end = bytes.firstIndex(of: 10) else {
      guard ended, !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Reads what is there; waits when nothing is.
  mutating func fill() throws(ReaderError) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = chunk.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { return ended = true }
    bytes += chunk[..<count]
    guard bytes.count <= 1 << 20 || bytes.contains(10) else {
      throw ReaderError(.invalidArgument, "A line of the input is longer than 1 MiB.")
    }
  }
}
