import CScanbeam
import ReaderCore

/// Bytes at a place that does not move, for getters that lend them.
final class OwnedBytes {
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) {
    buffer = .allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
  }

  deinit { buffer.deallocate() }

  /// Borrowed; valid as long as this object.
  var value: scanbeam_bytes {
    buffer.isEmpty
      ? scanbeam_bytes(data: nil, size: 0) : scanbeam_bytes(data: UnsafePointer(buffer.baseAddress), size: buffer.count)
  }

  /// A caller's bytes, copied; throws for NULL with a length.
  static func copy(
    _ data: UnsafePointer<UInt8>?, _ length: Int, _ what: StaticString, limit: Int = 1 << 20
  ) throws(ReaderError) -> [UInt8] {
    guard length > 0 else {
      guard length == 0 else { throw ReaderError(.invalidArgument, "The length of the \(what) is out of range.") }
      return []
    }
    guard let data else { throw missing(what) }
    guard length <= limit else {
      throw ReaderError(.invalidArgument, "The \(what) has \(length) bytes; at most \(limit) are allowed.")
    }
    return Array(UnsafeBufferPointer(start: data, count: length))
  }
}
