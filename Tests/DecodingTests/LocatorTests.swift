import Glibc
import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct LocatorTests {
  private func bars(_ seed: UInt64 = 7, count: Int = 95) -> [Bool] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 63 == 1
    }
  }

  private func candidates(_ drawing: Drawing) -> [Candidate] { drawing.withView { Locator.candidates($0) } }

  @Test(arguments: [0.0, 7, 30, 45, 60, 90, 135]) func stripesAtAnyAngle(_ degrees: Double) throws {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw([bars()], at: Point(320, 240), scale: 3, rowHeight: 30, degrees: degrees)
    let best = try #require(candidates(drawing).first { $0.kind == .stripes && $0.area > 15_000 })
    #expect(abs(best.centre.x - 320) < 12 && abs(best.centre.y - 240) < 12)
    let difference: Double = abs(best.angle * 180 / Double.pi - degrees)
    let turn = difference.truncatingRemainder(dividingBy: 180)
    #expect(min(turn, 180 - turn) < 3)
    // 95 modules of 3 pixels, 90 pixels high; blocks make it larger by up to two of theirs a side.
    #expect(best.halfLength > 135 && best.halfLength < 185 && best.halfHeight > 40 && best.halfHeight < 80)
    #expect(best.edges >= 20 && best.module > 1.5 && best.module < 7)
  }

  /// The columns of a display, photographed: stripes all over, finer than the bars.
  @Test func barsAreFoundInAWeave() throws {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw([bars()], at: Point(320, 240), scale: 3, rowHeight: 60, degrees: 4)
    for y in 0..<480 {
      for x in 0..<640 {
        let i = y * 640 + x
        let weave = 0.5 + 0.5 * sin(2 * Double(x) + 0.3 * Double(y))
        drawing.pixels[i] = UInt8((40 + 0.6 * Double(drawing.pixels[i])) * (1 - 0.25 * weave))
      }
    }
    let found = candidates(drawing).filter { $0.kind == .stripes }
    let best = try #require(found.first { $0.area > 10_000 && $0.area < 80_000 }, "\(found)")
    #expect(abs(best.centre.x - 320) < 16 && abs(best.centre.y - 240) < 16)
    #expect(best.halfLength > 130 && best.halfLength < 190)
  }

  /// Squares that hardly stand out of the noise of a dark picture: one step of the thresholds lies below the noise, the next above them.
  @Test func aCodeIsFoundInNoise() throws {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw((0..<25).map { bars(UInt64($0), count: 25) }, at: Point(200, 300), scale: 4, degrees: 20)
    var noise = Noise(state: 3)
    for i in drawing.pixels.indices {
      let sum = noise.signed() + noise.signed() + noise.signed()
      drawing.pixels[i] = UInt8(40 + 18 * Double(drawing.pixels[i]) / 255 + 4 * sum)
    }
    let best = try #require(candidates(drawing).first { $0.kind == .dense && $0.area < 25_000 && $0.area > 6000 })
    #expect(abs(best.centre.x - 200) < 16 && abs(best.centre.y - 300) < 16)
  }

  @Test func squaresAreDense() throws {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw((0..<25).map { bars(UInt64($0), count: 25) }, at: Point(200, 300), scale: 4, degrees: 20)
    let found = candidates(drawing).filter { $0.kind == .dense }
    let best = try #require(found.first)
    #expect(abs(best.centre.x - 200) < 12 && abs(best.centre.y - 300) < 12)
    #expect(found.contains { Candidate.turn($0.angle, 20 * .pi / 180) < 0.1 })
  }

  @Test(arguments: [0.0, 11, 30]) func aCandidateIsFittedToItsBlocks(_ degrees: Double) {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw((0..<24).map { bars(UInt64($0), count: 24) }, at: Point(300, 260), scale: 4, degrees: degrees)
    let wide = Candidate(
      kind: .dense, centre: Point(310, 250), angle: 0.3, halfLength: 110, halfHeight: 120, energy: 4000)
    let memory = LocatorMemory()
    let (tight, dark) = drawing.withView { luma in
      memory.take(luma)
      let tight = Locator.tightened(wide, memory.finest!)
      return (tight, Locator.darkShare(tight, luma))
    }
    #expect(abs(tight.centre.x - 300) < 6 && abs(tight.centre.y - 260) < 6)
    #expect(Candidate.turn(tight.angle, degrees * .pi / 180) < 0.05)
    // 24 squares of 4 pixels; whole blocks of 8 stand on them.
    #expect(tight.halfLength >= 47 && tight.halfLength < 62 && tight.halfHeight >= 47 && tight.halfHeight < 62)
    #expect(dark > 0.25)
  }

  @Test func textIsLight() {
    let drawing = Drawing(width: 320, height: 240)
    // Strokes of one pixel in five, on two thirds of the rows.
    for y in 0..<240 where y % 15 < 10 { for x in stride(from: 0, to: 320, by: 5) { drawing.pixels[y * 320 + x] = 0 } }
    let page = Candidate(kind: .dense, centre: Point(160, 120), angle: 0.02, halfLength: 150, halfHeight: 100)
    #expect(drawing.withView { Locator.darkShare(page, $0) } < 0.2)
    #expect(Drawing(width: 320, height: 240).withView { Locator.darkShare(page, $0) } <= 0.5)
  }

  @Test func aCandidateWithoutEnergyStaysAsItIs() {
    let memory = LocatorMemory()
    let page = Candidate(kind: .dense, centre: Point(1e7, -40), angle: 1, halfLength: 150, halfHeight: 1e9, energy: 1)
    Drawing(width: 64, height: 48).withView { luma in
      memory.take(luma)
      let tight = Locator.tightened(page, memory.finest!)
      #expect(tight.centre == page.centre && tight.halfHeight == page.halfHeight)
      _ = Locator.darkShare(page, luma)
    }
  }

  @Test(arguments: [Candidate.Kind.stripes, .dense]) func theEdgesOfALabelAreNoCode(_ kind: Candidate.Kind) {
    let drawing = Drawing(width: 400, height: 300)
    for y in 0..<300 {
      for x in 0..<400 where x < 60 || x > 340 || y < 40 || y > 260 { drawing.pixels[y * 400 + x] = 150 }
    }
    let label = Candidate(
      kind: kind, centre: Point(200, 150), angle: 0, halfLength: 180, halfHeight: 140, energy: 2000)
    let memory = LocatorMemory()
    func has(_ isCovered: Bool = false) -> Bool {
      drawing.withView { memory.take($0) }
      let grid = memory.finest!
      let covered = [Bool](repeating: isCovered, count: grid.count)
      return Locator.has(kind == .stripes ? 48 : 9, in: label, grid, share: 0.4, except: covered)
    }
    #expect(!has())
    // The smallest that counts: an EAN-8 of two pixels a module, a Data Matrix of 10 x 10.
    let modules = kind == .stripes ? [bars(count: 67)] : (0..<10).map { bars(UInt64($0), count: 10) }
    drawing.draw(modules, at: Point(150, 170), scale: 2, rowHeight: kind == .stripes ? 25 : 1)
    #expect(has() && !has(true))
  }

  @Test func theBlocksOfAnAreaAreThoseWhoseMiddleIsInIt() {
    let grid = TensorGrid(blockSize: 8, columns: 40, rows: 30)
    for degrees in [0.0, 17, 45, 90, 200] {
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      func corner(_ u: Double, _ v: Double) -> Point {
        Point(120 + 90 * u * c - 50 * v * s, 110 + 90 * u * s + 50 * v * c)
      }
      let area = CodeArea(Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)))
      var isInside = [Bool](repeating: false, count: grid.count)
      grid.forEachRun(in: area) { first, count in for i in first..<first + count { isInside[i] = true } }
      for i in 0..<grid.count {
        let middle = Point(Double(i % 40) * 8 + 4, Double(i / 40) * 8 + 4)
        let isInBox = middle.x >= area.minX && middle.x <= area.maxX && middle.y >= area.minY && middle.y <= area.maxY
        #expect(isInside[i] == (area.contains(middle) && isInBox))
      }
    }
  }

  @Test func nothingIsLocatedOnPaper() {
    #expect(candidates(Drawing(width: 640, height: 480)).isEmpty)
    #expect(candidates(Drawing(width: 15, height: 480)).isEmpty)
    #expect(candidates(Drawing(width: 16, height: 16)).isEmpty)
  }

  @Test func theLadderClimbsByFours() {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw([bars()], at: Point(320, 240), scale: 3, rowHeight: 100)
    let memory = LocatorMemory()
    drawing.withView { memory.take($0) }
    let steps = Locator.ladder(memory.levels[0].smooth)
    #expect(steps[0] >= 24 && steps.count >= 2)
    for (a, b) in zip(steps, steps.dropFirst()) { #expect(b == 4 * a) }
  }

  @Test func sameInSameOut() {
    let drawing = Drawing(width: 640, height: 480)
    drawing.draw([bars()], at: Point(320, 240), scale: 3, rowHeight: 30, degrees: 12)
    let (a, b) = (candidates(drawing), candidates(drawing))
    #expect(a.map { $0.centre } == b.map { $0.centre })
    #expect(a.map { $0.score } == b.map { $0.score })
  }

  @Test func duplicatesGo() {
    let one = Candidate(kind: .dense, centre: Point(100, 100), angle: 0, halfLength: 50, halfHeight: 50)
    var near = one
    near.centre = Point(102, 100)
    var turned = near
    turned.angle = 0.5
    var other = near
    other.kind = .stripes
    #expect(Locator.distinct([one, near, turned, other]).count == 3)
  }

  /// Groups of blocks by runs, against a flood fill.
  @Test func runsEqualAFloodFill() {
    var noise = RobustnessTests.Noise(state: 5)
    let grid = TensorGrid(blockSize: 8, columns: 23, rows: 17)
    for i in 0..<grid.count { grid.energy[i] = Float(noise.next() % 100) }
    var seen = [Bool](repeating: false, count: grid.count)
    var sizes: [Int] = []
    for start in 0..<grid.count where grid.energy[start] > 60 && !seen[start] {
      var stack = [start]
      seen[start] = true
      var size = 0
      while let block = stack.popLast() {
        size += 1
        for dy in -1...1 {
          for dx in -1...1 {
            let (x, y) = (block % 23 + dx, block / 23 + dy)
            guard x >= 0, y >= 0, x < 23, y < 17, grid.energy[y * 23 + x] > 60, !seen[y * 23 + x] else { continue }
            seen[y * 23 + x] = true
            stack.append(y * 23 + x)
          }
        }
      }
      sizes.append(size)
    }
    var found: [Int] = []
    let runs = DenseRuns(grid)
    let peaks = (0..<grid.rows).map { r in (0..<grid.columns).map { grid.energy[r * grid.columns + $0] }.max()! }
    var fast = [Float](repeating: -1, count: grid.rows)
    grid.peaks(into: &fast)
    #expect(fast == peaks)
    runs.prepare(maximumCoherence: 0.97, above: 24, peaks)
    runs.groups(above: 60, minimum: 1) { _, sums, blocks in
      found.append(blocks)
      #expect(sums.energy > Float(60 * blocks))
    }
    #expect(found.sorted() == sizes.sorted())
  }
}
