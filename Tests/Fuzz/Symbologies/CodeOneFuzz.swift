import ReaderCore
import Testing

@testable import Decoding

/// Changed modules, made-up data and made-up pictures for Code One.
@Suite struct CodeOneFuzz {
  @Test func modules() throws {
    for number in 0..<max(50, SymbologyFuzz.inputs / 8) {
      var dice = Dice(UInt64(number) &* 41 &+ 11)
      let value = dice.bytes(1 + dice.below(40))
      guard var grid = CodeOne.modules(value),
        let version = CodeOneVersion.all.first(where: { $0.columns == grid.width && $0.rows == grid.height })
      else { continue }
      let errors = dice.below(12)
      for _ in 0..<errors { grid.dark[dice.below(grid.dark.count)].toggle() }
      let read = CodeOne.decode(grid, version)?.content.bytes
      #expect(read == nil || read == value, "input \(number)")
      #expect(read != nil || errors > 4, "input \(number)")
    }
  }

  /// Data that no encoder makes.
  @Test func data() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 43 &+ 12)
      var words = dice.bytes(dice.below(60))
      let starts: [UInt8] = [230, 231, 236, 238, 239, 241, 255, 129]
      if !words.isEmpty, dice.below(2) == 0 { words[0] = starts[dice.below(starts.count)] }
      if let content = CodeOneText.decode(words) {
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
      }
    }
  }

  @Test func pictures() throws {
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 47 &+ 13)
      let image = try LumaImage(width: 30 + dice.below(200), height: 30 + dice.below(200))
      let module = 1 + dice.below(5)
      let version = CodeOneVersion.all[dice.below(CodeOneVersion.all.count)]
      let known = version.known
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (u, v) = ((x - 10) / module, (y - 10) / module)
          let isInside = x > 9 && y > 9 && u < version.columns && v < version.rows
          let isDark = isInside && (known[v][u] ?? ((u * 7 ^ v * 13) % 5 < 2))
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      MatrixPictures.show(image, &dice, isInverted: number % 2 == 0) { CodeOneReader.read($0, $1) }
    }
  }
}
