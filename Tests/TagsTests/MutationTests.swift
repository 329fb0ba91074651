import ReaderCore
import Testing

@testable import Tags

/// Fuzzing with a seeded generator: damaged messages and tags that answer rubbish. Nothing may trap or hang; what is
/// accepted must come back from its bytes as the same.
@Suite struct MutationTests {
  /// xorshift64*: the same run each time.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_f491_4f6c_dd1d
    }
  }

  static func mutate(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
    var out = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !out.isEmpty:
        out[Int.random(in: 0..<out.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1 where !out.isEmpty:
        out[Int.random(in: 0..<out.count, using: &random)] = [0, 1, 0x7f, 0x80, 0xfe, 0xff].randomElement(
          using: &random)!
      case 2 where !out.isEmpty: out.remove(at: Int.random(in: 0..<out.count, using: &random))
      case 3: out.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0...out.count, using: &random))
      case 4 where !out.isEmpty: out.removeLast(Int.random(in: 0..<out.count, using: &random))
      default: out += out.prefix(Int.random(in: 0...16, using: &random))
      }
    }
    return out
  }

  static func seeds() throws -> [[UInt8]] {
    let poster = NDEFSmartPoster(uri: "https://example.org", titles: [NDEFText("Shop", language: "en")])
    let records = [
      NDEFRecord.uri("https://example.org"), try .text("Grüße", language: "de"), try .smartPoster(poster),
      try .wifi(WiFiNetwork(ssid: [1, 2], key: [3])), try .mime("a/b", [UInt8](repeating: 1, count: 300)),
      NDEFRecord(.unknown, id: [1], payload: [2]),
    ]
    return try records.map { try NDEFMessage([$0]).bytes() } + [try NDEFMessage(records).bytes()]
      + [Hex.bytes("B2 01 02 78 61 62 36 00 01 63 56 00 02 64 65")!]
  }

  @Test func damagedMessages() throws {
    var random = Generator(state: 0x5ca9_bea3)
    var accepted = 0
    let seeds = try Self.seeds()
    for round in 0..<60_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes = Self.mutate(bytes, &random) }
      guard let message = try? NDEFMessage(parsing: bytes) else { continue }
      accepted += 1
      _ = message.text
      for record in message.records { _ = record.content }
      #expect(try NDEFMessage(parsing: message.bytes()) == message)
    }
    #expect(accepted > 1000)
  }

  /// Answers from a tag whose bytes and status words are damaged now and then.
  final class Liar: TagChannel {
    let honest: FakeTag
    var random: Generator
    let rate: Int
    init(_ honest: FakeTag, _ seed: UInt64, rate: Int) {
      self.honest = honest
      random = Generator(state: seed | 1)
      self.rate = rate
    }
    func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
      let answer = try honest.transmit(command)
      return Int.random(in: 0..<rate, using: &random) == 0 ? MutationTests.mutate(answer, &random) : answer
    }
  }

  @Test func tagsThatLie() throws {
    let message = SessionTests.long(90)
    var same = 0
    for seed in 1...1500 {
      for rate in [2, 6] {
        let data: [UInt8] = [0x01, 0x03, 0xa0, 0x0c, 0x34, 0x03, UInt8(message.count)] + message + [0xfe]
        var blocks = [UInt8](repeating: 0, count: 4 + 0x20 * 8)
        blocks[0...5] = [0xe1, 0x40, 0x20, 0x00, 0x03, UInt8(message.count)]
        blocks.replaceSubrange(6..<(6 + message.count), with: message)
        func liar(_ tag: FakeTag) -> Liar { Liar(tag, UInt64(seed &* 7919 &+ rate), rate: rate) }
        let stores: [NDEFStore] = [
          Type2Tag(liar(FakeMemoryTag.ntag213(data))), Type4Tag(liar(FakeCard(size: 512, message: message))),
          Type5Tag(liar(FakeMemoryTag(blocks, unit: 4, span: 0))), ClassicTag(liar(FakeClassic()), .classic1K),
        ]
        for store in stores {
          if let state = try? store.read() {
            _ = try? NDEFMessage(parsing: state.message)
            same += 1
          }
          try? store.write(SessionTests.uri)
          if seed % 10 == 0 {
            try? store.format()
            try? store.lock()
          }
        }
      }
    }
    #expect(same > 100)
  }
}
