import ReaderCore
import Testing

@testable import Decoding

/// Changed codewords and dots, and made-up pictures for DotCode.
@Suite struct DotCodeFuzz {
  @Test func codewords() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 17 &+ 1)
      // Any data, as no encoder makes them.
      let words = (0..<dice.below(60)).map { _ in UInt8(dice.below(113)) }
      for message in DotCodeText.decode(words) ?? [] {
        #expect(!message.bytes.isEmpty, "input \(number)")
        #expect(message.segments.allSatisfy { $0.range.upperBound <= message.bytes.count }, "input \(number)")
      }
      _ = DotCodeText.decode(dice.bytes(dice.below(30)))
      _ = DotCodeCodewords.corrected(dice.bytes(dice.below(300)), dataCount: dice.below(200))
      // Rightly protected, then changed within the limit.
      guard !words.isEmpty else { continue }
      var sent = DotCodeCodewords.protected(words, mask: dice.below(4))
      let errors = dice.below((3 + words.count / 2) / 2 + 1)
      for _ in 0..<errors { sent[dice.below(sent.count)] = UInt8(dice.below(113)) }
      #expect(DotCodeCodewords.corrected(sent, dataCount: words.count)?.data == words, "input \(number)")
    }
  }

  @Test func dots() {
    for number in 0..<SymbologyFuzz.inputs / 4 {
      var dice = Dice(UInt64(number) &* 19 &+ 2)
      let value = dice.bytes(1 + dice.below(20))
      guard let modules = DotCode.modules(value), modules[0].count % 2 == 1 else { continue }
      var dots = modules.flatMap { $0.map { $0 ? Float(1) : -1 } }
      for _ in 0..<dice.below(dots.count / 6) { dots[dice.below(dots.count)] = Float(dice.below(5) - 2) / 2 }
      if let messages = DotCode.decode(dots, width: modules[0].count, height: modules.count) {
        #expect(messages.map { $0.bytes } == [value], "input \(number)")
      }
      _ = DotCode.decode(dots, width: dice.below(60), height: dice.below(60))
    }
  }

  @Test func pictures() throws {
    let reader = DotCodeReader()
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 23 &+ 3)
      let image = try LumaImage(width: 1 + dice.below(260), height: 1 + dice.below(260))
      // A lattice of dots at random, on which symbols can seem to be.
      let pitch = 2 + dice.below(9)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (u, v) = (x / pitch, y / pitch)
          let isDot = (u + v) % 2 == 0 && (u &* 7919 &+ v &* 104_729 &+ number) % 9 < 5
          image.base[y * image.width + x] = UInt8((isDot ? 30 : 210) + dice.below(1 + number % 40))
        }
      }
      let codes = reader.readAnywhere(image.view) { false }
      #expect(codes.isEmpty, "input \(number)")
      _ = reader.read(
        image.view, centre: Point(Double(dice.below(600) - 150), Double(dice.below(600) - 150)),
        halfWidth: Double(dice.below(400)), halfHeight: Double(dice.below(400)))
    }
  }
}
