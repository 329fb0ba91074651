import ReaderCore

/// MIFARE Classic: sectors of blocks of 16 bytes behind two keys each. A message lies in the sectors that the directory
/// (MAD, NXP AN10787) gives to NDEF, as the same TLV blocks as on type 2 (NXP AN1305).
public final class ClassicTag: TLVTag {
  /// Key A of the directory.
  public static let directoryKey: [UInt8] = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5]
  /// Key A of sectors with NDEF.
  public static let ndefKey: [UInt8] = [0xd3, 0xf7, 0xd3, 0xf7, 0xd3, 0xf7]
  /// The directory's name for NDEF, as it is stored.
  private static let ndefApplication: [UInt8] = [0x03, 0xe1]

  private let sectors: Int
  /// Key B of sectors with NDEF, as cards come (NXP AN1305 leaves it to who formats them).
  private static let usualKeyB = [UInt8](repeating: 0xff, count: 6)

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel, _ chip: TagChip) {
    sectors = chip == .classic4K ? 40 : chip == .classicMini ? 5 : 16
    super.init(channel, forumType: 0)
  }

  /// First block and number of blocks of a sector; the last block holds the keys.
  public static func blocks(ofSector sector: Int) -> Range<Int> {
    sector < 32 ? (sector * 4)..<(sector * 4 + 4) : (128 + (sector - 32) * 16)..<(128 + (sector - 31) * 16)
  }

  /// The sector of a block.
  public static func sector(ofBlock block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

  /// Authenticates with a key; what follows works in this sector until the next authentication.
  public static func authenticate(
    _ channel: TagChannel, block: Int, keyB: Bool, key: [UInt8]
  ) throws(ReaderError) {
    guard key.count == 6 else { throw ReaderError(.invalidArgument, "A key has 6 bytes, not \(key.count).") }
    try channel.perform(.load(key: key, slot: 0), "Loading the key")
    let answer = try channel.exchange(.authenticate(block: block, keyB: keyB, slot: 0))
    guard answer.status.isOK else {
      throw ReaderError(
        .tagAuthentication,
        "The tag does not take the key for block \(block) (\(answer.status.text): \(answer.status.meaning)).")
    }
  }

  /// The sectors with NDEF in their order; nil without a directory.
  private func ndefSectors() throws(ReaderError) -> [Int]? {
    guard var entries = try directory(block: 1, blocks: 2, key: ClassicTag.directoryKey, first: 1) else { return nil }
    if sectors > 16, let more = try directory(block: 64, blocks: 3, key: ClassicTag.directoryKey, first: 17) {
      entries += more
    }
    let all = entries.filter { $0.application == ClassicTag.ndefApplication && $0.sector < sectors }.map { $0.sector }
    // The message goes on from sector to sector; a gap ends it, but for the directory's own sector 16.
    var out: [Int] = []
    for sector in all {
      if let last = out.last, sector != last + 1, !(last == 15 && sector == 17) { break }
      out.append(sector)
    }
    return out
  }

  private func directory(
    block: Int, blocks: Int, key: [UInt8], first: Int
  ) throws(ReaderError) -> [(sector: Int, application: [UInt8])]? {
    do throws(ReaderError) {
      try ClassicTag.authenticate(channel, block: block, keyB: false, key: key)
    } catch {
      if error.status == .tagAuthentication { return nil }
      throw error
    }
    var bytes: [UInt8] = []
    for i in 0..<blocks {
      bytes += try channel.perform(.read(block: block + i, count: 16), "Reading the directory").prefix(16)
    }
    guard bytes.count == blocks * 16 else { return nil }
    guard bytes[0] == ClassicTag.checksum(Array(bytes.dropFirst())) else {
      throw ReaderError(.tagFormat, "The tag's directory is damaged: its checksum is wrong.")
    }
    return stride(from: 2, to: bytes.count, by: 2).enumerated().map {
      (first + $0.offset, Array(bytes[$0.element..<($0.element + 2)]))
    }
  }

  /// CRC 8 with polynomial 1D and preset C7 (NXP AN10787, 3.7).
  static func checksum(_ bytes: [UInt8]) -> UInt8 {
    var crc: UInt8 = 0xc7
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? (crc << 1) ^ 0x1d : crc << 1 }
    }
    return crc
  }

  override func container() throws(ReaderError) -> TLVContainer? {
    guard let sectors = try ndefSectors(), let first = sectors.first else { return nil }
    let area = area(sectors)
    // Opens the first sector, so that its trailer can be read.
    _ = try area.memory.load(0)
    let trailer = try channel.perform(
      .read(block: ClassicTag.trailer(first), count: 16), "Reading the access to sector \(first)")
    guard trailer.count >= 10 else { throw ReaderError(.protocolFault, "The tag gave less than a block.") }
    return TLVContainer(area: area, isReadable: true, isWritable: ClassicTag.isWritable(trailer))
  }

  private static func trailer(_ sector: Int) -> Int { blocks(ofSector: sector).upperBound - 1 }

  /// By the general purpose byte: its lowest bits are 0 where NDEF may be written (NXP AN1305, 3.1.2). Of a byte that was
  /// never set (69 on new cards) the access bits tell: 000 for the first data block is free.
  private static func isWritable(_ trailer: [UInt8]) -> Bool {
    let first = (trailer[7] >> 4 & 1, trailer[8] & 1, trailer[8] >> 4 & 1)
    let isFree = first == (0, 0, 0)
    return trailer[9] >> 6 == 1 && trailer[9] != 0x69 ? isFree && trailer[9] & 3 == 0 : isFree
  }

  /// The data blocks of the sectors as one memory.
  private func area(_ sectors: [Int]) -> TLVArea {
    let blocks = sectors.map { Array(ClassicTag.blocks(ofSector: $0).dropLast()) }.reduce([], +)
    let channel = self.channel
    var open: Int?
    func enter(_ block: Int) throws(ReaderError) {
      let sector = ClassicTag.sector(ofBlock: block)
      guard open != sector else { return }
      open = nil
      try ClassicTag.authenticate(channel, block: block, keyB: false, key: ClassicTag.ndefKey)
      open = sector
    }
    let memory = TagMemory(unit: 16) { (index) throws(ReaderError) in
      guard blocks.indices.contains(index) else { throw ReaderError(.tagFormat, "The tag's memory ends early.") }
      try enter(blocks[index])
      return try channel.perform(.read(block: blocks[index], count: 16), "Reading block \(blocks[index])")
    } write: { (index, bytes) throws(ReaderError) in
      guard blocks.indices.contains(index) else { throw ReaderError(.tagFormat, "The tag's memory ends early.") }
      try enter(blocks[index])
      try channel.perform(.write(block: blocks[index], bytes), "Writing block \(blocks[index])")
    }
    return TLVArea(memory: memory, range: 0..<(blocks.count * 16), hasControl: false)
  }

  override func makeContainer() throws(ReaderError) {
    throw ReaderError(.tagFormat, "The tag has no directory that gives sectors to NDEF; write one first.")
  }

  /// Access bits of a sector that can be read for ever and changed never: data blocks 010, trailer 110 (NXP MF1S50YYX,
  /// 8.7; each bit stands beside its complement).
  private static let readOnly: [UInt8] = [0x07, 0x8f, 0x0f]

  /// Every sector with NDEF, the first one first. `key`: key B of the sectors; none: FF six times.
  override func lock(_ container: TLVContainer, key: [UInt8]) throws(ReaderError) {
    let keyB = key.isEmpty ? ClassicTag.usualKeyB : key
    guard container.isWritable else { return }
    for sector in try ndefSectors() ?? [] {
      let block = ClassicTag.trailer(sector)
      try ClassicTag.authenticate(channel, block: block, keyB: true, key: keyB)
      // Version 1.0, and no write access.
      let trailer = ClassicTag.ndefKey + ClassicTag.readOnly + [0x43] + keyB
      try channel.perform(.write(block: block, trailer), "Locking sector \(sector)")
    }
  }
}
