import Glibc

/// A profile explained: where the modules lie, how they are blurred and lit. All of it is fitted to a given row of bars
/// by damped Gauss-Newton steps.
///
/// Luminance at module t, with v = 2 t / modules - 1: d0 + d1 v + d2 v² - (c0 + c1 v) H(t), where H is the blurred row of
/// bars; the place of t in the profile is x0 + x1 v + x2 v² + x3 v³ samples (a straight map, perspective and bow).
final class BlurModel {
  static let parameters = 12
  /// x0 x1 x2 x3, radius, sigma, growth, c0 c1, d0 d1 d2.
  var p = [Float](repeating: 0, count: parameters)
  private(set) var modules = 0
  /// Samples: the symbol and the reach of the blur on both sides.
  private(set) var count = 0
  let kernel = BlurKernel(radius: 0, sigma: 0.5)
  private let wider = BlurKernel(radius: 0, sigma: 0.5)
  private let softer = BlurKernel(radius: 0, sigma: 0.5)
  private let seen = FloatBuffer()
  private let model = FloatBuffer()
  private let jacobian = FloatBuffer()
  /// The row of bars as (from, to) in modules.
  var bars: [(Float, Float)] = []

  /// Luminance at sample i, set by `sample`.
  var luminance: UnsafeMutablePointer<Float> { seen.base }

  func resize(modules newModules: Int) {
    modules = newModules
    count = newModules * TemplateSet.perModule + 2 * TemplateSet.margin
    seen.reserve(count)
    model.reserve(count)
    jacobian.reserve(count * BlurModel.parameters)
  }

  /// Module coordinate of sample i.
  @inline(__always)
  func t(_ i: Int) -> Float { (Float(i) + 0.5) / Float(TemplateSet.perModule) - Float(BlurKernel.reach) }

  /// Place in the profile for a module coordinate.
  @inline(__always)
  func place(_ t: Float) -> Float {
    let v = 2 * t / Float(modules) - 1
    return p[0] + v * (p[1] + v * (p[2] + v * p[3]))
  }

  /// Reads the profile at all samples. Outside the profile its last value is repeated.
  func sample(_ profile: UnsafePointer<Float>, _ length: Int) {
    let x0 = p[0]
    let x1 = p[1]
    let x2 = p[2]
    let x3 = p[3]
    let target = seen.base
    let scale = 2 / Float(modules)
    let last = Float(length - 1)
    for i in 0..<count {
      let v = t(i) * scale - 1
      let place = x0 + v * (x1 + v * (x2 + v * x3))
      let x = place > 0 ? (place < last ? place : last) : 0  // not a number becomes 0
      let n = Int(x)
      let f = x - Float(n)
      let p1 = profile[n]
      let p2 = profile[n &+ 1 < length ? n &+ 1 : n]
      let p0 = profile[n > 0 ? n &- 1 : 0]
      let p3 = profile[n &+ 2 < length ? n &+ 2 : length &- 1]
      target[i] = p1 + 0.5 * f * (p2 - p0 + f * (2 * p0 - 5 * p1 + 4 * p2 - p3 + f * (3 * (p1 - p2) + p3 - p0)))
    }
  }

  /// Writes (light - luminance) / contrast of all samples: what a blurred row of bars of height 1 should be.
  func normalise(_ target: UnsafeMutablePointer<Float>) {
    let c0 = p[7]
    let c1 = p[8]
    let d0 = p[9]
    let d1 = p[10]
    let d2 = p[11]
    let scale = 2 / Float(modules)
    let floor = max(0.2 * abs(c0), 1)
    let seen = self.seen.base
    for i in 0..<count {
      let v = t(i) * scale - 1
      target[i] = (d0 + v * (d1 + v * d2) - seen[i]) / max(floor, c0 + c1 * v)
    }
  }

