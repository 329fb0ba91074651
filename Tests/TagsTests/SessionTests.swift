import ReaderCore
import Testing

@testable import Tags

@Suite struct SessionTests {
  static func stored(_ records: [NDEFRecord?]) -> [UInt8] {
    (try? NDEFMessage(records.compactMap { $0 }).bytes()) ?? []
  }
  static let uri = stored([.uri("https://example.org/till")])
  static let short = stored([try? .text("1", language: "en")])
  static func long(_ count: Int) -> [UInt8] {
    stored([try? .mime("a/b", (0..<count).map { UInt8($0 & 0xff) })])
  }

  // MARK: Type 2

  @Test func readsType2() throws {
    let tag = FakeMemoryTag.ntag213([0x01, 0x03, 0xa0, 0x0c, 0x34, 0x03, UInt8(Self.uri.count)] + Self.uri + [0xfe])
    let state = try #require(try Type2Tag(tag).read())
    #expect(state.message == Self.uri)
    #expect(state.isWritable)
    #expect(state.forumType == 2)
    // 144 bytes less the lock control block, type and length.
    #expect(state.capacity == 144 - 5 - 2)
    // Pages 3 to 6 and 7 to 10.
    #expect(tag.log.count == 2)
  }

  /// Field report 139: empty message, long form, length beyond the memory.
  @Test func lengthsOfType2() throws {
    #expect(try Type2Tag(FakeMemoryTag.ntag213([0x03, 0x00, 0xfe])).read()?.message == [])
    #expect(try Type2Tag(FakeMemoryTag.ntag213([0xfe])).read() == nil)
    #expect(try Type2Tag(FakeMemoryTag.ntag213([UInt8](repeating: 0, count: 144))).read() == nil)
    #expect(throws: ReaderError.self) { try Type2Tag(FakeMemoryTag.ntag213([0x03, 0xfe, 0x00])).read() }
    #expect(throws: ReaderError.self) { try Type2Tag(FakeMemoryTag.ntag213([0x03, 0xff, 0xff, 0xff])).read() }
    var memory = [UInt8](repeating: 0, count: 16 + 496)
    memory[12...15] = [0xe1, 0x10, 0x3e, 0x00]
    memory[16...19] = [0x03, 0xff, 0x01, 0x2c]
    for i in 0..<300 { memory[20 + i] = UInt8(i & 0xff) }
    let tag = FakeMemoryTag(memory, unit: 4, span: 16)
    #expect(try Type2Tag(tag).read()?.message.count == 300)
    #expect(try Type2Tag(tag).read()?.message.last == UInt8(299 & 0xff))
  }

