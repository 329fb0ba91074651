import ReaderCore

/// The memory of a tag in units (pages, blocks), each read at most once and remembered.
public final class TagMemory {
  /// Reads from a unit on: at least one unit of bytes, possibly the following ones too.
  public typealias Read = (Int) throws(ReaderError) -> [UInt8]
  /// Writes one unit.
  public typealias Write = (Int, [UInt8]) throws(ReaderError) -> Void

  /// Bytes in a unit.
  let unit: Int
  private let read: Read
  private let write: Write
  private var units: [Int: [UInt8]] = [:]

  /// Makes a memory.
  ///
  /// - Parameter unit: Bytes in a unit, at least 1.
  public init(unit: Int, read: @escaping Read, write: @escaping Write) {
    self.unit = unit
    self.read = read
    self.write = write
  }

  /// The bytes of a unit.
  func load(_ index: Int) throws(ReaderError) -> [UInt8] {
    if let known = units[index] { return known }
    let bytes = try read(index)
    guard bytes.count >= unit else {
      throw ReaderError(.protocolFault, "The tag gave \(bytes.count) bytes of block \(index), which has \(unit).")
    }
    for i in 0..<(bytes.count / unit) where units[index + i] == nil {
      units[index + i] = Array(bytes[(i * unit)..<((i + 1) * unit)])
    }
    return units[index] ?? Array(bytes.prefix(unit))
  }

  /// One byte.
  func byte(_ address: Int) throws(ReaderError) -> UInt8 { try load(address / unit)[address % unit] }

  /// Writes a unit, unless it holds just that.
  func store(_ index: Int, _ bytes: [UInt8]) throws(ReaderError) {
    if units[index] == bytes { return }
    units[index] = nil
    try write(index, bytes)
    units[index] = bytes
  }

  /// Forgets what was read.
  func forget() { units = [:] }
}
