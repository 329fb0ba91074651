import Glibc
import ReaderCore

@testable import Decoding

/// A repeatable generator for noise (SplitMix64).
struct Noise {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  /// -1 to 1.
  mutating func signed() -> Double { Double(Int64(bitPattern: next()) >> 11) / Double(1 << 52) }
}

/// How a pattern is drawn: lengths in pixels, light and dark as luminance.
struct LinearDrawing {
  var module = 2.3
  var quiet = 11.0
  var height = 40
  /// Radius of the disc of a lens out of focus.
  var radius = 0.4
  /// Columns that bars move a row.
  var lean = 0.0
  var reversed = false
  var noise = 2.0
  var light = 190.0
  var dark = 40.0

  /// Draws patterns side by side, the second after `gap` modules.
  func draw(_ patterns: [LinearPattern], gap: Double = 9) throws -> LumaImage {
    var bars: [(Double, Double)] = []
    var at = quiet
    for (k, pattern) in patterns.enumerated() {
      if k > 0 { at += gap }
      var dark = true
      for w in pattern.widths {
        if dark { bars.append((at, at + Double(w))) }
        at += Double(w)
        dark.toggle()
      }
    }
    let modules = at + quiet
    let width = Int(modules * module + abs(lean) * Double(height)) + 1
    let image = try LumaImage(width: width, height: height)
    var noise = Noise(state: 7)
    // Each pixel is the share of a disc that bars cover, in slices. Upright bars need one row only.
    var shares = [Double](repeating: 0, count: width)
    for y in 0..<height {
      if y == 0 || lean != 0 {
        for x in 0..<width {
          shares[x] = share(bars, Double(x) + 0.5 - lean * (Double(y) - Double(height) / 2), modules)
        }
      }
      for x in 0..<width {
        let v = light + (dark - light) * shares[x] + self.noise * noise.signed()
        image.base[y * width + x] = UInt8(max(0, min(255, v.rounded())))
      }
    }
    return image
  }

  private func share(_ bars: [(Double, Double)], _ x: Double, _ modules: Double) -> Double {
    let slices = 21
    var sum = 0.0
    var weight = 0.0
    for k in 0..<slices {
      let u = (Double(k) + 0.5) / Double(slices) * 2 - 1
      let w = (1 - u * u).squareRoot()
      var t = (x + u * radius) / module
      if reversed { t = modules - t }
      weight += w
      for bar in bars where t >= bar.0 && t < bar.1 { sum += w }
    }
    return sum / weight
  }

  /// The quad of one pattern drawn without lean.
  func quad(_ pattern: LinearPattern) -> Quad {
    let a = quiet * module
    let b = (quiet + Double(pattern.modules)) * module
    let h = Double(height)
    return Quad(Point(a, 0), Point(b, 0), Point(b, h), Point(a, h))
  }
}
