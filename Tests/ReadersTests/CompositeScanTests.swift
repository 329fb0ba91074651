import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// A camera that does not see the 2D component of a composite in every frame.
@Suite(.enabled(if: Zint.isInstalled)) struct CompositeScanTests {
  private static let value = "010978020137962421A12345678"
  private static let linear = "9780201379624"

  /// An EAN with its component, and with a spot on that.
  private func picture(damaged: Bool) throws -> LumaImage {
    let drawing = try #require(
      Zint.drawing("-b 130 --primary=978020137962 --notext --scale=1.5", "[21]A12345678", margin: 40))
    if damaged { for x in 180..<300 { for y in 30..<58 { drawing.pixels[y * drawing.width + x] = 0 } } }
    return try #require(drawing.withView { try? LumaImage(copying: $0) })
  }

  /// What a continuous scan tells of frames 40 ms apart: W whole, D damaged.
  private func told(_ frames: String, alone: Int = 1) throws -> [String] {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    try bench.reader.setSymbology(.eanUcc, enabled: true, nil)
    try bench.reader.configure {
      $0.trigger = .continuous
      $0.duplicateTimeoutMs = 1000
      $0.symbols.linearAlone = alone
    }
    try bench.reader.startScanning()
    let (whole, damaged) = (try picture(damaged: false), try picture(damaged: true))
    for frame in frames {
      bench.source.add(.picture(frame == "W" ? whole : damaged))
      #expect(try bench.settle())
      bench.clock.now += 40_000_000
    }
    return bench.witness.texts
  }

  @Test func oneLabelIsOneResult() throws {
    #expect(try told("DDW") == [Self.value])
    // Without waiting it is two.
    #expect(try told("DW", alone: 2) == [Self.linear, Self.value])
  }
}
