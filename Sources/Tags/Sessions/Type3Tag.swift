import ReaderCore

/// NFC Forum type 3: FeliCa. Blocks of 16 bytes behind a service; block 0 tells version, how many blocks go at once, how
/// many there are, whether a write is under way (0F), access (1: may be written), length, checksum (NFC Forum Type 3 Tag 1.0,
/// attribute information block; facts: contactless, section 13). Readers take FeliCa by SELECT FILE with the number of a
/// service, then READ and UPDATE BINARY by blocks (PC/SC 2.02 part 3 supplement; so do Sony's RC-S380 and RC-S300).
public final class Type3Tag: NDEFStore {
  private let channel: TagChannel
  private static let readService: UInt16 = 0x000b
  private static let writeService: UInt16 = 0x0009
  private static let block = 16

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel) { self.channel = channel }

  private struct Attributes {
    /// Block 0 as it is.
    var bytes: [UInt8]
    var blocks: Int
    var isBeingWritten: Bool
    var isWritable: Bool
    var length: Int

    var capacity: Int { blocks * Type3Tag.block }

    /// Nil for a block that is none of NDEF.
    init?(_ bytes: [UInt8]) throws(ReaderError) {
      guard bytes.count >= Type3Tag.block, bytes[0] >> 4 == 1 else { return nil }
      let sum = bytes[..<14].reduce(0) { $0 + Int($1) }
      guard sum == Int(bytes[14]) << 8 | Int(bytes[15]) else {
        throw ReaderError(.tagFormat, "The tag's attribute block is damaged: its checksum is wrong.")
      }
      self.bytes = Array(bytes[..<Type3Tag.block])
      blocks = Int(bytes[3]) << 8 | Int(bytes[4])
      isBeingWritten = bytes[9] == 0x0f
      isWritable = bytes[10] == 0x01
      length = Int(bytes[11]) << 16 | Int(bytes[12]) << 8 | Int(bytes[13])
    }

    /// The block for another length; `isBegun`: a write is under way.
    func block(length: Int, isBegun: Bool, isWritable: Bool) -> [UInt8] {
      var out = bytes
      out[9] = isBegun ? 0x0f : 0x00
      out[10] = isWritable ? 0x01 : 0x00
      for (i, shift) in [16, 8, 0].enumerated() { out[11 + i] = UInt8((length >> shift) & 0xff) }
      let sum = out[..<14].reduce(0) { $0 + Int($1) }
      out[14] = UInt8(sum >> 8)
      out[15] = UInt8(sum & 0xff)
      return out
    }
  }

  /// Opens a service; false when the tag or the reader has none.
  private func open(_ service: UInt16) throws(ReaderError) -> Bool {
    try channel.exchange(.select(service: service)).status.isOK
  }

  private func attributes(_ service: UInt16) throws(ReaderError) -> Attributes? {
    guard try open(service) else { return nil }
    let answer = try channel.exchange(.read(block: 0, count: Type3Tag.block))
    guard answer.status.isOK else { return nil }
    return try Attributes(answer.data)
  }

  private func requireAttributes() throws(ReaderError) -> Attributes {
    guard let attributes = try attributes(Type3Tag.writeService) else {
      throw ReaderError(.tagFormat, "The tag is not formatted for NDEF, or its service does not let itself be written.")
    }
    guard attributes.isWritable else { throw ReaderError(.tagReadOnly, "The tag is locked; it cannot be written.") }
    return attributes
  }

  public func read() throws(ReaderError) -> NDEFState? {
    guard let attributes = try attributes(Type3Tag.readService) else { return nil }
    guard attributes.length <= attributes.capacity else {
      throw ReaderError(.tagFormat, "The message claims \(attributes.length) bytes, more than the tag has.")
    }
    var message: [UInt8] = []
    // What was begun to be written and not ended is no message.
    if !attributes.isBeingWritten {
      for number in 0..<((attributes.length + Type3Tag.block - 1) / Type3Tag.block) {
        message += try blockBytes(number + 1)
      }
      message = Array(message.prefix(attributes.length))
    }
    return NDEFState(
      forumType: 3, message: message, capacity: attributes.capacity, isWritable: attributes.isWritable)
  }

  private func blockBytes(_ number: Int) throws(ReaderError) -> [UInt8] {
    let bytes = try channel.perform(.read(block: number, count: Type3Tag.block), "Reading block \(number)")
    guard bytes.count >= Type3Tag.block else {
      throw ReaderError(.protocolFault, "The tag gave \(bytes.count) bytes of block \(number), which has 16.")
    }
    return Array(bytes.prefix(Type3Tag.block))
  }

  public func write(_ message: [UInt8]) throws(ReaderError) {
    let attributes = try requireAttributes()
    guard message.count <= attributes.capacity else {
      throw ReaderError(
        .tagFull, "The message has \(message.count) bytes; the tag has room for \(attributes.capacity).")
    }
    try update(0, attributes.block(length: 0, isBegun: true, isWritable: true))
    for (index, begin) in stride(from: 0, to: message.count, by: Type3Tag.block).enumerated() {
      let part = Array(message[begin..<min(begin + Type3Tag.block, message.count)])
      try update(index + 1, part + [UInt8](repeating: 0, count: Type3Tag.block - part.count))
    }
    // Last: a tag that is taken away before holds an empty message.
    try update(0, attributes.block(length: message.count, isBegun: false, isWritable: true))
    guard try read()?.message == message else {
      throw ReaderError(.io, "The tag took the message but did not keep it.")
    }
  }

  private func update(_ number: Int, _ bytes: [UInt8]) throws(ReaderError) {
    try channel.perform(.write(block: number, bytes), "Writing block \(number)")
  }

  public func format() throws(ReaderError) { try write([]) }

  /// By the access byte, which all who follow the standard obey; making services read-only is a command of the chip.
  public func lock(key: [UInt8]) throws(ReaderError) {
    guard let attributes = try attributes(Type3Tag.writeService) else {
      throw ReaderError(.tagFormat, "The tag is not formatted for NDEF, or its service does not let itself be written.")
    }
    guard attributes.isWritable else { return }
    try update(
      0, attributes.block(length: attributes.length, isBegun: attributes.isBeingWritten, isWritable: false))
  }
}
