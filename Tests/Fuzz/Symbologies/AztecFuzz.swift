import ReaderCore
import Testing

@testable import Decoding

/// Made-up modules, data and pictures for Aztec Code.
@Suite struct AztecFuzz {
  @Test func modules() throws {
    for number in 0..<max(50, SymbologyFuzz.inputs / 20) {
      var dice = Dice(UInt64(number) &* 67 &+ 31)
      let isCompact = dice.below(2) == 0
      let layout = try #require(AztecLayout(layers: 1 + dice.below(isCompact ? 4 : 6), isCompact: isCompact))
      var grid = try #require(layout.patterns)
      for i in grid.dark.indices where dice.below(3) == 0 { grid.dark[i].toggle() }
      if let read = Aztec.corrected(grid) {
        #expect(read.symbol.corrected <= read.symbol.correctable, "input \(number)")
      }
    }
  }

  /// Data that no encoder makes.
  @Test func data() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 71 &+ 32)
      let width = [6, 8, 10, 12][dice.below(4)]
      let words = (0..<dice.below(60)).map { _ in UInt16(1 + dice.below((1 << width) - 2)) }
      if let content = AztecText.decode(words, width: width) {
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
        #expect(content.bytes.count <= words.count * width, "input \(number)")
      }
    }
  }

  @Test func pictures() throws {
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 73 &+ 33)
      let image = try LumaImage(width: 1 + dice.below(200), height: 1 + dice.below(200))
      let module = 1 + dice.below(5)
      let layout = try #require(AztecLayout(layers: 1 + dice.below(4), isCompact: dice.below(2) == 0))
      let grid = try #require(layout.patterns)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (u, v) = ((x - 10) / module, (y - 10) / module)
          let isInside = x > 9 && y > 9 && u < layout.side && v < layout.side
          let isDark = isInside && (grid[u, v] || (u * 7 ^ v * 13) % 5 < number % 3)
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      guard let light = MatrixLight(image.view) else { continue }
      for angle in [0, 0.7, -0.7, Double(dice.below(100)) / 70 - 0.7] {
        for module in [0, Double(module), 0.01, 1e9] {
          for read in AztecReader.reads(image.view, light, angle: angle, module: module) {
            #expect(read.seen.columns == read.symbol.grid.columns, "input \(number)")
          }
        }
      }
    }
  }
}
