import Glibc

/// How an edge looks through a lens out of focus: a disc of radius `radius` convolved with a Gaussian of deviation
/// `sigma`, both in modules, seen across bars. Radius 0 is a plain Gaussian.
///
/// The edge response is kept as a table; everything is drawn from it, since a symbol is a sum of edges.
final class BlurKernel {
  /// Modules beyond which an edge has no effect.
  static let reach = 3
  private static let steps = 32
  private static let size = 2 * reach * steps + 2
  private(set) var radius: Float = 0
  private(set) var sigma: Float = 0
  /// Edge response at -reach + i / steps.
  private let table = UnsafeMutablePointer<Float>.allocate(capacity: size)

  init(radius: Float, sigma: Float) {
    table.initialize(repeating: 0, count: BlurKernel.size)
    set(radius: radius, sigma: sigma)
  }

  deinit { table.deallocate() }

  /// Recomputes the table.
  func set(radius newRadius: Float, sigma newSigma: Float) {
    radius = newRadius
    sigma = max(0.05, newSigma)
    // Nine-point Gauss-Hermite quadrature (Abramowitz and Stegun, table 25.10), nodes for exp(-z²).
    let nodes: [Float] = [0, 0.7235510, 1.4685533, 2.2665806, 3.1909932]
    let weights: [Float] = [0.7202352, 0.4326516, 0.08847453, 0.004943624, 0.00003960698]
    let scale: Float = 1 / 1.7724539
    let half = BlurKernel.size / 2 - 1
    for i in 0...half {
      let t = Float(i) / Float(BlurKernel.steps)
      var v: Float
      if radius < 0.05 {
        v = 0.5 + 0.5 * erff(t / (sigma * 1.41421356))
      } else {
        v = weights[0] * disc(t)
        for k in 1..<5 {
          let z = nodes[k] * sigma * 1.41421356
          v += weights[k] * (disc(t - z) + disc(t + z))
        }
        v *= scale
      }
      table[half + i] = v
      table[half - i] = 1 - v
    }
    table[BlurKernel.size - 1] = table[BlurKernel.size - 2]
  }

  /// Share of the disc on one side of a line at distance t.
  private func disc(_ t: Float) -> Float {
    if t <= -radius { return 0 }
    if t >= radius { return 1 }
    let u = t / radius
    return 0.5 + (u * (1 - u * u).squareRoot() + asinf(u)) / Float.pi
  }

  /// Edge response at t modules from the edge.
  @inline(__always)
  func edge(_ t: Float) -> Float {
    let reach = Float(BlurKernel.reach)
    if !(t > -reach) { return 0 }
    if t >= reach { return 1 }
    let x = (t + reach) * Float(BlurKernel.steps)
    let i = Int(x)
    return table[i] + (x - Float(i)) * (table[i &+ 1] - table[i])
  }

  /// Line spread at t: the derivative of the edge response.
  @inline(__always)
  func spread(_ t: Float) -> Float {
    let reach = Float(BlurKernel.reach)
    if !(t > -reach) || t >= reach { return 0 }
    let x = (t + reach) * Float(BlurKernel.steps)
    let i = Int(x)
    return (table[i &+ 1] - table[i]) * Float(BlurKernel.steps)
  }

  /// Adds a bar from `from` to `to` (modules) to samples at t(i) = first + i / perModule.
  func addBar(
    _ from: Float, _ to: Float, _ target: UnsafeMutablePointer<Float>, _ count: Int, first: Float, perModule: Float
  ) {
    let reach = Float(BlurKernel.reach)
    let low = max(0, Int((from - reach - first) * perModule))
    let high = min(count, Int((to + reach - first) * perModule) + 2)
    var i = low
    while i < high {
      let t = first + Float(i) / perModule
      target[i] += edge(t - from) - edge(t - to)
      i &+= 1
    }
  }
}
