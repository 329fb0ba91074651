import ReaderCore
import Tags

/// A tag with the memory of its kind that answers as a PC/SC reader and it would together.
class FakeTag: TagChannel {
  /// Every command, in order.
  var log: [[UInt8]] = []
  /// The command number (from 0) at which the tag is taken away: it is not carried out.
  var goneAt: Int?

  func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    if let goneAt, log.count >= goneAt { throw ReaderError(.tagRemoved, "taken away") }
    log.append(command)
    return answer(command)
  }

  func answer(_ command: [UInt8]) -> [UInt8] { FakeTag.unknown }

  static let ok: [UInt8] = [0x90, 0x00]
  static let unknown: [UInt8] = [0x6d, 0x00]
  static let failed: [UInt8] = [0x63, 0x00]

  /// How many of the commands write.
  var writes: Int { log.filter { $0[1] == 0xd6 }.count }
}

/// Pages or blocks behind FF B0 and FF D6.
final class FakeMemoryTag: FakeTag {
  var memory: [UInt8]
  let unit: Int
  /// Bytes that a read gives, whatever was asked for; 0: what was asked for.
  let span: Int
  /// Numbers of pages that may be written no more.
  var locked: Set<Int> = []

  init(_ memory: [UInt8], unit: Int, span: Int) {
    self.memory = memory
    self.unit = unit
    self.span = span
  }

  override func answer(_ command: [UInt8]) -> [UInt8] {
    guard command[0] == 0xff else { return FakeTag.unknown }
    let number = Int(command[2]) << 8 | Int(command[3])
    switch command[1] {
    case 0xca: return [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66] + FakeTag.ok
    case 0xb0:
      let begin = number * unit
      guard begin < memory.count else { return FakeTag.failed }
      let count = span == 0 ? Int(command[4]) : span
      // The last pages are followed by the first ones, as on the real chip.
      return (0..<count).map { memory[(begin + $0) % memory.count] } + FakeTag.ok
    case 0xd6:
      guard number * unit < memory.count, Int(command[4]) == unit, !locked.contains(number) else {
        return FakeTag.failed
      }
      for i in 0..<unit {
        // The container of a type 2 tag is one-time programmable, as are the lock bits.
        let sticks = unit == 4 && span == 16 && (number == 3 || (number == 2 && i > 1))
        if sticks { memory[number * unit + i] |= command[5 + i] } else { memory[number * unit + i] = command[5 + i] }
      }
      return FakeTag.ok
    default: return FakeTag.unknown
    }
  }

  /// NTAG 213: 45 pages, container E1 10 12 00.
  static func ntag213(_ data: [UInt8]) -> FakeMemoryTag {
    var memory = [UInt8](repeating: 0, count: 180)
    memory[12...15] = [0xe1, 0x10, 0x12, 0x00]
    for (i, byte) in data.enumerated() { memory[16 + i] = byte }
    return FakeMemoryTag(memory, unit: 4, span: 16)
  }
}

/// A type 4 card with one file.
final class FakeCard: FakeTag {
  var file: [UInt8]
  var container: [UInt8]
  private var selected: UInt16 = 0
  private var inApplication = false
  /// Answers 6Cxx to every other read, as cards do that want the length to be just right.
  var insistsOnLength = false
  private var insisted = false

