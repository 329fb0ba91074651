import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Imaging

/// Each kernel against a slow version that does the same pixel by pixel.
@Suite struct KernelTests {
  /// A picture of numbers without a pattern, the same in every run; rows longer than the picture.
  final class Picture {
    let width: Int
    let height: Int
    let stride: Int
    let pixels: UnsafeMutablePointer<UInt8>

    init(_ width: Int, _ height: Int, seed: UInt32 = 1, smooth: Bool = false) {
      self.width = width
      self.height = height
      stride = width + 5
      pixels = .allocate(capacity: stride * height)
      var state = seed
      for i in 0..<(stride * height) {
        state = state &* 1_664_525 &+ 1_013_904_223
        let (x, y) = (i % stride, i / stride)
        pixels[i] = smooth ? UInt8(128 + 100 * sin(Double(x) / 9) * cos(Double(y) / 7)) : UInt8(state >> 24)
      }
    }

    deinit { pixels.deallocate() }

    var view: LumaView { LumaView(base: pixels, width: width, height: height, stride: stride) }

    /// The pixel, the nearest one of the picture when it lies outside.
    func at(_ x: Int, _ y: Int) -> Int {
      Int(pixels[max(0, min(height - 1, y)) * stride + max(0, min(width - 1, x))])
    }
  }

  static let sizes = [(1, 1), (2, 3), (7, 9), (8, 8), (9, 17), (16, 16), (33, 25), (64, 41)]

