import ReaderCore
import Testing

@testable import Decoding

/// Made-up bits, codewords and pictures for composites.
@Suite struct CompositeFuzz {
  @Test func messages() {
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 17 &+ 5)
      let bits = (0..<dice.below(1200)).map { _ in dice.below(2) == 0 }
      if let message = CompositeMessage.decode(CompositeBits(bits)) {
        #expect(!message.isEmpty && message.last != 0x1d && message.count <= bits.count, "input \(number)")
        let whole = CompositeMessage.joined(dice.bytes(dice.below(30)), message)
        #expect(Array(whole.suffix(message.count)) == message, "input \(number)")
      }
      let words = (0..<dice.below(60)).map { _ in dice.below(940) - 5 }
      _ = CompositeBits.ofCCA(words[...])
      _ = CompositeBits.ofBytes(words[...])
      _ = CompositeBits.ofBytes(([920, dice.below(2) == 0 ? 901 : 924] + words.map { abs($0) % 900 })[...])
      for kind in [CompositeLayout.Kind.a, .b, .c] { _ = CompositeReader.bits(words[...], kind) }
    }
  }

  @Test func codewords() {
    let layouts = [2, 3, 4].flatMap { CompositeLayout.all(columns: $0) }
    for number in 0..<SymbologyFuzz.inputs {
      var dice = Dice(UInt64(number) &* 19 &+ 7)
      let layout = layouts[dice.below(layouts.count)]
      let data = (0..<layout.codewords - layout.checks).map { _ in dice.below(928) }
      let words = data + CompositeCodewords.code.checks(of: data, count: layout.checks)
      var readings = words.map { CodewordReader.Reading(codeword: $0, likeness: 0.9, second: 0.5) }
      let errors = dice.below(layout.checks + 2)
      for _ in 0..<errors { readings[dice.below(words.count)].codeword = dice.below(929) }
      let changed = zip(readings, words).count { $0.codeword != $1 }
      let result = CompositeCodewords.corrected(readings, checks: layout.checks)
      if 2 * changed <= layout.checks - 2 { #expect(result?.words == words, "input \(number)") }
    }
  }

  /// Bars with rows of anything above and below them, for every kind of linear code and corners anywhere.
  @Test func pictures() throws {
    let kinds: [(Symbology, Variant)] = [
      (.upcEan, .ean13), (.upcEan, .ean8), (.upcEan, .upcE), (.dataBar, .dataBarOmni), (.dataBar, .dataBarLimited),
      (.dataBar, .dataBarStacked), (.dataBar, .dataBarExpanded), (.code128, .gs1Code128),
    ]
    for number in 0..<max(10, SymbologyFuzz.inputs / 25) {
      var dice = Dice(UInt64(number) &* 23 &+ 9)
      let image = try LumaImage(width: 16 + dice.below(400), height: 16 + dice.below(200))
      let (module, row) = (1 + dice.below(4), 2 + dice.below(8))
      let seed = dice.below(1 << 20)
      for y in 0..<image.height {
        let band = y > image.height / 2 ? 0 : 1 + y / row
        for x in 0..<image.width {
          let isDark = (x / module &* (2_654_435 &+ band &* 7919) &+ seed) >> 7 & 1 == 1
          image.base[y * image.width + x] = UInt8((isDark ? 20 : 200) + dice.below(1 + number % 40))
        }
      }
      let (symbology, variant) = kinds[number % kinds.count]
      func point() -> Point {
        let wild = dice.below(20) == 0
        return Point(
          Double(dice.below(wild ? 100_000 : image.width + 40)) - (wild ? 50_000 : 20),
          Double(dice.below(image.height + 40)) - 20)
      }
      let top = Double(image.height / 2)
      let straight = Quad(
        Point(4, top), Point(Double(image.width) - 4, top), Point(Double(image.width) - 4, Double(image.height)),
        Point(4, Double(image.height)))
      var code = DecodedCode(
        symbology: symbology, variant: variant, bytes: Array("12".utf8), aimID: "",
        corners: dice.below(3) > 0 ? straight : Quad(point(), point(), point(), point()))
      code.isGS1 = true
      code.isInverted = dice.below(2) == 0
      if dice.below(30) == 0 { code.corners.topLeft.x = .nan }
      #expect(CompositeReader.look(above: code, in: image.view).component == nil, "input \(number)")
    }
  }
}
