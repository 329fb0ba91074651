import ReaderCore
import Testing

@testable import Decoding

/// Changed codewords and made-up pictures for MaxiCode.
@Suite struct MaxiCodeFuzz {
  @Test func codewords() throws {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 11 &+ 1)
      let value = dice.bytes(1 + dice.below(40))
      var words = MaxiCode.codewords(value, mode: 4 + dice.below(3)) ?? []
      let errors = dice.below(8)
      for _ in 0..<errors where !words.isEmpty { words[dice.below(144)] = UInt8(dice.below(64)) }
      if let content = MaxiCode.decode(words), !words.isEmpty {
        #expect(content.bytes == value, "input \(number)")
      } else {
        // Up to five errors can be corrected wherever they are.
        #expect(words.isEmpty || errors > 5, "input \(number)")
      }
      // Data that no encoder makes, rightly protected.
      let data = dice.bytes(dice.below(2) == 0 ? 94 : 78).map { $0 & 63 }
      if let content = MaxiCode.decode(MaxiCodeCodewords.protected(data)) {
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
      }
      _ = MaxiCode.decode(dice.bytes(dice.below(200)))
    }
  }

  @Test func pictures() throws {
    let reader = MaxiCodeReader()
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 13 &+ 2)
      let image = try LumaImage(width: 16 + dice.below(300), height: 16 + dice.below(300))
      let (cx, cy, ring) = (dice.below(image.width), dice.below(image.height), 1 + dice.below(12))
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (dx, dy) = (Double(x - cx), Double(y - cy))
          let isDark = Int((dx * dx + dy * dy).squareRoot()) / ring % 2 == 1
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      _ = reader.read(
        image.view, x: dice.below(50) - 60..<image.width + dice.below(50), y: -5..<image.height, step: 1 + dice.below(4)
      )
    }
  }
}
