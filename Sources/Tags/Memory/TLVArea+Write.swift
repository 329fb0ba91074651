import ReaderCore

/// Writing a message so that a tag that is pulled away at any moment holds the old message, an empty one, or the new
/// one: the length becomes 0 first and gets its value last.
extension TLVArea {
  /// Replaces the message. Throws `.tagFull` before anything is written.
  func write(_ message: [UInt8], _ slot: Slot) throws(ReaderError) {
    let room = capacity(slot)
    guard message.count <= room else {
      throw ReaderError(.tagFull, "The message has \(message.count) bytes; the tag has room for \(room).")
    }
    var head: [UInt8] = [TLVArea.ndef]
    if message.count < 0xff {
      head.append(UInt8(message.count))
    } else {
      head += [0xff, UInt8(message.count >> 8), UInt8(message.count & 0xff)]
    }
    var cursor: Int? = slot.type
    let headAddresses = try addresses(&cursor, head.count, slot)
    let valueAddresses = try addresses(&cursor, message.count, slot)

    var image: [Int: [UInt8]] = [:]
    func put(_ byte: UInt8, at address: Int) throws(ReaderError) {
      let index = address / memory.unit
      var bytes: [UInt8]
      if let known = image[index] { bytes = known } else { bytes = try memory.load(index) }
      bytes[address % memory.unit] = byte
      image[index] = bytes
    }
    for (address, byte) in zip(headAddresses, head) { try put(byte, at: address) }
    for (address, byte) in zip(valueAddresses, message) { try put(byte, at: address) }
    if let cursor { try put(TLVArea.terminator, at: cursor) }

    // Empty: type and a length of 0. The type first, so that a length is never taken for another block's.
    let typeUnit = headAddresses[0] / memory.unit
    let lengthUnit = headAddresses[1] / memory.unit
    var typeBytes = try memory.load(typeUnit)
    typeBytes[headAddresses[0] % memory.unit] = TLVArea.ndef
    if lengthUnit == typeUnit {
      typeBytes[headAddresses[1] % memory.unit] = 0
    } else {
      var lengthBytes = try memory.load(lengthUnit)
      lengthBytes[headAddresses[1] % memory.unit] = 0
      try memory.store(lengthUnit, lengthBytes)
    }
    try memory.store(typeUnit, typeBytes)
    // The value and, of a long length, what lies in another unit.
    for index in image.keys.sorted() where index != lengthUnit && index != typeUnit {
      try memory.store(index, image[index] ?? [])
    }
    if typeUnit != lengthUnit { try memory.store(typeUnit, image[typeUnit] ?? []) }
    try memory.store(lengthUnit, image[lengthUnit] ?? [])
    try verify(message)
  }

  /// Reads back what was written: some tags say yes and keep nothing.
  private func verify(_ message: [UInt8]) throws(ReaderError) {
    memory.forget()
    guard try self.message(try find()) == message else {
      throw ReaderError(.io, "The tag took the message but did not keep it.")
    }
  }
}
