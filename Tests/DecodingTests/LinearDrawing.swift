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
    // Where bars begin and end, in turn.
    var edges: [Double] = []
    var at = quiet
    for (k, pattern) in patterns.enumerated() {
      if k > 0 { at += gap }
      var dark = true
      for w in pattern.widths {
        if dark { edges += [at, at + Double(w)] }
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
          shares[x] = share(edges, Double(x) + 0.5 - lean * (Double(y) - Double(height) / 2), modules)
        }
      }
      for x in 0..<width {
        let v = light + (dark - light) * shares[x] + self.noise * noise.signed()
        image.base[y * width + x] = UInt8(max(0, min(255, v.rounded())))
      }
    }
    return image
  }

  /// Places in the disc of a lens, from -1 to 1, and how much of it lies there.
  private static let slices = (0..<21).map { k -> (place: Double, weight: Double) in
    let u = (Double(k) + 0.5) / 21 * 2 - 1
    return (u, (1 - u * u).squareRoot())
  }

  private func share(_ edges: [Double], _ x: Double, _ modules: Double) -> Double {
    var sum = 0.0
    var weight = 0.0
    for slice in LinearDrawing.slices {
      var t = (x + slice.place * radius) / module
      if reversed { t = modules - t }
      weight += slice.weight
      // An odd number of edges lies before what is in a bar.
      var (low, high) = (0, edges.count)
      while low < high {
        let middle = (low + high) / 2
        if edges[middle] <= t { low = middle + 1 } else { high = middle }
      }
      if low % 2 == 1 { sum += slice.weight }
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
