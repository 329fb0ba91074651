import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// What linear codes say of a 2D component that is not read.
@Suite(.enabled(if: Zint.isInstalled)) struct LinkageTests {
  /// zint's arguments for composites whose linear code has a linkage flag, the rows of that in a dump, and the arguments and data
  /// of the linear code alone.
  private static let flagged: [(composite: String, rows: Int, alone: String, data: String)] = [
    ("-b 131 --primary=[01]09501101530003", 2, "-b 16", "[01]09501101530003"),
    ("-b 131 --mode=3 --primary=[01]09501101530003", 2, "-b 16", "[01]09501101530003"),
    ("-b 131 --primary=[01]09501101530003[10]ab7c", 2, "-b 16", "[01]09501101530003[10]ab7c"),
    ("-b 132 --primary=0950110153000", 2, "-b 29", "0950110153000"),
    ("-b 133 --primary=0950110153000", 2, "-b 30", "0950110153000"),
    ("-b 134 --primary=[01]09501101530003[3103]001234", 2, "-b 31", "[01]09501101530003[3103]001234"),
    ("-b 137 --primary=0950110153000", 4, "-b 79", "0950110153000"),
    ("-b 138 --primary=0950110153000", 6, "-b 80", "0950110153000"),
    ("-b 139 --primary=[01]09501101530003[10]ABC123", 10, "-b 81", "[01]09501101530003[10]ABC123"),
  ]
  /// Pixels of a row of the 2D component.
  private static let row = 6
  private let decoder = Decoder()

  private func drawing(_ arguments: String, _ data: String) throws -> Drawing {
    try #require(Zint.drawing("\(arguments) --notext --scale=1.5", data, margin: 40), "\(arguments)")
  }

  /// A composite, and the same with so many rows of its 2D component painted over, from the top or the bottom.
  private func composite(_ arguments: String, _ linear: Int, without rows: ClosedRange<Double>) throws -> Drawing {
    let data = "[21]A12345678"
    let drawing = try drawing(arguments, data)
    let dump = try #require(Zint.modules("\(arguments) --notext", data, columns: 1000))
    let height = Double(Self.row * (dump.count - linear))
    for y in 40 + Int(rows.lowerBound * height)..<40 + Int(rows.upperBound * height) {
      for x in 0..<drawing.width { drawing.pixels[y * drawing.width + x] = 255 }
    }
    return drawing
  }

  private func read(_ drawing: Drawing, _ request: DecodeRequest? = nil) -> [DecodedCode] {
    let all = DecodeRequest(symbologies: SymbologySet([.eanUcc, .upcEan, .code128, .dataBar]))
    return drawing.withView { decoder.decode($0, request ?? all) }
  }

  @Test(arguments: flagged.indices) func theFlagTellsOfAMissingComponent(_ index: Int) throws {
    let (arguments, rows, alone, data) = Self.flagged[index]
    let whole = try read(composite(arguments, rows, without: 0...0))
    #expect(whole.map { $0.symbology } == [.eanUcc] && whole.first?.linkage == Linkage.none)
    let cut = try read(composite(arguments, rows, without: 0...1))
    #expect(cut.map { $0.linkage } == [.declared], "\(cut.map { ($0.symbology.name, $0.linkage) })")
    let plain = try read(drawing(alone, data))
    #expect(plain.map { $0.linkage } == [.none])
    #expect(plain.map { $0.bytes } == cut.map { $0.bytes })
    // Who does not ask for composites is not told of them.
    guard index == 3 else { return }
    let linear = try read(
      composite(arguments, rows, without: 0...1), DecodeRequest(symbologies: SymbologySet([.code128, .dataBar])))
    #expect(linear.map { $0.linkage } == [.none])
  }

  /// An EAN cannot say that it has a component: what stands above it can.
  @Test func rowsAboveAnEANMayBeAComponent() throws {
    let arguments = "-b 130 --primary=978020137962"
    let damaged = try composite(arguments, 4, without: 0...0)
    for x in 180..<300 { for y in 30..<58 { damaged.pixels[y * damaged.width + x] = 0 } }
    #expect(read(damaged).map { $0.linkage } == [.possible])
    #expect(try read(composite(arguments, 4, without: 0...1)).map { $0.linkage } == [.none])
    #expect(try read(drawing("-b 13", "978020137962")).map { $0.linkage } == [.none])
  }

  /// A scene that stays as it is is searched harder where the flag tells of a component, and rests where it is all there.
  @Test func aMissingComponentIsLookedFor() throws {
    let (arguments, rows, _, _) = Self.flagged[3]
    let live = LiveDecoder()
    live.hasBudget = false
    let request = DecodeRequest(symbologies: SymbologySet([.eanUcc, .dataBar]))
    func look(_ drawing: Drawing) -> (Int, [Linkage]) {
      let codes = drawing.withView { live.decode($0, request, now: 0) }
      return (live.spentEffort, codes.map { $0.linkage })
    }
    let cut = try composite(arguments, rows, without: 0...1)
    #expect(look(cut) == (2, [.declared]))
    #expect(look(cut) == (3, [.declared]))
    #expect(look(cut) == (4, [.declared]))
    #expect(look(cut) == (0, [.declared]))
    let whole = try composite(arguments, rows, without: 0...0)
    #expect(look(whole) == (2, [.none]))
    #expect(look(whole) == (0, [.none]))
  }
}
