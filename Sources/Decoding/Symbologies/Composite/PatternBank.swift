import Glibc

/// Bars as they would be sampled, blurred, without their mean and of unit length: what pixels are compared with.
struct PatternBank {
  /// Sixteen samples at a time.
  typealias Lane = SIMD16<Float>

  /// Lanes of a pattern.
  let lanes: Int
  private let values: [Lane]
  /// Number of patterns.
  var count: Int { values.count / lanes }

  /// Samples of patterns of `modules` modules, the first in the highest bit, set is dark.
  ///
  /// - Parameters:
  ///   - lanes: Samples of a pattern, by sixteen.
  ///   - blur: Standard deviation in modules.
  init(_ patterns: [UInt32], modules: Int, lanes: Int, blur: Double) {
    self.lanes = lanes
    let samples = 16 * lanes
    let step = Double(modules) / Double(samples)
    // How much of each module a sample sees.
    var weights = [Float](repeating: 0, count: samples * modules)
    for i in 0..<samples {
      let x = (Double(i) + 0.5) * step
      for m in 0..<modules {
        weights[i * modules + m] = Float(
          PatternBank.share(m == 0 ? -9 : Double(m) - x, m == modules - 1 ? 9 : Double(m + 1) - x, blur))
      }
    }
    var out: [Lane] = []
    out.reserveCapacity(patterns.count * lanes)
    var row = [Float](repeating: 0, count: samples)
    for pattern in patterns {
      for i in 0..<samples {
        var sum: Float = 0
        for m in 0..<modules where pattern >> UInt32(modules - 1 - m) & 1 == 1 { sum += weights[i * modules + m] }
        row[i] = sum
      }
      let mean = row.reduce(0, +) / Float(samples)
      var squares: Float = 0
      for i in 0..<samples {
        row[i] -= mean
        squares += row[i] * row[i]
      }
      let scale = 1 / max(squares, 1e-6).squareRoot()
      for lane in 0..<lanes {
        var values = Lane()
        for k in 0..<16 { values[k] = row[16 * lane + k] * scale }
        out.append(values)
      }
    }
    values = out
  }

  /// Share of a Gaussian between two distances.
  private static func share(_ from: Double, _ to: Double, _ blur: Double) -> Double {
    let scale = 1 / (blur * 2.0.squareRoot())
    return 0.5 * (erf(to * scale) - erf(from * scale))
  }

  /// How like samples are to each pattern of a range, from -1 to 1, for samples as `normalise` leaves them.
  func compare(_ samples: UnsafePointer<Float>, _ range: Range<Int>, _ body: (Int, Float) -> Void) {
    let lanes = lanes
    let raw = UnsafeRawPointer(samples)
    values.withUnsafeBufferPointer { values in
      for index in range {
        var sum = Lane()
        for lane in 0..<lanes {
          sum += raw.loadUnaligned(fromByteOffset: 64 * lane, as: Lane.self) * values[index * lanes + lane]
        }
        body(index, sum.sum())
      }
    }
  }

  /// Takes the mean out of samples and makes them of unit length; false when they hardly differ.
  static func normalise(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    var (sum, squares): (Float, Float) = (0, 0)
    for i in 0..<count {
      sum += samples[i]
      squares += samples[i] * samples[i]
    }
    let mean = sum / Float(count)
    let spread = squares - sum * mean
    guard spread > 16 * Float(count) else { return false }
    let scale = 1 / spread.squareRoot()
    for i in 0..<count { samples[i] = (samples[i] - mean) * scale }
    return true
  }

  // MARK: The banks

  /// Row address patterns with the light module before and the dark one behind.
  static let side = PatternBank(
    CompositeLayout.sidePatterns.map { UInt32($0) << 1 | 1 }, modules: 12, lanes: 3, blur: 0.4)
  static let centre = PatternBank(
    CompositeLayout.centrePatterns.map { UInt32($0) << 1 | 1 }, modules: 12, lanes: 3, blur: 0.4)

  /// The codewords of all clusters, one after the other, sharp and blurred.
  static let codewords = [0.25, 0.6].map { blur in
    PatternBank(
      (0..<3 * PDF417Patterns.count).map {
        PDF417Patterns.modules($0 / PDF417Patterns.count, $0 % PDF417Patterns.count)
      }, modules: 17, lanes: 4, blur: blur)
  }
}
