import ReaderCore

@testable import Decoding

/// The linear decoders.
enum LineTarget: FuzzTarget, CaseIterable {
  case code11, msi, plessey, code25, pharmacode, telepen

  /// The symbol of a random value.
  func pattern(_ dice: inout Dice) -> LinearPattern {
    let count = 1 + dice.below(12)
    let pattern: LinearPattern?
    switch self {
    case .code11: pattern = Code11.pattern(dice.text(count, Code11.alphabet), checkCharacters: 1 + dice.below(2))
    case .msi: pattern = MSI.pattern(dice.digits(count))
    case .plessey: pattern = Plessey.pattern((0..<count).map { _ in dice.below(16) })
    case .code25: pattern = Code25.pattern(dice.digits(count), Code25.Kind.allCases[dice.below(5)])
    case .telepen: pattern = Telepen.pattern(dice.text(count, Array(16..<128)), Telepen.Mode.allCases[dice.below(3)])
    case .pharmacode: pattern = Pharmacode.pattern(3 + dice.below(131_068))
    }
    return pattern ?? LinearPattern()
  }

  private func decode(_ run: TwoWidthRun) -> LineValue? {
    switch self {
    case .code11: Code11.decode(run, Code11.Options())
    case .msi: MSI.decode(run, MSI.Options())
    case .plessey: Plessey.decode(run, Plessey.Options())
    case .code25: Code25.decode(run, Code25.Options())
    case .telepen: Telepen.decode(run)
    case .pharmacode: Pharmacode.decode(run, Pharmacode.Options())
    }
  }

  func fault(_ number: Int) -> String? {
    var dice = Dice(UInt64(number) &* 31 &+ 7)
    let widths = dice.mutate(pattern(&dice).widths) { Float($0.below(60)) / 10 }
    var edges: [Float] = [Float(dice.below(100))]
    for width in widths { edges.append(edges[edges.count - 1] + width * Float(1 + dice.below(3)) / 2) }
    guard let run = TwoWidthRun.classified(number % 2 == 0 ? edges : LineTarget.edges(widths)) else { return nil }
    for side in [run, run.turned] {
      guard let value = decode(side) else { continue }
      if value.bytes.isEmpty { return "a value without bytes" }
      // What has another number of bars than there are does not fit the edges later.
      if value.pattern.widths.count != side.wide.count { continue }
      guard let again = TwoWidthRun.classified(LineTarget.edges(value.pattern.widths)).flatMap({ decode($0) }) else {
        return "the drawing of the value is not read"
      }
      if again.bytes != value.bytes { return "the drawing of the value is read as another" }
    }
    return nil
  }

  private static func edges(_ widths: [Float]) -> [Float] {
    var edges: [Float] = [0]
    for width in widths { edges.append(edges[edges.count - 1] + 4 * width) }
    return edges
  }
}