  /// Draws the bars into `target` (height 1).
  func draw(_ target: UnsafeMutablePointer<Float>, growth: Float, _ kernel: BlurKernel) {
    target.update(repeating: 0, count: count)
    for (from, to) in bars {
      kernel.addBar(
        from - growth / 2, to + growth / 2, target, count, first: t(0), perModule: Float(TemplateSet.perModule))
    }
  }

  /// One step for the parameters in `free` on the sampled luminance; returns the mean squared residual before it.
  @discardableResult
  func step(_ free: [Int]) -> Float {
    let n = count
    let growth = p[6]
    kernel.set(radius: p[4], sigma: p[5])
    let wantRadius = free.contains(4)
    let wantSigma = free.contains(5)
    let dRadius: Float = 0.06
    let dSigma: Float = 0.04
    if wantRadius { wider.set(radius: p[4] + dRadius, sigma: p[5]) }
    if wantSigma { softer.set(radius: p[4], sigma: p[5] + dSigma) }
    // h, dh/dt, dh/dgrowth, dh/dradius, dh/dsigma: sums over edges.
    let j = jacobian.base
    let h = model.base
    h.update(repeating: 0, count: n)
    let slope = j
    let grow = j + n
    let wide = j + 2 * n
    let soft = j + 3 * n
    j.update(repeating: 0, count: 4 * n)
    let first = t(0)
    let per = Float(TemplateSet.perModule)
    let reach = Float(BlurKernel.reach)
    for (from, to) in bars {
      let a = from - growth / 2
      let b = to + growth / 2
      let low = max(0, Int((a - reach - first) * per))
      let high = min(n, Int((b + reach - first) * per) + 2)
      var i = low
      while i < high {
        let ti = first + Float(i) / per
        h[i] += kernel.edge(ti - a) - kernel.edge(ti - b)
        let sa = kernel.spread(ti - a)
        let sb = kernel.spread(ti - b)
        slope[i] += sa - sb
        grow[i] += 0.5 * (sa + sb)
        if wantRadius { wide[i] += wider.edge(ti - a) - wider.edge(ti - b) }
        if wantSigma { soft[i] += softer.edge(ti - a) - softer.edge(ti - b) }
        i &+= 1
      }
    }
    let k = free.count
    var a = [Double](repeating: 0, count: k * k)
    var g = [Double](repeating: 0, count: k)
    var total: Float = 0
    let scale = 2 / Float(modules)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: k) { row in
      for i in 0..<n {
        let v = t(i) * scale - 1
        let c = p[7] + p[8] * v
        let r = seen.base[i] - (p[9] + v * (p[10] + v * p[11]) - c * h[i])
        total += r * r
        let dxdt = scale * (p[1] + v * (2 * p[2] + 3 * v * p[3]))
        let dmdx = dxdt != 0 ? -c * slope[i] / dxdt : 0
        for f in 0..<k {
          // Derivative of the residual.
          switch free[f] {
          case 0: row[f] = dmdx
          case 1: row[f] = dmdx * v
          case 2: row[f] = dmdx * v * v
          case 3: row[f] = dmdx * v * v * v
          case 4: row[f] = c * (wide[i] - h[i]) / dRadius
          case 5: row[f] = c * (soft[i] - h[i]) / dSigma
          case 6: row[f] = c * grow[i]
          case 7: row[f] = h[i]
          case 8: row[f] = h[i] * v
          case 9: row[f] = -1
          case 10: row[f] = -v
          default: row[f] = -v * v
          }
        }
        for f in 0..<k {
          let rf = row[f]
          g[f] -= Double(rf * r)
          for q in 0...f { a[f * k + q] += Double(rf * row[q]) }
        }
      }
    }
    // What is known beforehand, as variances: growth is small, maps are nearly straight, light is nearly even. Residuals
    // of neighbouring samples go together, so the data count for less than their number.
    let variance = Double(max(total / Float(n), 0.05)) * 6
    let module = Double(abs(p[1])) * 2 / Double(modules)
    let contrast = Double(abs(p[7])) + 1
    for f in 0..<k {
      var sd: Double
      var mean: Double = Double(p[free[f]])
      switch free[f] {
      case 0, 1: sd = module
      case 2: (sd, mean) = (0.02 * Double(modules) * module, 0)
      case 3: (sd, mean) = (0.01 * Double(modules) * module, 0)
      case 4, 5: sd = 0.4
      case 6: (sd, mean) = (0.2, 0)
      case 8: (sd, mean) = (0.3 * contrast, 0)
      case 11: (sd, mean) = (0.2 * contrast, 0)
      default: sd = contrast
      }
      let w = variance / (sd * sd)
      a[f * k + f] += w
      g[f] += w * (mean - Double(p[free[f]]))
    }
    guard solveCholesky(&a, &g, k) else { return total / Float(n) }
    for f in 0..<k {
      var delta = Float(g[f])
      guard delta.isFinite else { return total / Float(n) }
      switch free[f] {
      case 0...3: delta = max(-Float(module), min(Float(module), delta))
      case 4...6: delta = max(-0.3, min(0.3, delta))
      default: break
      }
      p[free[f]] += delta
    }
    p[4] = max(0, min(2.4, p[4]))
    p[5] = max(0.15, min(1.3, p[5]))
    p[6] = max(-0.7, min(0.7, p[6]))
    return total / Float(n)
  }

  /// The share of the sampled luminance's variance that the drawn bars leave unexplained, with light and contrast fitted.
  func unexplained(growth: Float, _ kernel: BlurKernel) -> Float {
    draw(model.base, growth: growth, kernel)
    let h = model.base
    let s = seen.base
    let scale = 2 / Float(modules)
    var n0: Double = 0, v1: Double = 0, v2: Double = 0, h0: Double = 0, hv: Double = 0, hh: Double = 0
    var y0: Double = 0, yv: Double = 0, yh: Double = 0, yy: Double = 0
    for i in 0..<count {
      let v = Double(t(i) * scale - 1)
      let hi = Double(h[i])
      let y = Double(s[i])
      n0 += 1
      v1 += v
      v2 += v * v
      h0 += hi
      hv += hi * v
      hh += hi * hi
      y0 += y
      yv += y * v
      yh += y * hi
      yy += y * y
    }
    var a: [Double] = [n0, 0, 0, v1, v2, 0, h0, hv, hh]
    var g: [Double] = [y0, yv, yh]
    let rhs = g
    guard solveCholesky(&a, &g, 3) else { return 1 }
    let explained = g[0] * rhs[0] + g[1] * rhs[1] + g[2] * rhs[2]
    let meanOnly = y0 * y0 / n0
    let variance = yy - meanOnly
    guard variance > 1e-6, g[2] < 0 else { return 1 }  // bars are dark
    p[7] = Float(-g[2])
    p[8] = 0
    p[9] = Float(g[0])
    p[10] = Float(g[1])
    p[11] = 0
    return Float((yy - explained) / variance)
  }
}

/// Solves a x = g for a symmetric positive a (lower triangle given); the answer replaces g.
func solveCholesky(_ a: inout [Double], _ g: inout [Double], _ k: Int) -> Bool {
  for i in 0..<k {
    for j in 0...i {
      var s = a[i * k + j]
      for m in 0..<j { s -= a[i * k + m] * a[j * k + m] }
      if i == j {
        guard s > 1e-12 else { return false }
        a[i * k + i] = s.squareRoot()
      } else {
        a[i * k + j] = s / a[j * k + j]
      }
    }
  }
  for i in 0..<k {
    var s = g[i]
    for m in 0..<i { s -= a[i * k + m] * g[m] }
    g[i] = s / a[i * k + i]
  }
  for i in stride(from: k - 1, through: 0, by: -1) {
    var s = g[i]
    for m in i + 1..<max(i + 1, k) { s -= a[m * k + i] * g[m] }
    g[i] = s / a[i * k + i]
  }
  return true
}
