import Imaging
import ReaderCore

/// A small upright picture of a candidate, with the way back to the frame. Its pixels are drawn when somebody looks at them: a look
/// whose outcome is known already needs none.
///
/// A patch and what was made of it belong to one thread.
struct Patch {
  /// From patch coordinates to frame coordinates.
  let toFrame: Affine
  /// Light and dark are exchanged.
  var isInverted = false
  /// How it was made; nil: nobody took that down.
  let recipe: Recipe?
  private let pixels: Pixels

  /// How the pixels of a patch come from those of the frame: two patches of a frame with the same recipe are equal.
  struct Recipe: Equatable {
    /// What was done, with its parameters.
    private var steps: [Double]

    /// The frame as it is.
    static let frame = Recipe([])

    init(_ steps: [Double]) { self.steps = steps }

    /// A further step.
    func then(_ step: [Double]) -> Recipe { Recipe(steps + step) }
  }

  /// Pixels that are drawn when they are first looked at.
  private final class Pixels {
    let view: LumaView
    let owner: LumaImage?
    private var draw: (() -> Void)?

    init(_ view: LumaView, _ owner: LumaImage?, _ draw: (() -> Void)?) {
      (self.view, self.owner, self.draw) = (view, owner, draw)
    }

    func drawn() -> LumaView {
      if let draw {
        self.draw = nil
        draw()
      }
      return view
    }
  }

  /// A patch of pixels that are there.
  init(luma: LumaView, owner: LumaImage?, toFrame: Affine, recipe: Recipe? = nil) {
    self.toFrame = toFrame
    self.recipe = recipe
    pixels = Pixels(luma, owner, nil)
  }

  /// A patch whose pixels are drawn later.
  init(
    _ image: LumaImage, toFrame: Affine, isInverted: Bool = false, recipe: Recipe?,
    draw: @escaping (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    self.toFrame = toFrame
    self.isInverted = isInverted
    self.recipe = recipe
    pixels = Pixels(image.view, image) { draw(image.base) }
  }

  /// Whether two patches are one.
  func isSame(as other: Patch) -> Bool { pixels === other.pixels }

  /// The whole of a frame.
  init(frame luma: LumaView) { self.init(luma: luma, owner: nil, toFrame: Affine(), recipe: .frame) }

  /// The pixels; borrowed from the frame, or from `owner`.
  var luma: LumaView { pixels.drawn() }
  /// Keeps the memory of the pixels; nil when they are the frame's.
  var owner: LumaImage? { pixels.owner }
  /// Columns and rows.
  var width: Int { pixels.view.width }
  var height: Int { pixels.view.height }

  /// Frame coordinates of what was found in the patch.
  func restore(_ quad: Quad) -> Quad { quad.map { toFrame.apply($0) } }

  /// What is done with pixels.
  enum Step: Double {
    case invert = 1, enlarge, halve, blur, sharpen, average, transpose, edges
  }

  /// The same place with other pixels; nil when there is no memory for them.
  func with(
    _ width: Int, _ height: Int, _ map: Affine = Affine(), isInverted: Bool? = nil, _ step: Step,
    _ parameters: [Double] = [], draw: @escaping (LumaView, UnsafeMutablePointer<UInt8>) -> Void
  ) -> Patch? {
    guard let image = try? LumaImage(width: width, height: height) else { return nil }
    let recipe = recipe?.then([step.rawValue] + parameters)
    let pixels = pixels
    return Patch(image, toFrame: toFrame.after(map), isInverted: isInverted ?? self.isInverted, recipe: recipe) {
      draw(pixels.drawn(), $0)
    }
  }

  /// Light and dark exchanged.
  func inverted() -> Patch? {
    with(width, height, isInverted: !isInverted, .invert) { invert($0, into: $1) }
  }

  /// Twice the size; nil above `limit` pixels.
  func enlarged(limit: Int = 16_000_000) -> Patch? {
    guard width * height <= limit / 4 else { return nil }
    // Pixel 2x lies where pixel x was.
    return with(2 * width, 2 * height, Affine(a: 0.5, d: 0.5, tx: 0.25, ty: 0.25), .enlarge) { enlarge($0, into: $1) }
  }

  /// Half the size; nil when hardly anything is left.
  func halved() -> Patch? {
    guard width >= 32, height >= 32 else { return nil }
    return with(width / 2, height / 2, Affine(a: 2, d: 2), .halve) { halve($0, into: $1) }
  }

  /// Blurred, against noise.
  func blurred(_ sigma: Double) -> Patch? {
    with(width, height, Affine(), .blur, [sigma]) { gaussian($0, sigma: sigma, into: $1) }
  }

  /// Sharpened, against blur.
  func sharpened(_ sigma: Double, _ amount: Double) -> Patch? {
    with(width, height, Affine(), .sharpen, [sigma, amount]) { unsharp($0, sigma: sigma, amount: amount, into: $1) }
  }

  /// Rows averaged, doubled in width, sharpened by an amount: for codes whose bars run down the patch.
  func averaged(rows: Int = .max, sharpened amount: Double = 1) -> Patch? {
    let tall = height > 120
    let box = min(tall ? 15 : 7, height)
    let step = max(tall ? 12 : 4, (height - box) / max(1, rows - 1))
    let rows = averagedRows(height, box: box, step: step)
    guard rows > 0 else { return nil }
    let map = Affine(a: 0.5, d: Double(step), tx: 0.25, ty: Double(box) / 2 - Double(step) / 2)
    return with(2 * width, rows, map, .average, [Double(box), Double(step), amount]) {
      averageRows($0, box: box, step: step, sigma: 1.5, amount: amount, into: $1)
    }
  }

  /// Turned by a quarter, columns become rows (mirrored as well: the map says so).
  func transposed() -> Patch? {
    with(height, width, Affine(a: 0, b: 1, c: 1, d: 0), .transpose) { transpose($0, into: $1) }
  }
}
