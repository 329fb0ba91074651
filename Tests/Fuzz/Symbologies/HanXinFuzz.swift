import ReaderCore
import Testing

@testable import Decoding

/// Changed modules, made-up data and made-up pictures for Han Xin Code.
@Suite struct HanXinFuzz {
  @Test func modules() throws {
    for number in 0..<max(50, SymbologyFuzz.inputs / 8) {
      var dice = Dice(UInt64(number) &* 17 &+ 5)
      let value = dice.bytes(1 + dice.below(40))
      let level = 1 + dice.below(4)
      guard var grid = HanXin.modules(value, level: level, mask: dice.below(4)) else { continue }
      let errors = dice.below(12)
      for _ in 0..<errors { grid.dark[dice.below(grid.dark.count)].toggle() }
      let read = HanXin.decode(grid)?.content.bytes
      #expect(read == nil || read == value, "input \(number)")
      #expect(read != nil || errors > 1, "input \(number)")
    }
  }

  /// Data that no encoder makes.
  @Test func data() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 19 &+ 6)
      var words = dice.bytes(dice.below(60))
      if !words.isEmpty { words[0] = words[0] & 15 | UInt8(dice.below(10) << 4) }
      if let content = HanXinText.decode(words) {
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
        _ = HanXin.text(content)
      }
    }
  }

  @Test func pictures() throws {
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 23 &+ 7)
      let image = try LumaImage(width: 16 + dice.below(200), height: 16 + dice.below(200))
      let (left, top) = (dice.below(image.width), dice.below(image.height))
      let (right, bottom, module) = (dice.below(image.width), dice.below(image.height), 1 + dice.below(6))
      for y in 0..<image.height {
        for x in 0..<image.width {
          let isInside = x >= min(left, right) && x < max(left, right) && y >= min(top, bottom) && y < max(top, bottom)
          let isDark = isInside && (x / module * 7 ^ y / module * 13) % 5 < 3
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      MatrixPictures.show(image, &dice, isInverted: number % 2 == 0) { HanXinReader.read($0, $1) }
    }
  }
}
