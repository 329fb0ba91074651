import ReaderCore
import Testing

@testable import Decoding

/// Made-up codewords, lines and pictures for PDF417 and MicroPDF417.
@Suite struct PDF417Fuzz {
  private static let functions = [
    900, 901, 902, 903, 905, 908, 913, 916, 918, 920, 921, 922, 923, 924, 925, 926, 927, 928,
  ]

  @Test func messages() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 29 &+ 3)
      var words = (0..<dice.below(120)).map { _ in dice.below(900) }
      for _ in 0..<dice.below(12) where !words.isEmpty {
        words[dice.below(words.count)] = Self.functions[dice.below(Self.functions.count)]
      }
      if dice.below(10) == 0 { words.append(dice.below(4000) - 1000) }
      let isMicro = dice.below(2) == 0
      if let content = PDF417Message.decode(isMicro ? words : [words.count + dice.below(2)] + words, isMicro: isMicro) {
        #expect(!content.bytes.isEmpty, "input \(number)")
        #expect(content.segments.allSatisfy { $0.range.upperBound <= content.bytes.count }, "input \(number)")
      }
    }
  }

  /// A symbol of any form, and its value.
  private func symbol(_ dice: inout Dice) -> (PDF417Symbol, [UInt8])? {
    let kind = dice.below(4)
    let bytes =
      dice.below(2) == 0
      ? dice.bytes(1 + dice.below(40)) : (0..<1 + dice.below(50)).map { _ in UInt8(32 + dice.below(95)) }
    let symbol =
      kind == 0
      ? PDF417Encoder.micro(bytes)
      : PDF417Encoder.pdf417(bytes, columns: 1 + dice.below(8), level: kind + dice.below(2), isCompact: kind == 3)
    return symbol.map { ($0, bytes) }
  }

  @Test func codewords() {
    for number in 0..<SymbologyFuzz.inputs / 2 {
      var dice = Dice(UInt64(number) &* 31 &+ 5)
      guard let (symbol, bytes) = symbol(&dice) else { continue }
      var words = symbol.words
      let changes = dice.below(symbol.layout.checks + 4)
      for _ in 0..<changes { words[dice.below(words.count)] = dice.below(929) }
      let changed = zip(words, symbol.words).count { $0 != $1 }
      let corrected = PDF417Symbol.corrected(words, erasures: [], symbol.layout)
      let budget = PDF417Symbol.budget(checks: symbol.layout.checks)
      if changed <= budget / 2 { #expect(corrected?.0.content?.bytes == bytes, "input \(number)") }
    }
  }

  /// Symbols with disturbed bars, in patches that need not hold all of them, and edges anywhere: the same value or nothing.
  @Test func pictures() throws {
    let reader = PDF417Reader()
    for number in 0..<max(10, SymbologyFuzz.inputs / 50) {
      var dice = Dice(UInt64(number) &* 37 &+ 7)
      guard let (symbol, bytes) = symbol(&dice), let modules = symbol.modules, let first = modules.first else {
        continue
      }
      let (scale, tall) = (1 + dice.below(3), 2 + dice.below(8))
      let margin = dice.below(30) - (dice.below(3) == 0 ? 40 : 0)
      let image = try LumaImage(
        width: max(8, first.count * scale + 2 * margin), height: max(4, modules.count * tall - dice.below(3 * tall)))
      let flips = dice.below(4) == 0 ? 0 : dice.below(40)
      let (isNoisy, isNegative) = (dice.below(3) == 0, dice.below(4) == 0)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let column = x - margin
          let isInside = column >= 0 && column < first.count * scale
          let isDark = isInside && modules[min(modules.count - 1, y / tall)][column / scale]
          let value = (isDark != isNegative ? 30 : 220) + (isNoisy ? dice.below(31) : 0)
          image.base[y * image.width + x] = UInt8(value)
        }
      }
      for _ in 0..<flips {
        let (x, y) = (dice.below(image.width), dice.below(image.height))
        for v in y..<min(image.height, y + dice.below(40)) {
          for u in x..<min(image.width, x + scale) { image.base[v * image.width + u] ^= 0xFF }
        }
      }
      for read in reader.read(image.view, PDF417Reader.symbologies, effort: number % 10 == 0 ? 5 : 2) {
        #expect(read.code.bytes == bytes, "input \(number)")
      }
    }
  }

  /// Edges at any distances.
  @Test func lines() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 41 &+ 1)
      var edges: [Float] = [0]
      // Parts of start and stop patterns between bars of any width.
      for _ in 0..<dice.below(30) {
        let widths: [Float] =
          switch dice.below(4) {
          case 0: [8, 1, 1, 1, 1, 1, 1, 3]
          case 1: [7, 1, 1, 3, 1, 1, 1, 2, 1, 4]
          default: (0..<8).map { _ in Float(1 + dice.below(5)) }
          }
        for width in widths { edges.append(edges[edges.count - 1] + width * (dice.below(50) == 0 ? 0.01 : 2)) }
      }
      if edges.count % 2 == 1 { edges.removeLast() }
      var lines = edges.withUnsafeBufferPointer { e -> [PDF417Votes.Line] in
        guard let base = e.baseAddress else { return [] }
        let stack = StackEdges(e: base, count: e.count)
        return (PDF417Line.rows(stack) + PDF417Line.microRows(stack, columns: [4, 3, 2, 1])).map {
          (Float(number % 7), $0)
        }
      }
      lines += lines.map { ($0.y + Float(dice.below(9)), $0.row) }
      for layout in [PDF417Size.pdf417(&lines), PDF417Size.micro(lines)].compactMap({ $0 }) {
        let votes = PDF417Votes(layout, lines) { Point(Double($0), Double($1)) }
        #expect(votes?.best.count ?? layout.codewords == layout.codewords, "input \(number)")
      }
    }
  }
}
