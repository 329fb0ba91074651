import Glibc
import ReaderCore

/// The rules of sized tables (`scanbeam.h`, "Sized tables"): the first member is the caller's sizeof, the second 0.
enum SizedTable {
  /// No table of ours will ever be larger; a larger size is garbage, and so would be what lies behind it.
  private static let largest: UInt32 = 65536

  /// What a caller's longer table means.
  enum Extra {
    /// Members that we do not know must be 0: the caller asks for something that we cannot do.
    case refuse
    /// They are ignored (callback tables).
    case ignore
  }

  /// Copies a caller's table into one of the library's size.
  ///
  /// - Parameter first: Size in the first release that had the table.
  static func read<T>(_ table: UnsafePointer<T>, first: Int, extra: Extra = .refuse) throws(ReaderError) -> T {
    let raw = UnsafeRawPointer(table)
    let size = raw.load(as: UInt32.self)
    guard size >= UInt32(first), size <= largest else {
      throw ReaderError(
        .invalidArgument, "The table's size is \(size), not \(MemoryLayout<T>.size): set it with SCANBEAM_INIT.")
    }
    guard raw.load(fromByteOffset: 4, as: UInt32.self) == 0 else {
      throw ReaderError(.invalidArgument, "The table's reserved member must be 0.")
    }
    let known = MemoryLayout<T>.size
    if extra == .refuse, size > known {
      for offset in known..<Int(size) where raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
        throw ReaderError(.unsupported, "The table asks for something that this version of the library does not know.")
      }
    }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
      let memory = UnsafeMutableRawPointer(buffer.baseAddress!)
      memset(memory, 0, known)
      memcpy(memory, raw, min(known, Int(size)))
      return memory.load(as: T.self)
    }
  }

  /// Fills a caller's table, at most as much of it as the caller knows; `size` stays the caller's.
  static func write<T>(_ value: T, to table: UnsafeMutablePointer<T>?, first: Int) throws(ReaderError) {
    guard let table else { throw ReaderError(.invalidArgument, "The table to fill is NULL.") }
    let raw = UnsafeMutableRawPointer(table)
    let size = raw.load(as: UInt32.self)
    guard size >= UInt32(first), size <= largest else {
      throw ReaderError(
        .invalidArgument, "The table's size is \(size), not \(MemoryLayout<T>.size): set it with SCANBEAM_INIT.")
    }
    withUnsafeBytes(of: value) { bytes in
      let count = min(bytes.count, Int(size))
      memcpy(raw + 4, bytes.baseAddress! + 4, count - 4)
    }
  }
}
