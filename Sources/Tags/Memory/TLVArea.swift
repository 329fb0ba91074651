import ReaderCore

/// The part of a tag's memory that holds TLV blocks: type, length (one byte, or FF and two), value. Types 2 and 5 of the
/// NFC Forum and MIFARE Classic have it.
struct TLVArea {
  static let null: UInt8 = 0x00
  static let lockControl: UInt8 = 0x01
  static let memoryControl: UInt8 = 0x02
  static let ndef: UInt8 = 0x03
  static let terminator: UInt8 = 0xfe

  let memory: TagMemory
  /// Addresses of the area, bytes.
  let range: Range<Int>
  /// Whether lock and memory control blocks have a meaning (type 2).
  let hasControl: Bool

  /// Where the NDEF message is.
  struct Slot {
    /// Address of the type byte; where one may be put when there is no message.
    var type: Int
    /// The value's addresses in order; nil when there is no message block.
    var value: [Int]?
    /// Addresses inside the area that belong to no value.
    var reserved: [Range<Int>] = []
    /// What the lock control blocks name, for locking.
    var locks: [Range<Int>] = []
  }

  /// Walks over the blocks to the first message.
  func find() throws(ReaderError) -> Slot {
    var slot = Slot(type: range.lowerBound)
    var address = next(range.lowerBound, slot)
    while let at = address {
      let type = try memory.byte(at)
      if type == TLVArea.null {
        address = next(at + 1, slot)
        continue
      }
      slot.type = at
      if type == TLVArea.terminator { return slot }
      var head = try length(after: at, slot)
      let value = try addresses(&head.next, head.length, slot)
      if type == TLVArea.ndef {
        slot.value = value
        return slot
      }
      if hasControl, type == TLVArea.lockControl || type == TLVArea.memoryControl, value.count == 3 {
        try control(value, isLock: type == TLVArea.lockControl, &slot)
      }
      address = head.next
      if address == nil { slot.type = range.upperBound }
    }
    return slot
  }

  /// The message.
  func message(_ slot: Slot) throws(ReaderError) -> [UInt8]? {
    guard let value = slot.value else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(value.count)
    for address in value { out.append(try memory.byte(address)) }
    return out
  }

  /// How long a message may be.
  func capacity(_ slot: Slot) -> Int {
    var cursor: Int? = slot.type < range.upperBound ? slot.type : nil
    var count = 0
    while let at = cursor {
      count += 1
      cursor = next(at + 1, slot)
    }
    return max(0, count - 2 < 0xff ? count - 2 : count - 4)
  }

  // MARK: Inside

  /// The first address from `address` on that belongs to the blocks.
  func next(_ address: Int, _ slot: Slot) -> Int? {
    var at = address
    while at < range.upperBound {
      guard let skipped = slot.reserved.first(where: { $0.contains(at) }) else { return at }
      at = skipped.upperBound
    }
    return nil
  }

  private func length(after type: Int, _ slot: Slot) throws(ReaderError) -> (length: Int, next: Int?) {
    var cursor = next(type + 1, slot)
    let bytes = try addresses(&cursor, 1, slot)
    let first = Int(try memory.byte(bytes[0]))
    guard first == 0xff else { return (first, cursor) }
    let more = try addresses(&cursor, 2, slot)
    return (Int(try memory.byte(more[0])) << 8 | Int(try memory.byte(more[1])), cursor)
  }

  /// The next `count` addresses; moves the cursor behind them.
  func addresses(_ cursor: inout Int?, _ count: Int, _ slot: Slot) throws(ReaderError) -> [Int] {
    var out: [Int] = []
    while out.count < count {
      guard let at = cursor else {
        throw ReaderError(.tagFormat, "The tag's data claim more bytes than its memory has.")
      }
      out.append(at)
      cursor = next(at + 1, slot)
    }
    return out
  }

  /// Position (high half: page, low half: offset), size, and the sizes of pages and areas as powers of two.
  private func control(_ value: [Int], isLock: Bool, _ slot: inout Slot) throws(ReaderError) {
    let position = Int(try memory.byte(value[0]))
    let size = Int(try memory.byte(value[1]))
    let page = 1 << (Int(try memory.byte(value[2])) & 0x0f)
    let begin = (position >> 4) * page + (position & 0x0f)
    // The size is in bits for locks and in bytes for memory; 0 stands for 256.
    let count = size == 0 ? 256 : size
    let bytes = begin..<(begin + (isLock ? (count + 7) / 8 : count))
    slot.reserved.append(bytes)
    if isLock { slot.locks.append(bytes) }
  }
}