  /// Reserved bytes in the middle of the data area belong to no message.
  @Test func stepsOverReservedMemory() throws {
    // Memory control: 8 bytes from byte 32 on (page size 2^4: page 2, offset 0).
    var data: [UInt8] = [0x02, 0x03, 0x20, 0x08, 0x04, 0x03, 0x0a, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    data += [UInt8](repeating: 0xaa, count: 8)
    data += [10, 0xfe]
    let tag = FakeMemoryTag.ntag213(data)
    #expect(try Type2Tag(tag).read()?.message == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    try Type2Tag(tag).write(Self.long(40))
    #expect(try Type2Tag(tag).read()?.message == Self.long(40))
    #expect(Array(tag.memory[32..<40]) == [UInt8](repeating: 0xaa, count: 8))
  }

  @Test func formatsABlankType2() throws {
    let ultralight = FakeMemoryTag([UInt8](repeating: 0, count: 64), unit: 4, span: 16)
    try Type2Tag(ultralight).format()
    #expect(Array(ultralight.memory[12..<20]) == [0xe1, 0x10, 0x06, 0x00, 0x03, 0x00, 0xfe, 0x00])
    let ntag216 = FakeMemoryTag([UInt8](repeating: 0, count: 231 * 4), unit: 4, span: 16)
    try Type2Tag(ntag216).format()
    #expect(ntag216.memory[14] == 0x6d)
    var other = [UInt8](repeating: 0, count: 64)
    other[12] = 0x80
    #expect(throws: ReaderError.self) { try Type2Tag(FakeMemoryTag(other, unit: 4, span: 16)).format() }
  }

  @Test func locksType2() throws {
    let tag = FakeMemoryTag.ntag213([0x03, 0x00, 0xfe])
    try Type2Tag(tag).lock()
    #expect(tag.memory[15] == 0x0f)
    #expect(Array(tag.memory[10...11]) == [0xff, 0xff])
    // NTAG 213: 144 bytes, 96 beyond the static ones: 12 lock bits in page 28h.
    #expect(Array(tag.memory[160...163]) == [0xff, 0xff, 0x00, 0x00])
    let error = #expect(throws: ReaderError.self) { try Type2Tag(tag).write([]) }
    #expect(error?.status == .tagReadOnly)
  }

  // MARK: Writing, taken away at every command

  /// For each old and new message and each command at which the tag goes: it holds the old, an empty, or the new one.
  private func neverHalf(_ make: () -> FakeTag, _ store: (FakeTag) -> NDEFStore, _ old: [UInt8], _ new: [UInt8]) throws
  {
    let whole = make()
    try store(whole).write(old)
    try store(whole).write(new)
    #expect(try store(whole).read()?.message == new)
    var at = 0
    while true {
      let tag = make()
      try store(tag).write(old)
      tag.log = []
      tag.goneAt = at
      var failed = false
      do { try store(tag).write(new) } catch { failed = true }
      tag.goneAt = nil
      let message = try store(tag).read()?.message
      #expect(message == old || message == [] || message == new, "at command \(at)")
      if !failed { break }
      #expect(at < 500)
      at += 1
    }
    #expect(at > 2)
  }

  @Test(arguments: [(0, 10), (10, 0), (10, 100), (100, 10), (30, 30)])
  func type2IsNeverHalfWritten(_ sizes: (Int, Int)) throws {
    // Each place of the type byte within its page.
    for offset in 0..<4 {
      try neverHalf(
        { FakeMemoryTag.ntag213([UInt8](repeating: 0, count: offset) + [0x03, 0x00, 0xfe]) },
        { Type2Tag($0) }, sizes.0 == 0 ? [] : Self.long(sizes.0), sizes.1 == 0 ? [] : Self.long(sizes.1))
    }
  }

  @Test func longMessagesOnType2AreNeverHalfWritten() throws {
    for offset in 0..<4 {
      for (old, new) in [(10, 400), (400, 10), (400, 300)] {
        var memory = [UInt8](repeating: 0, count: 16 + 496)
        memory[12...15] = [0xe1, 0x10, 0x3e, 0x00]
        memory[(16 + offset)...(18 + offset)] = [0x03, 0x00, 0xfe]
        try neverHalf(
          { FakeMemoryTag(memory, unit: 4, span: 16) }, { Type2Tag($0) }, Self.long(old), Self.long(new))
      }
    }
  }

  @Test func type4IsNeverHalfWritten() throws {
    try neverHalf({ FakeCard(size: 2048, message: []) }, { Type4Tag($0) }, Self.uri, Self.long(300))
    try neverHalf({ FakeCard(size: 2048, message: []) }, { Type4Tag($0) }, Self.long(300), Self.short)
  }

  @Test func type5IsNeverHalfWritten() throws {
    var memory = [UInt8](repeating: 0, count: 4 + 0x20 * 8)
    memory[0...6] = [0xe1, 0x40, 0x20, 0x00, 0x03, 0x00, 0xfe]
    try neverHalf({ FakeMemoryTag(memory, unit: 4, span: 0) }, { Type5Tag($0) }, Self.uri, Self.long(100))
  }

  @Test func classicIsNeverHalfWritten() throws {
    try neverHalf({ FakeClassic.checked() }, { ClassicTag($0, .classic1K) }, Self.uri, Self.long(300))
  }

  // MARK: Type 4

  @Test func readsType4() throws {
    let message = Self.long(500)
    let card = FakeCard(size: 2048, message: message)
    let state = try #require(try Type4Tag(card).read())
    #expect(state.message == message)
    #expect(state.capacity == 2046)
    card.insistsOnLength = true
    #expect(try Type4Tag(card).read()?.message == message)
    #expect(try Type4Tag(FakeTag()).read() == nil)
  }

  @Test func type4WritesItsLengthLast() throws {
    let card = FakeCard(size: 2048, message: Self.short)
    try Type4Tag(card).write(Self.long(100))
    let writes = card.log.filter { $0[1] == 0xd6 }
    #expect(writes.first == [0x00, 0xd6, 0, 0, 2, 0, 0])
    #expect(writes.last == [0x00, 0xd6, 0, 0, 2, 0, UInt8(Self.long(100).count)])
    #expect(writes.count == 5)
  }

  @Test func damagedContainersOfType4AreErrors() throws {
    for (offset, value) in [(1, UInt8(0x02)), (2, 0x00), (3, 0xff), (7, 0x05), (8, 0x02), (11, 0x00)] {
      let card = FakeCard(size: 512, message: Self.uri)
      card.container[offset] = value
      if offset == 3 { card.container[4] = 0 }
      if offset == 11 { card.container[12] = 0 }
      let state = try? Type4Tag(card).read()
      #expect(state == nil || state?.message == Self.uri)
    }
    let liar = FakeCard(size: 512, message: Self.uri)
    liar.file[0] = 0xff
    #expect(throws: ReaderError.self) { try Type4Tag(liar).read() }
  }

  @Test func locksType4() throws {
    let card = FakeCard(size: 512, message: Self.uri)
    try Type4Tag(card).lock()
    #expect(card.container[14] == 0xff)
    #expect(throws: ReaderError.self) { try Type4Tag(card).write([]) }
    #expect(try Type4Tag(card).read()?.message == Self.uri)
  }

  // MARK: Type 5 and MIFARE Classic

  @Test func readsType5() throws {
    var memory = [UInt8](repeating: 0, count: 4 + 0x20 * 8)
    memory[0...3] = [0xe1, 0x40, 0x20, 0x00]
    memory[4...5] = [0x03, UInt8(Self.uri.count)]
    for (i, byte) in Self.uri.enumerated() { memory[6 + i] = byte }
    let tag = FakeMemoryTag(memory, unit: 4, span: 0)
    #expect(try Type5Tag(tag).read()?.message == Self.uri)
    try Type5Tag(tag).lock()
    #expect(tag.memory[1] == 0x43)
    #expect(throws: ReaderError.self) { try Type5Tag(tag).write([]) }
    // The long container of large tags.
    var large = [UInt8](repeating: 0, count: 8 + 0x200 * 8)
    large[0...7] = [0xe2, 0x40, 0x00, 0x01, 0, 0, 0x02, 0x00]
    large[8...10] = [0x03, 0x00, 0xfe]
    let big = FakeMemoryTag(large, unit: 4, span: 0)
    #expect(try Type5Tag(big).read()?.capacity == 0x200 * 8 - 4)
    try Type5Tag(big).write(Self.long(1500))
    #expect(try Type5Tag(big).read()?.message == Self.long(1500))
    // Blocks of 8 bytes.
    let wide = FakeMemoryTag(memory, unit: 8, span: 8)
    #expect(try Type5Tag(wide).read()?.message == Self.uri)
  }

  @Test func readsAndWritesClassic() throws {
    let tag = FakeClassic.checked()
    let state = try #require(try ClassicTag(tag, .classic1K).read())
    #expect(state.message == [])
    #expect(state.capacity == 15 * 48 - 4)
    try ClassicTag(tag, .classic1K).write(Self.long(600))
    #expect(try ClassicTag(tag, .classic1K).read()?.message == Self.long(600))
    // No sector's keys were touched.
    for sector in 1..<16 { #expect(Array(tag.blocks[sector * 4 + 3][..<6]) == ClassicTag.ndefKey) }
  }

  /// NXP AN10787: the checksum of the directory, from the example of a card that holds NDEF everywhere.
  @Test func checksTheDirectory() throws {
    let tag = FakeClassic.checked()
    #expect(tag.blocks[1][0] == 0x14)
    tag.blocks[1][0] ^= 1
    #expect(throws: ReaderError.self) { try ClassicTag(tag, .classic1K).read() }
    let foreign = FakeClassic.checked()
    foreign.blocks[3][0] = 0
    #expect(try ClassicTag(foreign, .classic1K).read() == nil)
  }

  @Test func locksClassic() throws {
    let tag = FakeClassic.checked()
    try ClassicTag(tag, .classic1K).write(Self.uri)
    #expect(try ClassicTag(tag, .classic1K).read()?.isWritable == true)
    let wrong = #expect(throws: ReaderError.self) { try ClassicTag(tag, .classic1K).lock(key: [1, 2, 3, 4, 5, 6]) }
    #expect(wrong?.status == .tagAuthentication)
    #expect(try ClassicTag(tag, .classic1K).read()?.isWritable == true)
    try ClassicTag(tag, .classic1K).lock()
    // NXP MF1S50YYX, 8.7.1: 07 8F 0F has data blocks 010 and the trailer 110, each bit beside its complement.
    for sector in 1..<16 { #expect(Array(tag.blocks[sector * 4 + 3][6...9]) == [0x07, 0x8f, 0x0f, 0x43]) }
    let state = try #require(try ClassicTag(tag, .classic1K).read())
    #expect(state.message == Self.uri)
    #expect(!state.isWritable)
    let error = #expect(throws: ReaderError.self) { try ClassicTag(tag, .classic1K).write([]) }
    #expect(error?.status == .tagReadOnly)
  }

  @Test func formatsABlankType5() throws {
    for (blocks, size) in [(28, UInt8(13)), (64, 31), (256, 127)] {
      let tag = FakeMemoryTag([UInt8](repeating: 0, count: blocks * 4), unit: 4, span: 4)
      try Type5Tag(tag).format()
      #expect(Array(tag.memory[0..<8]) == [0xe1, 0x40, size, 0x00, 0x03, 0x00, 0xfe, 0x00])
      try Type5Tag(tag).write(Self.uri)
      #expect(try Type5Tag(tag).read()?.message == Self.uri)
    }
    var other = [UInt8](repeating: 0, count: 112)
    other[2] = 7
    #expect(throws: ReaderError.self) { try Type5Tag(FakeMemoryTag(other, unit: 4, span: 4)).format() }
  }

  // MARK: Type 3

  @Test func readsAndWritesType3() throws {
    let tag = FakeFeliCa(blocks: 13)
    let empty = try #require(try Type3Tag(tag).read())
    #expect(empty == NDEFState(forumType: 3, message: [], capacity: 208, isWritable: true))
    for message in [Self.uri, Self.long(100), Self.short, [UInt8](repeating: 7, count: 208)] {
      try Type3Tag(tag).write(message)
      #expect(try Type3Tag(tag).read()?.message == message)
    }
    let full = #expect(throws: ReaderError.self) { try Type3Tag(tag).write([UInt8](repeating: 7, count: 209)) }
    #expect(full?.status == .tagFull)
    try Type3Tag(tag).format()
    #expect(try Type3Tag(tag).read()?.message == [])
    #expect(try Type3Tag(FakeTag()).read() == nil)
  }

  @Test func damagedType3() throws {
    let tag = FakeFeliCa(blocks: 13)
    try Type3Tag(tag).write(Self.uri)
    tag.blocks[0][9] = 0x0f
    tag.sum()
    #expect(try Type3Tag(tag).read()?.message == [])
    tag.blocks[0][3] = 0xff
    #expect(throws: ReaderError.self) { try Type3Tag(tag).read() }
    tag.blocks[0][9] = 0
    tag.blocks[0][3] = 0
    tag.blocks[0][11] = 0xff
    tag.sum()
    #expect(throws: ReaderError.self) { try Type3Tag(tag).read() }
    tag.blocks[0] = [UInt8](repeating: 0, count: 16)
    #expect(try Type3Tag(tag).read() == nil)
  }

  @Test func locksType3() throws {
    let tag = FakeFeliCa(blocks: 13)
    try Type3Tag(tag).write(Self.uri)
    try Type3Tag(tag).lock()
    let state = try #require(try Type3Tag(tag).read())
    #expect(state.message == Self.uri && !state.isWritable)
    #expect(#expect(throws: ReaderError.self) { try Type3Tag(tag).write([]) }?.status == .tagReadOnly)
  }

  @Test func type3IsNeverHalfWritten() throws {
    for (old, new) in [(Self.uri, Self.long(100)), (Self.long(100), Self.short), ([], Self.uri)] {
      try neverHalf({ FakeFeliCa(blocks: 13) }, { Type3Tag($0) }, old, new)
    }
  }

  @Test func wrongKeysAreTold() throws {
    let tag = FakeClassic.checked()
    let error = #expect(throws: ReaderError.self) {
      try ClassicTag.authenticate(tag, block: 4, keyB: false, key: [0, 0, 0, 0, 0, 0])
    }
    #expect(error?.status == .tagAuthentication)
    try ClassicTag.authenticate(tag, block: 4, keyB: true, key: [UInt8](repeating: 0xff, count: 6))
    #expect(ClassicTag.blocks(ofSector: 32) == 128..<144)
    #expect(ClassicTag.blocks(ofSector: 39) == 240..<256)
    #expect(ClassicTag.sector(ofBlock: 255) == 39)
    #expect(ClassicTag.sector(ofBlock: 127) == 31)
  }

  @Test func identifiesATag() throws {
    let atr = Hex.bytes("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68")!
    let session = try TagSession(FakeMemoryTag.ntag213([0x03, 0x00]), atr: atr)
    #expect(session.uid.text == "04112233445566")
    #expect(session.kind.chip == .ultralight)
    #expect(session.store is Type2Tag)
    #expect(try TagSession(FakeCard(size: 64, message: []), atr: [0x3b, 0x80, 0x80, 0x01, 0x01]).uid.isRandom)
  }
}

extension FakeClassic {
  /// One whose directory has the checksum that goes with it.
  static func checked() -> FakeClassic { FakeClassic() }
}
