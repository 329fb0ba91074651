/// The blurred pictures of all characters of a symbology under one kernel and bar growth, and how neighbours overlap.
///
/// With these, the squared distance between a profile and any row of characters is a sum of terms of one character and
/// terms of two neighbours, so the best row is found exactly by dynamic programming although blur mixes neighbours.
final class TemplateSet {
  /// Samples per module.
  static let perModule = 4
  static let margin = BlurKernel.reach * perModule
  let count: Int
  /// Modules of a character.
  let modules: Int
  /// Samples of a template: the character and `margin` on both sides.
  let length: Int
  private(set) var templates: UnsafeMutablePointer<Float>
  /// Sum of squares of each template.
  private(set) var energy: UnsafeMutablePointer<Float>
  /// pair[b * count + a]: twice the product of a and the following b where they overlap.
  private(set) var pair: UnsafeMutablePointer<Float>
  private let widths: UnsafeMutablePointer<Float>
  private let elements: Int
  private let barFirst: (Int) -> Bool

  init(_ hex: [UInt32], elements: Int, modules: Int, barFirst: @escaping (Int) -> Bool) {
    count = hex.count
    self.modules = modules
    self.elements = elements
    self.barFirst = barFirst
    length = modules * TemplateSet.perModule + 2 * TemplateSet.margin
    templates = .allocate(capacity: count * length)
    templates.initialize(repeating: 0, count: count * length)
    energy = .allocate(capacity: count)
    energy.initialize(repeating: 0, count: count)
    pair = .allocate(capacity: count * count)
    pair.initialize(repeating: 0, count: count * count)
    widths = .allocate(capacity: count * elements)
    for c in 0..<count {
      for i in 0..<elements {
        (widths + c * elements + i).initialize(to: Float(hex[c] >> UInt32(4 * (elements - 1 - i)) & 15))
      }
    }
  }

  deinit {
    templates.deallocate()
    energy.deallocate()
    pair.deallocate()
    widths.deallocate()
  }

  /// Draws all templates; bars are `growth` modules wider than nominal.
  func draw(_ kernel: BlurKernel, growth: Float) {
    let length = self.length
    templates.update(repeating: 0, count: count * length)
    let first = 0.5 / Float(TemplateSet.perModule) - Float(BlurKernel.reach)
    for c in 0..<count {
      var at: Float = 0
      var bar = barFirst(c)
      for i in 0..<elements {
        let w = widths[c * elements + i]
        if bar {
          kernel.addBar(
            at - growth / 2, at + w + growth / 2, templates + c * length, length, first: first,
            perModule: Float(TemplateSet.perModule))
        }
        at += w
        bar.toggle()
      }
      var sum: Float = 0
      for i in 0..<length { sum += templates[c * length + i] * templates[c * length + i] }
      energy[c] = sum
    }
    // b begins `modules` after a: the last 2 * margin samples of a meet the first of b.
    let overlap = 2 * TemplateSet.margin
    let offset = length - overlap
    for b in 0..<count {
      let tb = templates + b * length
      for a in 0..<count {
        let ta = templates + a * length + offset
        var sum: Float = 0
        for i in 0..<overlap { sum += ta[i] * tb[i] }
        pair[b * count + a] = 2 * sum
      }
    }
  }

  /// cost[c] = energy - 2 <y, template c> for a character whose template begins at y.
  func unary(_ y: UnsafePointer<Float>, _ range: Range<Int>, _ cost: UnsafeMutablePointer<Float>) {
    let length = self.length
    for c in range {
      let t = templates + c &* length
      var s0: Float = 0
      var s1: Float = 0
      var s2: Float = 0
      var s3: Float = 0
      var i = 0
      while i < length {
        s0 += y[i] * t[i]
        s1 += y[i &+ 1] * t[i &+ 1]
        s2 += y[i &+ 2] * t[i &+ 2]
        s3 += y[i &+ 3] * t[i &+ 3]
        i &+= 4
      }
      cost[c] = energy[c] - 2 * (s0 + s1 + s2 + s3)
    }
  }
}
