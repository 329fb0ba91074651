import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct LiveDecoderTests {
  private let live = LiveDecoder()
  private let request = DecodeRequest(symbologies: Decoder.available)

  init() { live.hasBudget = false }

  /// The effort that a frame took, and what was in it.
  private func look(_ drawing: Drawing, _ request: DecodeRequest? = nil, at now: Int64 = 0) -> (Int, [String]) {
    let codes = drawing.withView { live.decode($0, request ?? self.request, now: now) }
    return (live.spentEffort, codes.map { String(decoding: $0.bytes, as: UTF8.self) })
  }

  private func code(_ text: String, scale: Double = 4, grey: UInt8 = 0) throws -> Drawing {
    let drawing = Drawing(width: 320, height: 240)
    drawing.draw(try #require(Zint.modules("-b QRCODE", text)), at: Point(160, 120), scale: scale)
    for i in drawing.pixels.indices { drawing.pixels[i] = max(grey, drawing.pixels[i]) }
    return drawing
  }

  @Test func anUnchangedSceneIsSearchedHarderAndThenRests() throws {
    let blank = Drawing(width: 320, height: 240)
    #expect((0..<5).map { _ in look(blank).0 } == [2, 3, 4, 0, 0])
    // Noise of a grey value changes nothing, a code does.
    let noisy = Drawing(width: 320, height: 240)
    for i in noisy.pixels.indices { noisy.pixels[i] -= UInt8(i % 3) }
    #expect(look(noisy).0 == 0)
    let code = try code("gate")
    #expect(look(code) == (2, ["gate"]))
    #expect(look(code) == (0, ["gate"]))
    #expect(look(blank) == (2, []))
  }

  @Test func aRestingSceneIsLookedAtOnceASecond() throws {
    let blank = Drawing(width: 320, height: 240)
    for _ in 0..<3 { _ = look(blank, at: 0) }
    #expect(look(blank, at: LiveDecoder.rest - 1).0 == 0)
    #expect(look(blank, at: LiveDecoder.rest).0 == 2)
    #expect(look(blank, at: 2 * LiveDecoder.rest - 1).0 == 0)
    #expect(look(blank, at: 2 * LiveDecoder.rest).0 == 2)
  }

  @Test func whatIsAskedForBeginsAnew() throws {
    let code = try code("asked")
    var other = request
    other.symbologies = SymbologySet([.upcEan])
    #expect(look(code) == (2, ["asked"]))
    #expect(look(code, other) == (2, []))
    #expect(look(code) == (2, ["asked"]))
    other = request
    other.effort = 1
    #expect(look(code, other) == (1, ["asked"]))
    live.reset()
    #expect(look(code, other) == (1, ["asked"]))
    #expect(look(code, other) == (0, ["asked"]))
  }

  @Test func aSearchThatWasCutGoesOn() throws {
    let code = try code("cut")
    var late = request
    late.deadline = 1
    live.hasBudget = true
    #expect(look(code, late) == (2, []))
    #expect(look(code, late) == (2, []))
    live.hasBudget = false
    #expect(look(code) == (2, ["cut"]))
  }

  /// Codes of a kind that replace each other at the same place, small and faint: each is a new scene.
  @Test func everyOtherCodeIsNoticed() throws {
    guard Zint.isInstalled else { return print("skipped: zint is not installed") }
    for (n, scale) in [1.0, 1.5, 2, 3].enumerated() {
      for grey in [UInt8(0), 190] {
        var last: String?
        for i in 0..<12 {
          // One digit changes, and the check digit with it.
          let digits = "40063813\(n)39\(i % 10)"
          let drawing = Drawing(width: 320, height: 120)
          let rows = try #require(Zint.modules("-b EANX", digits, columns: 95))
          drawing.draw([rows[0]], at: Point(160, 60), scale: scale, rowHeight: 60 / scale)
          for p in drawing.pixels.indices { drawing.pixels[p] = max(grey, drawing.pixels[p]) }
          let (effort, _) = look(drawing)
          #expect(effort > 0 && effort <= 2, "scale \(scale), grey \(grey): \(last ?? "") and \(digits) look the same")
          last = digits
        }
      }
    }
  }

  @Test func whatComesIntoFocusIsNew() throws {
    // As light as before, only sharper.
    let sharp = try code("focus", scale: 2, grey: 100)
    let soft = Drawing(width: 320, height: 240)
    for y in 0..<240 {
      for x in 0..<320 {
        var sum = 0
        for v in (y - 6)...(y + 6) {
          for u in (x - 6)...(x + 6) {
            sum += Int(sharp.pixels[max(0, min(239, v)) * 320 + max(0, min(319, u))])
          }
        }
        soft.pixels[y * 320 + x] = UInt8(sum / 169)
      }
    }
    #expect(look(soft).0 == 2)
    #expect(look(sharp).0 == 2)
  }
}
