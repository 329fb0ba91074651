import ReaderCore

@testable import Decoding

/// The decoders that part bars anew: Korea Post, FIM and add-ons that are alone.
enum SlotTarget: FuzzTarget, CaseIterable {
  case koreaPost, fim, addOn

  private func pattern(_ dice: inout Dice) -> LinearPattern {
    let pattern: LinearPattern?
    switch self {
    case .koreaPost: pattern = KoreaPost.pattern(dice.digits(6), narrow: Float(dice.below(2)))
    case .fim: pattern = FIM.pattern(UInt8(0x41 + dice.below(5)))
    case .addOn: pattern = EANTables.addOn(dice.digits(dice.below(2) == 0 ? 2 : 5).map { UInt8($0) })
    }
    return pattern ?? LinearPattern()
  }

  /// What is read from a symbol on a line of grey values.
  private func values(_ widths: [Float]) -> [LineValue] {
    var line = [Float](repeating: 200, count: 120)
    for (i, width) in widths.enumerated() {
      for _ in 0..<Int(max(0, min(1000, 8 * width))) { line.append(i % 2 == 0 ? 30 : 200) }
    }
    line += [Float](repeating: 200, count: 120)
    let finder = EdgeFinder()
    line.withUnsafeBufferPointer { finder.find($0.baseAddress!, line.count, hysteresis: 40) }
    switch self {
    case .koreaPost:
      return SlotBars.all(finder, length: line.count, gap: 3, bars: 28...28).flatMap { bars in
        [bars, bars.turned].compactMap { KoreaPost.decode($0) }
      }
    case .fim:
      return SlotBars.all(finder, length: line.count, gap: 3, bars: 4...7).flatMap { bars in
        [bars, bars.turned].compactMap { FIM.decode($0, height: 160) }
      }
    case .addOn: return EANAddOnAlone.all(finder, length: line.count).map { $0.value }
    }
  }

  func fault(_ number: Int) -> String? {
    var dice = Dice(UInt64(number) &* 37 &+ 5)
    for value in values(dice.mutate(pattern(&dice).widths) { Float($0.below(60)) / 10 }) {
      if value.bytes.isEmpty { return "a value without bytes" }
      guard values(value.pattern.widths).contains(where: { $0.bytes == value.bytes }) else {
        return "the drawing of the value is not read"
      }
    }
    return nil
  }
}