  private func output(_ count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 77)
      if let base = buffer.baseAddress { fill(base) }
      initialized = count
    }
  }

  @Test(arguments: sizes) func tensor(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let grid = TensorGrid(picture.view)
    #expect(grid.columns == (width + 7) / 8 && grid.rows == (height + 7) / 8)
    for r in 0..<grid.rows {
      for c in 0..<grid.columns {
        var (e, d, p) = (0.0, 0.0, 0.0)
        for y in (8 * r)..<min(8 * r + 8, height - 1) {
          for x in (8 * c)..<min(8 * c + 8, width - 1) {
            let d1 = Double(picture.at(x + 1, y + 1) - picture.at(x, y))
            let d2 = Double(picture.at(x + 1, y) - picture.at(x, y + 1))
            let (gx, gy) = (d1 + d2, d1 - d2)
            e += gx * gx + gy * gy
            d += gx * gx - gy * gy
            p += 2 * gx * gy
          }
          if 8 * c >= width - 1 { break }
        }
        let i = r * grid.columns + c
        #expect(abs(Double(grid.energy[i]) - e / 64) <= 1e-3 * max(1, e / 64))
        #expect(abs(Double(grid.difference[i]) - d / 64) <= 1e-3 * max(1, e / 64))
        #expect(abs(Double(grid.product[i]) - p / 64) <= 1e-3 * max(1, e / 64))
      }
    }
  }

  @Test func oneOtherPixelIsSeenWhereverItIs() {
    let picture = Picture(89, 17)
    let all = picture.stride * 17
    for i in 0..<all { picture.pixels[i] = 90 }
    let flat = TensorGrid(picture.view)
    #expect((0..<flat.count).allSatisfy { flat.energy[$0] == 0 })
    for y in 0..<17 {
      for x in 0..<89 {
        picture.pixels[y * picture.stride + x] = 91
        let grid = TensorGrid(picture.view)
        for r in 0..<grid.rows {
          for c in 0..<grid.columns {
            let (width, height) = (min(8, 88 - 8 * c), min(8, 16 - 8 * r))
            let slow = Imaging.tensor(of: picture.view, x: 8 * c, y: 8 * r, width: width, height: height)
            #expect(grid.energy[r * grid.columns + c] == slow.energy)
          }
        }
        picture.pixels[y * picture.stride + x] = 90
      }
    }
  }

  @Test(arguments: [1, 2, 5, 8]) func allProcessorsGetTheSameTensors(_ pairs: Int) {
    let picture = Picture(16 * 9 + 1, 9)
    let blocks = 18
    let (fast, plain) = (
      TensorGrid(blockSize: 8, columns: blocks, rows: 1), TensorGrid(blockSize: 8, columns: blocks, rows: 1)
    )
    sumTensorRow(
      picture.view.base, picture.stride, pairs: pairs, blocks: blocks, fast.energy, fast.difference, fast.product)
    sumTensorRowPlainly(
      picture.view.base, picture.stride, pairs: pairs, blocks: blocks, plain.energy, plain.difference, plain.product)
    for i in 0..<3 * blocks { #expect(fast.energy[i] == plain.energy[i]) }
  }

  @Test func stripesHaveOneDirection() {
    let picture = Picture(64, 64)
    for y in 0..<64 { for x in 0..<64 { picture.pixels[y * picture.stride + x] = x % 4 < 2 ? 20 : 220 } }
    let grid = TensorGrid(picture.view)
    // Upright bars: all of the energy lies in gx².
    #expect(grid.energy[9] > 1000 && abs(grid.difference[9] / grid.energy[9] - 1) < 1e-3)
  }

  @Test(arguments: sizes) func gridLevels(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let grid = withExtendedLifetime(picture) { TensorGrid(picture.view) }
    let half = grid.makeHalf()
    grid.halve(into: half)
    for r in 0..<half.rows {
      for c in 0..<half.columns {
        let rows = [2 * r, min(2 * r + 1, grid.rows - 1)]
        let columns = [2 * c, min(2 * c + 1, grid.columns - 1)]
        var sum: Float = 0
        for y in rows { for x in columns { sum += grid.energy[y * grid.columns + x] } }
        #expect(abs(half.energy[r * half.columns + c] - sum / 4) <= 1e-3 * max(1, sum))
      }
    }
    let smooth = TensorGrid(blockSize: 8, columns: grid.columns, rows: grid.rows)
    grid.smooth(into: smooth)
    for r in 0..<grid.rows {
      for c in 0..<grid.columns {
        var sum: Float = 0
        for (dy, wy) in [(-1, 1), (0, 2), (1, 1)] as [(Int, Float)] {
          for (dx, wx) in [(-1, 1), (0, 2), (1, 1)] as [(Int, Float)] {
            let (y, x) = (max(0, min(grid.rows - 1, r + dy)), max(0, min(grid.columns - 1, c + dx)))
            sum += wy * wx * grid.difference[y * grid.columns + x] / 16
          }
        }
        #expect(abs(smooth.difference[r * grid.columns + c] - sum) <= 1e-2 + 1e-4 * abs(sum))
      }
    }
  }

  @Test(arguments: sizes) func pixelwise(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let inverse = output(width * height) { invert(picture.view, into: $0) }
    let turned = output(width * height) { transpose(picture.view, into: $0) }
    for y in 0..<height {
      for x in 0..<width {
        #expect(Int(inverse[y * width + x]) == 255 - picture.at(x, y))
        #expect(Int(turned[x * height + y]) == picture.at(x, y))
      }
    }
  }

  @Test(arguments: sizes) func scales(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let (w, h) = (width / 2, height / 2)
    let small = output(w * h) { halve(picture.view, into: $0) }
    for y in 0..<h {
      for x in 0..<w {
        let sum =
          picture.at(2 * x, 2 * y) + picture.at(2 * x + 1, 2 * y) + picture.at(2 * x, 2 * y + 1)
          + picture.at(2 * x + 1, 2 * y + 1)
        #expect(Int(small[y * w + x]) == (sum + 2) / 4)
      }
    }
    let large = output(4 * width * height) { enlarge(picture.view, into: $0) }
    func middle(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
      max(0, min(255, Int((Double(9 * (b + c) - a - d) / 16 + 0.5).rounded(.down))))
    }
    func wide(_ x: Int, _ y: Int) -> Int {
      let c = x / 2
      if x % 2 == 0 { return picture.at(c, y) }
      return middle(picture.at(c - 1, y), picture.at(c, y), picture.at(c + 1, y), picture.at(c + 2, y))
    }
    for y in 0..<(2 * height) {
      for x in 0..<(2 * width) {
        let r = y / 2
        func row(_ n: Int) -> Int { wide(x, max(0, min(height - 1, n))) }
        let expected = y % 2 == 0 ? row(r) : middle(row(r - 1), row(r), row(r + 1), row(r + 2))
        #expect(Int(large[y * 2 * width + x]) == expected)
      }
    }
  }

  @Test(arguments: sizes) func blurs(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let weights = gaussianWeights(1.2)
    #expect(weights[0] + 2 * weights[1...].reduce(0, +) == 256)
    let soft = output(width * height) { gaussian(picture.view, sigma: 1.2, into: $0) }
    let sharp = output(width * height) { unsharp(picture.view, sigma: 1.2, amount: 1, into: $0) }
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for dy in (1 - weights.count)..<weights.count {
          for dx in (1 - weights.count)..<weights.count {
            sum += Double(weights[abs(dy)]) * Double(weights[abs(dx)]) * Double(picture.at(x + dx, y + dy)) / 65536
          }
        }
        let own = Double(picture.at(x, y))
        #expect(abs(Double(soft[y * width + x]) - sum) <= 1)
        #expect(abs(Double(sharp[y * width + x]) - max(0, min(255, 2 * own - sum))) <= 2)
      }
    }
  }

  @Test(arguments: [(24, 7, 7, 4), (40, 31, 7, 4), (33, 130, 15, 8), (3, 3, 3, 1), (1, 9, 2, 3)])
  func rowsAveraged(_ width: Int, _ height: Int, _ box: Int, _ step: Int) {
    let picture = Picture(width, height, smooth: true)
    let rows = averagedRows(height, box: box, step: step)
    let out = output(2 * width * rows) {
      averageRows(picture.view, box: box, step: step, sigma: 1.5, amount: 1, into: $0)
    }
    let weights = gaussianWeights(1.5).map { Double($0) / 256 }
    for r in 0..<rows {
      func mean(_ x: Int) -> Double {
        (0..<box).reduce(0.0) { $0 + Double(picture.at(x, r * step + $1)) } / Double(box)
      }
      func sharp(_ x: Int) -> Double {
        let x = max(0, min(width - 1, x))
        var soft = 0.0
        for d in (1 - weights.count)..<weights.count { soft += weights[abs(d)] * mean(x + d) }
        return 2 * mean(x) - soft
      }
      for x in 0..<width {
        let between = (9 * (sharp(x) + sharp(x + 1)) - sharp(x - 1) - sharp(x + 2)) / 16
        #expect(abs(Double(out[2 * r * width + 2 * x]) - max(0, min(255, sharp(x)))) <= 1)
        #expect(abs(Double(out[2 * r * width + 2 * x + 1]) - max(0, min(255, between))) <= 1)
      }
    }
  }

  @Test func lines() {
    let picture = Picture(61, 47)
    let starts = [Point(3.5, 4.5), Point(-20.3, 12), Point(60.9, 46.9), Point(30, -1e9), Point(.nan, 3)]
    let steps = [Point(1, 0), Point(0.31, 0.27), Point(-0.7, 0.4), Point(0, -2.5), Point(1e12, 0), Point(0, 0)]
    for start in starts {
      for step in steps {
        for count in [0, 1, 40, 1024] {
          let out = output(count) { sampleLine(picture.view, from: start, by: step, count: count, into: $0) }
          for i in 0..<count {
            // The middle of a pixel is away from where one becomes the next by more than the fixed point is coarse.
            let x = (start.x.isNaN ? 0 : max(-1e6, min(1e6, start.x))) + Double(i) * max(-1e6, min(1e6, step.x))
            let y = max(-1e6, min(1e6, start.y)) + Double(i) * max(-1e6, min(1e6, step.y))
            let isClear = abs(x - x.rounded()) > 1e-6 && abs(y - y.rounded()) > 1e-6
            guard isClear || step.x == 1 || step == Point(0, 0) else { continue }
            let (column, row) = (Int(max(0, min(60, x))), Int(max(0, min(46, y))))
            #expect(Int(out[i]) == picture.at(column, row), "\(start) \(step) \(i)")
          }
        }
      }
    }
  }

  @Test(arguments: [0.0, 0.3, 1.2, 2.7, -0.9]) func affine(_ angle: Double) {
    let picture = Picture(61, 47, smooth: true)
    let (c, s) = (cos(angle), sin(angle))
    let map = Affine(a: c, b: -s, c: s, d: c, tx: 20, ty: 15)
    let out = output(50 * 40) { sampleAffine(picture.view, map, into: $0, width: 50, height: 40, fill: 9) }
    for y in 0..<40 {
      for x in 0..<50 {
        let p = map.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        let (sx, sy) = (p.x - 0.5, p.y - 0.5)
        let (fx, fy) = (sx.rounded(.down), sy.rounded(.down))
        let (ix, iy) = (Int(fx), Int(fy))
        let value = Int(out[y * 50 + x])
        if ix >= 0, iy >= 0, ix < 60, iy < 46 {
          let (wx, wy) = (sx - fx, sy - fy)
          let upper = Double(picture.at(ix, iy)) * (1 - wx) + Double(picture.at(ix + 1, iy)) * wx
          let lower = Double(picture.at(ix, iy + 1)) * (1 - wx) + Double(picture.at(ix + 1, iy + 1)) * wx
          #expect(abs(Double(value) - (upper * (1 - wy) + lower * wy)) <= 1.5)
        } else if ix < -1 || iy < -1 || ix > 60 || iy > 46 {
          #expect(value == 9)
        }
      }
    }
    let back = map.inverted()
    let there = map.apply(Point(3, 4))
    #expect(abs((back?.apply(there).x ?? 0) - 3) < 1e-9 && abs((back?.apply(there).y ?? 0) - 4) < 1e-9)
  }

  @Test func affineFarOutside() {
    let picture = Picture(20, 20)
    for map in [Affine(tx: 1e300, ty: 0), Affine(a: .nan, tx: .infinity), Affine(a: 1e12, d: 1e12), Affine(tx: -500)] {
      let out = output(100) { sampleAffine(picture.view, map, into: $0, width: 10, height: 10, fill: 3) }
      #expect(out[55] == 3)
    }
  }

  @Test func projective() throws {
    let picture = Picture(61, 47, smooth: true)
    let quad = Quad(Point(5, 4), Point(50, 9), Point(55, 40), Point(8, 35))
    let map = try #require(Projective(width: 30, height: 20, to: quad))
    for (from, to) in zip([Point(0, 0), Point(30, 0), Point(30, 20), Point(0, 20)], quad.corners) {
      #expect(abs(map.apply(from).x - to.x) < 1e-9 && abs(map.apply(from).y - to.y) < 1e-9)
    }
    let out = output(600) { sampleProjective(picture.view, map, into: $0, width: 30, height: 20, fill: 9) }
    let p = map.apply(Point(12.5, 7.5))
    #expect(abs(Int(out[7 * 30 + 12]) - picture.at(Int(p.x), Int(p.y))) < 25)
    #expect(Projective(width: 30, height: 20, to: Quad(Point(0, 0), Point(1, 1), Point(2, 2), Point(3, 3))) == nil)
  }

  @Test(arguments: [(-3, -2, 20, 20), (2, 3, 5, 5), (100, 0, 4, 4), (0, -50, 8, 8), (10, 10, 40, 40)])
  func crop(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    let picture = Picture(24, 18)
    let out = output(width * height) {
      copyCrop(picture.view, x: x, y: y, into: $0, width: width, height: height, fill: 7)
    }
    for r in 0..<height {
      for c in 0..<width {
        let inside = x + c >= 0 && x + c < 24 && y + r >= 0 && y + r < 18
        #expect(Int(out[r * width + c]) == (inside ? picture.at(x + c, y + r) : 7))
      }
    }
  }

  @Test(arguments: sizes) func binarized(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let out = output(width * height) { binarize(picture.view, radius: 3, offset: 5, into: $0) }
    for y in 0..<height {
      for x in 0..<width {
        var (sum, count) = (0, 0)
        for v in max(0, y - 3)...min(height - 1, y + 3) {
          for u in max(0, x - 3)...min(width - 1, x + 3) {
            sum += picture.at(u, v)
            count += 1
          }
        }
        #expect(out[y * width + x] == ((picture.at(x, y) + 5) * count < sum ? 0 : 255))
      }
    }
  }

  @Test func statistics() {
    let picture = Picture(70, 50)
    let histogram = Histogram(picture.view)
    var sorted: [Int] = []
    for y in 0..<50 { for x in 0..<70 { sorted.append(picture.at(x, y)) } }
    sorted.sort()
    #expect(histogram.total == 3500)
    #expect(Int(histogram.percentile(0.9)) == sorted[3149])
    #expect(Int(histogram.percentile(0)) == sorted[0] && Int(histogram.percentile(1)) == sorted[3499])
    let small = Picture(10, 2)
    withExtendedLifetime(small) { #expect(sharpness(small.view) == 0) }
    var laplace = 0.0
    for y in 1..<49 {
      for x in 1..<69 {
        let v =
          4 * picture.at(x, y) - picture.at(x - 1, y) - picture.at(x + 1, y) - picture.at(x, y - 1)
          - picture.at(x, y + 1)
        laplace += Double(v * v)
      }
    }
    #expect(abs(sharpness(picture.view) - laplace / (48 * 68)) < 1e-6 * laplace)
  }

  @Test(arguments: [(15, 40), (40, 14), (40, 15), (16, 16), (17, 33), (33, 25), (64, 41), (130, 48)])
  func sceneMemory(_ width: Int, _ height: Int) {
    let picture = Picture(width, height)
    let memory = SceneMemory()
    #expect(!memory.isLike(picture.view, tolerance: 255))
    memory.take(picture.view)
    guard width >= 16, height >= 15 else { return #expect(!memory.isLike(picture.view, tolerance: 255)) }
    let before = [UInt8](UnsafeBufferPointer(start: picture.pixels, count: picture.stride * height))
    let rows = (height + 1) / 2
    for n in 0..<40 {
      // A few pixels of some place change; the largest mean of any block decides.
      for i in 0..<20 {
        let (x, y) = (min(width - 1, (n * 37) % width + i % 4), min(height - 1, (n * 17) % height + i / 4))
        picture.pixels[y * picture.stride + x] = UInt8((x * 31 + y * 7 + n * 11) % 256)
      }
      var worst = 0
      for r in Set((0..<rows).map { min($0 / 8 * 8, rows - 8) }) {
        for c in Set((0..<width).map { min($0 / 8 * 8, width - 8) }) {
          var sum = 0
          for y in r..<(r + 8) {
            for x in c..<(c + 8) { sum += abs(picture.at(x, 2 * y) - Int(before[2 * y * picture.stride + x])) }
          }
          worst = max(worst, sum)
        }
      }
      #expect(memory.isLike(picture.view, tolerance: (worst + 63) / 64))
      if worst > 0 { #expect(!memory.isLike(picture.view, tolerance: (worst - 1) / 64)) }
    }
    memory.forget()
    #expect(!memory.isLike(picture.view, tolerance: 255))
  }

  @Test func twoGreysSeparate() {
    let picture = Picture(40, 40)
    for i in 0..<(picture.stride * 40) { picture.pixels[i] = i % 3 == 0 ? 40 : 200 }
    withExtendedLifetime(picture) { #expect(Histogram(picture.view).separation > 0.99) }
    let noise = Picture(40, 40)
    withExtendedLifetime(noise) { #expect(Histogram(noise.view).separation < 0.9) }
  }

  @Test func tableRuns() {
    let picture = Picture(40, 30)
    for entry in KernelTable.entries { _ = output(4 * 40 * 30) { entry.run(picture.view, $0) } }
  }
}
