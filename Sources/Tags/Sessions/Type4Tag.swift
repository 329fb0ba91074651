import ReaderCore

/// NFC Forum type 4: a file on a processor card. The capability container (file E103) names the message file and the
/// longest read and write; the file begins with the length of the message.
public final class Type4Tag: NDEFStore {
  private let channel: TagChannel
  private static let application: [UInt8] = [0xd2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  private static let containerFile: UInt16 = 0xe103

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel) { self.channel = channel }

  private struct Container {
    var file: UInt16
    /// Size of the file, length field included.
    var size: Int
    /// Bytes of the length field: 2, or 4 for an extended file.
    var lengthField: Int
    var longestRead: Int
    var longestWrite: Int
    var isReadable: Bool
    var isWritable: Bool
    /// Where the write access byte is in the container file.
    var accessOffset: Int
  }

  /// Selects the application and reads the container; nil when the card has no such application.
  private func container() throws(ReaderError) -> Container? {
    guard try channel.exchange(.select(application: Type4Tag.application)).status.isOK else { return nil }
    try channel.perform(.select(file: Type4Tag.containerFile), "Selecting the capability container")
    let head = try channel.perform(.readBinary(offset: 0, count: 15), "Reading the capability container")
    guard head.count >= 15 else { throw Type4Tag.fault("it is shorter than 15 bytes") }
    let length = Type4Tag.number(head, 0)
    guard length >= 15, length <= 0xfffe else { throw Type4Tag.fault("its length is \(length)") }
    guard (1...3).contains(head[2] >> 4) else { throw Type4Tag.fault("its version is \(head[2] >> 4)") }
    let longestRead = Type4Tag.number(head, 3)
    let longestWrite = Type4Tag.number(head, 5)
    guard longestRead >= 15, longestWrite >= 1 else { throw Type4Tag.fault("it allows no reads or writes") }
    let isExtended = head[7] == 0x06
    guard head[7] == 0x04 || isExtended, Int(head[8]) == (isExtended ? 8 : 6) else {
      throw Type4Tag.fault("it names no message file")
    }
    var bytes = head
    if isExtended {
      bytes += try channel.perform(.readBinary(offset: 15, count: 2), "Reading the capability container")
      guard bytes.count >= 17 else { throw Type4Tag.fault("it is shorter than 17 bytes") }
    }
    let size =
      isExtended ? Type4Tag.number(bytes, 11) << 16 | Type4Tag.number(bytes, 13) : Type4Tag.number(bytes, 11)
    let access = isExtended ? 15 : 13
    return Container(
      file: UInt16(Type4Tag.number(bytes, 9)), size: size, lengthField: isExtended ? 4 : 2, longestRead: longestRead,
      longestWrite: longestWrite, isReadable: bytes[access] == 0, isWritable: bytes[access + 1] == 0,
      accessOffset: access + 1)
  }

  private static func fault(_ why: String) -> ReaderError {
    ReaderError(.tagFormat, "The tag's capability container is damaged: \(why).")
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }

  /// How long a message may be: READ and UPDATE BINARY reach 32 KiB.
  private static func capacity(_ container: Container) -> Int {
    max(0, min(container.size, 0x8000) - container.lengthField)
  }

  private func select(_ container: Container) throws(ReaderError) {
    try channel.perform(.select(file: container.file), "Selecting the message file")
  }

  public func read() throws(ReaderError) -> NDEFState? {
    guard let container = try container(), container.isReadable else { return nil }
    try select(container)
    let field = try channel.perform(.readBinary(offset: 0, count: container.lengthField), "Reading the length")
    guard field.count == container.lengthField else { throw Type4Tag.fault("the message file has no length") }
    let length = field.reduce(0) { $0 << 8 | Int($1) }
    guard length <= Type4Tag.capacity(container) else {
      throw ReaderError(.tagFormat, "The message claims \(length) bytes, more than its file has.")
    }
    var message: [UInt8] = []
    while message.count < length {
      let count = min(length - message.count, container.longestRead, 0xff)
      let part = try channel.perform(
        .readBinary(offset: container.lengthField + message.count, count: count), "Reading the message")
      guard !part.isEmpty, part.count <= count else {
        throw ReaderError(.protocolFault, "The tag gave \(part.count) bytes where \(count) were asked for.")
      }
      message += part
    }
    return NDEFState(
      forumType: 4, message: message, capacity: Type4Tag.capacity(container), isWritable: container.isWritable)
  }

  public func write(_ message: [UInt8]) throws(ReaderError) {
    let container = try requireContainer()
    guard container.isWritable else { throw ReaderError(.tagReadOnly, "The tag is locked; it cannot be written.") }
    let room = Type4Tag.capacity(container)
    guard message.count <= room else {
      throw ReaderError(.tagFull, "The message has \(message.count) bytes; the tag has room for \(room).")
    }
    try select(container)
    func length(_ value: Int) throws(ReaderError) {
      let shifts = container.lengthField == 4 ? [24, 16, 8, 0] : [8, 0]
      let bytes = shifts.map { UInt8((value >> $0) & 0xff) }
      try update(0, bytes, container)
    }
    try length(0)
    try update(container.lengthField, message, container)
    // Last: a tag that is taken away before holds an empty message.
    if !message.isEmpty { try length(message.count) }
    guard try read()?.message == message else {
      throw ReaderError(.io, "The tag took the message but did not keep it.")
    }
  }

  private func update(_ offset: Int, _ bytes: [UInt8], _ container: Container) throws(ReaderError) {
    var done = 0
    while done < bytes.count {
      let part = Array(bytes[done...].prefix(min(container.longestWrite, 0xff)))
      try channel.perform(.updateBinary(offset: offset + done, part), "Writing the message")
      done += part.count
    }
  }

  private func requireContainer() throws(ReaderError) -> Container {
    guard let container = try container() else {
      throw ReaderError(.tagFormat, "The card has no NDEF application; its maker would have to put one on it.")
    }
    return container
  }

  public func format() throws(ReaderError) { try write([]) }

  public func lock(key: [UInt8]) throws(ReaderError) {
    let container = try requireContainer()
    guard container.isWritable else { return }
    try channel.perform(.select(file: Type4Tag.containerFile), "Selecting the capability container")
    try channel.perform(.updateBinary(offset: container.accessOffset, [0xff]), "Taking the write access away")
  }
}
