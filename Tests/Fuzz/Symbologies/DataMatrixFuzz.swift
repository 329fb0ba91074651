import ReaderCore
import Testing

@testable import Decoding

/// Changed modules, made-up data and made-up pictures for Data Matrix.
@Suite struct DataMatrixFuzz {
  @Test func modules() throws {
    for number in 0..<max(50, SymbologyFuzz.inputs / 8) {
      var dice = Dice(UInt64(number) &* 53 &+ 21)
      let value = dice.bytes(1 + dice.below(40))
      guard let words = DataMatrixText.encode(value), var grid = DataMatrix.symbol(words),
        let size = DataMatrixSize.of(rows: grid.rows, columns: grid.columns), let layout = DataMatrixLayout(size)
      else { continue }
      let errors = dice.below(12)
      for _ in 0..<errors { grid.dark[dice.below(grid.dark.count)].toggle() }
      let read = DataMatrix.corrected(grid, layout).flatMap { DataMatrixText.decode($0.data)?.bytes }
      #expect(errors > size.checks / 2 || read == value, "input \(number)")
    }
  }

  /// Data that no encoder makes.
  @Test func data() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 59 &+ 22)
      var words = dice.bytes(dice.below(60))
      if !words.isEmpty, dice.below(2) == 0 { words[0] = UInt8(229 + dice.below(27)) }
      guard let content = DataMatrixText.decode(words) else { continue }
      #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
      // Nothing says more than two digits, or four characters of six bits in three codewords.
      #expect(content.bytes.count <= 2 * words.count + 9, "input \(number)")
    }
  }

  @Test func pictures() throws {
    let reader = DataMatrixReader()
    for number in 0..<max(10, SymbologyFuzz.inputs / 100) {
      var dice = Dice(UInt64(number) &* 61 &+ 23)
      let image = try LumaImage(width: 1 + dice.below(200), height: 1 + dice.below(200))
      let module = 1 + dice.below(5)
      let size = DataMatrixSize.all[dice.below(DataMatrixSize.all.count)]
      let layout = try #require(DataMatrixLayout(size))
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (u, v) = ((x - 10) / module, (y - 10) / module)
          let isInside = x > 9 && y > 9 && u < size.columns && v < size.rows
          let isDark = isInside && (layout.isBorder(u, v) ? layout.patterns[u, v] : (u * 7 ^ v * 13) % 5 < 2)
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      guard let light = MatrixLight(image.view) else { continue }
      for angle in [0, 0.7, -0.7, Double(dice.below(100)) / 70 - 0.7] {
        for module in [0, Double(module), 0.01, 1e9] {
          for read in reader.reads(image.view, light, angle: angle, module: module) {
            #expect(read.seen.columns == read.symbol.grid.columns, "input \(number)")
          }
          _ = QRFirstLook.read(image.view, light, angle: angle, module: module)
        }
      }
    }
  }
}
