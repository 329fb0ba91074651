/// Templates of one kind of cell under one bar growth, blur and wide-to-narrow ratio: zero mean, unit length.
final class TemplateBank {
  /// Samples per module, and modules of context on both sides.
  static let perModule = 8
  static let context: Float = 1
  /// Every `step`-th sample takes part: enough at this density.
  static let step = 2
  let count: Int
  /// Samples compared per template.
  let length: Int
  let templates: UnsafeMutablePointer<Float>

  /// Bars are `growth` modules wider than nominal, the blur is Gaussian. Codabar characters differ in width: templates
  /// are as long as the widest, the part beyond a narrower one belongs to its neighbour.
  init(_ kind: CellKind, growth: Float, kernel: BlurKernel, ratio: Float) {
    let (codes, elements, twoWidth) = kind.candidates
    count = codes.count
    var widest: Float = 0
    for code in codes { widest = max(widest, TemplateBank.width(code, elements, twoWidth, ratio)) }
    let samples = Int((widest + 2 * TemplateBank.context) * Float(TemplateBank.perModule))
    length = samples / TemplateBank.step
    templates = .allocate(capacity: count * length)
    templates.initialize(repeating: 0, count: count * length)
    let first = -TemplateBank.context + 0.5 * Float(TemplateBank.step) / Float(TemplateBank.perModule)
    let per = Float(TemplateBank.perModule) / Float(TemplateBank.step)
    for (c, code) in codes.enumerated() {
      let t = templates + c * length
      var at: Float = 0
      var bar = kind.startsWithBar
      for i in 0..<elements {
        let shift = UInt32(elements - 1 - i)
        let w = twoWidth ? (code >> shift & 1 == 1 ? ratio : 1) : Float(code >> (4 * shift) & 15)
        if bar { kernel.addBar(at - growth / 2, at + w + growth / 2, t, length, first: first, perModule: per) }
        at += w
        bar.toggle()
      }
      if let gap = kind.neighbours.before {
        kernel.addBar(-gap - 2, -gap + growth / 2, t, length, first: first, perModule: per)
      }
      if let gap = kind.neighbours.after {
        kernel.addBar(at + gap - growth / 2, at + gap + 2, t, length, first: first, perModule: per)
      }
      var mean: Float = 0
      for i in 0..<length { mean += t[i] }
      mean /= Float(length)
      var energy: Float = 0
      for i in 0..<length {
        t[i] -= mean
        energy += t[i] * t[i]
      }
      let scale = energy > 0 ? 1 / energy.squareRoot() : 0
      for i in 0..<length { t[i] *= scale }
    }
  }

  deinit { templates.deallocate() }

  private static func width(_ code: UInt32, _ elements: Int, _ twoWidth: Bool, _ ratio: Float) -> Float {
    var sum: Float = 0
    for i in 0..<elements {
      sum += twoWidth ? (code >> UInt32(i) & 1 == 1 ? ratio : 1) : Float(code >> UInt32(4 * i) & 15)
    }
    return sum
  }
}
