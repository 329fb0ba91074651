import ReaderCore

/// One column of row address patterns, or of row indicators, above a linear component, looked at line by line.
struct AddressStrip {
  /// Lines of half a module.
  static let lineStep = 0.5
  /// Samples in a module.
  static let density = 4

  /// What a line shows.
  struct Line {
    /// How like each pattern it is, and where, in modules from the first bar of the linear component.
    var likeness: [Float]
    var position: [Float]
    var best: (address: Int, likeness: Float) = (0, 0)

    init(_ count: Int = 52) {
      likeness = [Float](repeating: 0, count: count)
      position = likeness
    }
  }

  let isCentre: Bool
  /// Modules here, by those of the whole: in perspective they differ.
  let scale: Double
  /// Height of the first line above the edge of the bars, in modules.
  let firstHeight: Double
  var lines: [Line] = []

  func height(ofLine line: Int) -> Double { firstHeight + AddressStrip.lineStep * Double(line) }

  /// What a line shows at a height, within `slack` modules of a place, if the modules are so much larger than the linear
  /// component's.
  static func line(
    _ luma: LumaView, _ place: LinearPlace, isCentre: Bool, isInverted: Bool, at start: Double, height: Double,
    slack: Double, scale: Double
  ) -> Line {
    let bank = isCentre ? PatternBank.centre : PatternBank.side
    var out = Line()
    PatternScan.windows(luma, place, isInverted, .address, at: start, height, slack, scale) { position, samples in
      bank.compare(samples, 0..<52) { address, likeness in
        if likeness > out.likeness[address] {
          out.likeness[address] = likeness
          out.position[address] = Float(position)
          if likeness > out.best.likeness { out.best = (address, likeness) }
        }
      }
    }
    return out
  }

  /// How like any pattern each place of a line is, from `slack` modules before the start on; only every second place is looked at.
  static func profile(
    _ luma: LumaView, _ place: LinearPlace, isCentre: Bool, isInverted: Bool, at start: Double, height: Double,
    slack: Double
  ) -> [Float] {
    let bank = isCentre ? PatternBank.centre : PatternBank.side
    var out = [Float](repeating: 0, count: 2 * Int((slack * Double(density)).rounded(.up)) + 1)
    let middle = out.count / 2
    PatternScan.windows(luma, place, isInverted, .address, at: start, height, slack, 1) { position, samples in
      let i = middle + Int(((position - start) * Double(density)).rounded())
      guard out.indices.contains(i), i % 2 == 0 else { return }
      var best: Float = 0
      bank.compare(samples, 0..<52) { best = max(best, $1) }
      out[i] = best
    }
    return out
  }
}
