import Glibc
import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct RectifierTests {
  private func candidate(_ angle: Double, _ kind: Candidate.Kind = .stripes, at centre: Point = Point(200, 150))
    -> Candidate
  {
    Candidate(kind: kind, centre: centre, angle: angle, halfLength: 60, halfHeight: 30)
  }

  private func with(_ drawing: Drawing, _ body: (LumaView) throws -> Void) rethrows {
    try drawing.pixels.withUnsafeBufferPointer {
      try body(
        LumaView(base: $0.baseAddress!, width: drawing.width, height: drawing.height, stride: drawing.width))
    }
  }

  /// A picture whose grey values tell where they are.
  private func slope() -> Drawing {
    let drawing = Drawing(width: 400, height: 300)
    for y in 0..<300 { for x in 0..<400 { drawing.pixels[y * 400 + x] = UInt8((x + 2 * y) / 5) } }
    return drawing
  }

  @Test(arguments: [0.0, 0.02, 0.3, -0.7, 1.2, .pi / 2, -.pi / 2])
  func patchPixelsComeFromWhereTheMapSays(_ angle: Double) throws {
    try with(slope()) { view in
      let patch = try #require(Rectifier.patch(of: candidate(angle), in: view))
      for (x, y) in [(20, 10), (60, 30), (100, 50)] {
        let p = patch.toFrame.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        let expected = (p.x - 0.5 + 2 * (p.y - 0.5)) / 5
        #expect(abs(Double(patch.luma.row(y)[x]) - expected) <= 1.5)
      }
      // The middle of the candidate is the middle of the patch.
      let middle = patch.toFrame.apply(Point(Double(patch.luma.width) / 2, Double(patch.luma.height) / 2))
      #expect(abs(middle.x - 200) <= 1 && abs(middle.y - 150) <= 1)
    }
  }

  @Test func alongAxesNothingIsCopiedOrResampled() throws {
    try with(slope()) { view in
      let patch = try #require(Rectifier.patch(of: candidate(0.03), in: view))
      #expect(patch.owner == nil && patch.luma.base > view.base)
    }
  }

  @Test func outsideOfThePictureIsPaper() throws {
    try with(Drawing(width: 100, height: 80)) { view in
      for angle in [0.0, 0.5] {
        let patch = try #require(Rectifier.patch(of: candidate(angle, .dense, at: Point(5, 5)), in: view))
        for y in 0..<patch.luma.height { for x in 0..<patch.luma.width { #expect(patch.luma.row(y)[x] == 255) } }
      }
    }
  }

  @Test func madePatchesKnowTheWayBack() throws {
    try with(slope()) { view in
      let patch = try #require(Rectifier.patch(of: candidate(0), in: view))
      let made: [(String, Patch?)] = [
        ("enlarged", patch.enlarged()), ("halved", patch.halved()), ("averaged", patch.averaged()),
        ("transposed", patch.transposed()), ("blurred", patch.blurred(1.2)), ("sharpened", patch.sharpened(1, 1)),
      ]
      for (name, made) in made {
        let other = try #require(made)
        let (x, y) = (other.luma.width / 2, other.luma.height / 2)
        let p = other.toFrame.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(abs(Double(other.luma.row(y)[x]) - (p.x - 0.5 + 2 * (p.y - 0.5)) / 5) <= 1.5, "\(name)")
      }
    }
  }

  @Test func absurdCandidatesGiveNothing() {
    slope().withView { view in
      for size in [Double.nan, .infinity, 1e9] {
        var odd = candidate(0.4)
        odd.halfLength = size
        #expect(Rectifier.patch(of: odd, in: view) == nil)
      }
      #expect(Rectifier.patch(of: candidate(0, at: Point(5000, 5000)), in: view) == nil)
    }
  }
}
