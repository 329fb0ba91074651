import ReaderCore
import Testing

@testable import Decoding

/// Changed modules, made-up data and made-up pictures for Grid Matrix.
@Suite struct GridMatrixFuzz {
  @Test func modules() throws {
    for number in 0..<max(50, SymbologyFuzz.inputs / 8) {
      var dice = Dice(UInt64(number) &* 29 &+ 8)
      let value = dice.bytes(1 + dice.below(40))
      guard var grid = GridMatrix.modules(value, level: 3 + dice.below(3)) else { continue }
      let errors = dice.below(12)
      for _ in 0..<errors { grid.dark[dice.below(grid.dark.count)].toggle() }
      let read = GridMatrix.decode(grid)?.content.bytes
      #expect(read == nil || read == value, "input \(number)")
      #expect(read != nil || errors > 1, "input \(number)")
    }
  }

  /// Data that no encoder makes.
  @Test func data() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 31 &+ 9)
      var words = dice.bytes(dice.below(60)).map { $0 & 127 }
      if !words.isEmpty { words[0] = words[0] & 7 | UInt8(dice.below(13) << 3) }
      if let content = GridMatrixText.decode(words) {
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
        _ = GridMatrix.text(content)
      }
    }
  }

  @Test func pictures() throws {
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 37 &+ 10)
      let image = try LumaImage(width: 30 + dice.below(200), height: 30 + dice.below(200))
      let (module, side) = (1 + dice.below(5), [18, 30, 42][dice.below(3)])
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (u, v) = ((x - 10) / module, (y - 10) / module)
          let isInside = x > 9 && y > 9 && u < side && v < side
          let isFrame = u % 6 == 0 || u % 6 == 5 || v % 6 == 0 || v % 6 == 5
          let isDark = isInside && (isFrame ? (u / 6 + v / 6) % 2 == 0 : (u * 7 ^ v * 13) % 5 < 2)
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      MatrixPictures.show(image, &dice, isInverted: number % 2 == 0) { GridMatrixReader.read($0, $1) }
    }
  }
}
