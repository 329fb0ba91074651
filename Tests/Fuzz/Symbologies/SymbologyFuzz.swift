import Glibc
import ReaderCore
import Testing

@testable import Decoding

/// A decoder, and the inputs that are thrown at it.
protocol FuzzTarget {
  /// What is wrong with what is made of an input.
  func fault(_ number: Int) -> String?
}

/// Throws changed and made-up symbols at each decoder. Each input follows from its number; `SCANBEAM_FUZZ_INPUTS` says how
/// many a target gets (500). A decoder must not trap, and what it reads must look like what it was given.
@Suite struct SymbologyFuzz {
  static let inputs = getenv("SCANBEAM_FUZZ_INPUTS").flatMap { Int(String(cString: $0)) } ?? 500

  @Test(arguments: LineTarget.allCases) func line(_ target: LineTarget) { throwInputs(at: target) }
  @Test(arguments: PostalTarget.allCases) func postal(_ target: PostalTarget) { throwInputs(at: target) }
  @Test(arguments: StackTarget.allCases) func stacks(_ target: StackTarget) { throwInputs(at: target) }
  @Test(arguments: SlotTarget.allCases) func slots(_ target: SlotTarget) { throwInputs(at: target) }

  private func throwInputs(at target: some FuzzTarget) {
    for number in 0..<SymbologyFuzz.inputs {
      if let fault = target.fault(number) {
        Issue.record("\(target), input \(number): \(fault)")
        return
      }
    }
  }

  /// Stacked symbols with disturbed modules, in patches that need not hold all of them: the same value or nothing.
  @Test(arguments: StackTarget.allCases) func stackedPictures(_ target: StackTarget) throws {
    let reader = StackReader()
    for number in 0..<max(10, SymbologyFuzz.inputs / 50) {
      var dice = Dice(UInt64(number) &* 19 &+ 1)
      let (bytes, rows) = target.symbol(&dice)
      let modules = target.modules(rows)
      guard let first = modules.first else { continue }
      let (scale, tall, margin) = (1 + dice.below(3), 4 + dice.below(20), dice.below(30))
      let image = try LumaImage(
        width: first.count * scale + 2 * margin, height: max(1, modules.count * (tall + 1) - dice.below(tall)))
      let flips = dice.below(4) == 0 ? 0 : dice.below(12)
      let isNoisy = dice.below(3) == 0
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (row, column) = (min(modules.count - 1, y / (tall + 1)), x - margin)
          let isInside = column >= 0 && column < first.count * scale
          let isDark = isInside && (y % (tall + 1) == tall || modules[row][column / scale])
          image.base[y * image.width + x] = UInt8((isDark ? 30 : 220) + (isNoisy ? dice.below(31) : 0))
        }
      }
      for _ in 0..<flips {
        let (x, y) = (dice.below(image.width), dice.below(image.height))
        for v in y..<min(image.height, y + dice.below(40)) {
          for u in x..<min(image.width, x + scale) { image.base[v * image.width + u] ^= 0xFF }
        }
      }
      for read in reader.read(image.view, reader.symbologies, isMirrored: dice.below(2) == 0, effort: 2) {
        #expect(read.code.bytes == bytes, "input \(number)")
      }
    }
  }

  /// Bars of any widths and heights, in patches of any size, as they come and disturbed.
  @Test func patches() throws {
    let readers: [any PatchReader] = [LineSymbologyReader(), PostalReader(), StackReader()]
    for number in 0..<max(20, SymbologyFuzz.inputs / 10) {
      var dice = Dice(UInt64(number) &* 7 &+ 3)
      let image = try LumaImage(width: 1 + dice.below(400), height: 1 + dice.below(120))
      let pattern = LineTarget.allCases[dice.below(LineTarget.allCases.count)].pattern(&dice)
      var edges = [0]
      for width in dice.mutate(pattern.widths, { Float($0.below(5)) }) {
        edges.append(edges[edges.count - 1] + Int(width))
      }
      let scale = 1 + dice.below(4)
      let (start, isNegative, isNoisy) = (dice.below(40), dice.below(4) == 0, dice.below(3) == 0)
      let height = dice.below(image.height + 1)
      for y in 0..<image.height {
        var next = 0
        for x in 0..<image.width {
          while next < edges.count, edges[next] * scale + start <= x { next += 1 }
          var isDark = next % 2 == 1 && next < edges.count
          if y > height { isDark = isDark && (next / 2 * 7) % 3 == 0 }
          let value = (isDark != isNegative ? 30 : 220) + (isNoisy ? dice.below(31) : 0)
          image.base[y * image.width + x] = UInt8(value)
        }
      }
      for reader in readers {
        for read in reader.read(image.view, reader.symbologies, isMirrored: dice.below(2) == 0, effort: 5) {
          #expect(!read.code.bytes.isEmpty && read.lines > 0, "input \(number)")
          let box = read.code.corners.bounds
          #expect(box.minX > -20 && box.maxX < Double(image.width) + 20, "input \(number)")
        }
      }
    }
  }
}