  init(size: Int, message: [UInt8], longestRead: Int = 0x3b, longestWrite: Int = 0x34) {
    file = [UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message
    file += [UInt8](repeating: 0, count: size - file.count)
    container = [
      0x00, 0x0f, 0x20, UInt8(longestRead >> 8), UInt8(longestRead & 0xff), UInt8(longestWrite >> 8),
      UInt8(longestWrite & 0xff), 0x04, 0x06, 0xe1, 0x04, UInt8(size >> 8), UInt8(size & 0xff), 0x00, 0x00,
    ]
  }

  override func answer(_ command: [UInt8]) -> [UInt8] {
    switch (command[0], command[1]) {
    case (0xff, 0xca): return [0x08, 1, 2, 3] + FakeTag.ok
    case (0x00, 0xa4) where command[2] == 0x04:
      inApplication = Array(command[5..<12]) == [0xd2, 0x76, 0, 0, 0x85, 1, 1]
      return inApplication ? FakeTag.ok : [0x6a, 0x82]
    case (0x00, 0xa4) where inApplication:
      selected = UInt16(command[5]) << 8 | UInt16(command[6])
      return selected == 0xe103 || selected == 0xe104 ? FakeTag.ok : [0x6a, 0x82]
    case (0x00, 0xb0) where selected != 0:
      let content = selected == 0xe103 ? container : file
      let offset = Int(command[2]) << 8 | Int(command[3])
      let count = Int(command[4])
      guard offset + count <= content.count else { return [0x6b, 0x00] }
      if selected == 0xe104, count > Int(container[3]) << 8 | Int(container[4]) { return [0x67, 0x00] }
      if insistsOnLength {
        insisted.toggle()
        if insisted { return [0x6c, UInt8(count)] }
      }
      return Array(content[offset..<(offset + count)]) + FakeTag.ok
    case (0x00, 0xd6) where selected != 0:
      let offset = Int(command[2]) << 8 | Int(command[3])
      let data = Array(command[5...])
      if selected == 0xe103 {
        container.replaceSubrange(offset..<(offset + data.count), with: data)
        return FakeTag.ok
      }
      guard data.count <= Int(container[5]) << 8 | Int(container[6]), offset + data.count <= file.count else {
        return [0x67, 0x00]
      }
      file.replaceSubrange(offset..<(offset + data.count), with: data)
      return FakeTag.ok
    default: return FakeTag.unknown
    }
  }
}

/// MIFARE Classic 1K with keys; formatted for NDEF in sectors 1 to 15.
final class FakeClassic: FakeTag {
  var blocks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 16), count: 64)
  private var key: [UInt8] = []
  private var open: Int?

  override init() {
    super.init()
    for sector in 0..<16 {
      let a = sector == 0 ? ClassicTag.directoryKey : ClassicTag.ndefKey
      // Access and general purpose bytes of the directory and of sectors with NDEF (NXP AN1305, tables 4 and 6).
      let access: [UInt8] = sector == 0 ? [0x78, 0x77, 0x88, 0xc1] : [0x7f, 0x07, 0x88, 0x40]
      blocks[sector * 4 + 3] = a + access + [UInt8](repeating: 0xff, count: 6)
    }
    // The directory of a card that was formatted by a telephone (NXP AN1305, 8.1).
    blocks[1] = [0x14, 0x01] + Array([[UInt8]](repeating: [0x03, 0xe1], count: 7).joined())
    blocks[2] = Array([[UInt8]](repeating: [0x03, 0xe1], count: 8).joined())
    blocks[4][0...2] = [0x03, 0x00, 0xfe]
  }

  /// Data blocks 010 and trailers 110 take nothing.
  private func isWritable(_ block: Int) -> Bool {
    let trailer = blocks[(block / 4) * 4 + 3]
    return Array(trailer[6...8]) != [0x07, 0x8f, 0x0f]
  }

  override func answer(_ command: [UInt8]) -> [UInt8] {
    guard command[0] == 0xff else { return FakeTag.unknown }
    let block = Int(command[3])
    switch command[1] {
    case 0xca: return [0xde, 0xad, 0xbe, 0xef] + FakeTag.ok
    case 0x82:
      key = Array(command[5...])
      return FakeTag.ok
    case 0x86:
      let block = Int(command[7])
      let trailer = blocks[(block / 4) * 4 + 3]
      let right = command[8] == 0x61 ? Array(trailer[10...]) : Array(trailer[..<6])
      open = key == right ? block / 4 : nil
      return open == nil ? FakeTag.failed : FakeTag.ok
    case 0xb0:
      guard open == block / 4 else { return [0x69, 0x82] }
      return blocks[block] + FakeTag.ok
    case 0xd6:
      guard open == block / 4, command[4] == 16, isWritable(block) else { return [0x69, 0x82] }
      blocks[block] = Array(command[5...])
      return FakeTag.ok
    default: return FakeTag.unknown
    }
  }
}

/// A FeliCa with NDEF: an attribute block and blocks of 16 bytes, behind the services of type 3.
final class FakeFeliCa: FakeTag {
  var blocks: [[UInt8]]
  private var service: UInt16 = 0

  /// As the standard's example: version 1.0, 4 blocks a read, 1 a write.
  init(blocks count: Int) {
    blocks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 16), count: count + 1)
    super.init()
    blocks[0] = [0x10, 0x04, 0x01, UInt8(count >> 8), UInt8(count & 0xff), 0, 0, 0, 0, 0x00, 0x01, 0, 0, 0, 0, 0]
    sum()
  }

  func sum() {
    let sum = blocks[0][..<14].reduce(0) { $0 + Int($1) }
    (blocks[0][14], blocks[0][15]) = (UInt8(sum >> 8), UInt8(sum & 0xff))
  }

  override func answer(_ command: [UInt8]) -> [UInt8] {
    let block = Int(command[3])
    switch (command[0], command[1]) {
    case (0xff, 0xca): return [1, 2, 3, 4, 5, 6, 7, 8] + FakeTag.ok
    case (0xff, 0xa4):
      service = UInt16(command[6]) << 8 | UInt16(command[5])
      return service == 0x0009 || service == 0x000b ? FakeTag.ok : [0x6a, 0x82]
    case (0xff, 0xb0) where service != 0 && block < blocks.count: return blocks[block] + FakeTag.ok
    case (0xff, 0xd6) where service == 0x0009 && block < blocks.count && command[4] == 16:
      blocks[block] = Array(command[5...])
      return FakeTag.ok
    default: return [0x65, 0x81]
    }
  }
}
