import ReaderCore
import Testing

@testable import Decoding

/// Made-up pictures for the readers that take an outline.
enum MatrixPictures {
  /// Lets a reader look at a picture: at the outline that it has, and at one that nobody found.
  static func show(
    _ image: LumaImage, _ dice: inout Dice, isInverted: Bool, to reader: (LumaView, MatrixOutline) -> DecodedCode?
  ) {
    let luma = image.view
    if let outline = MatrixOutline.find(
      luma, x: dice.below(20) - 10..<luma.width + 5, y: -3..<luma.height, module: Double(dice.below(9)))
    {
      _ = reader(luma, outline)
    }
    func point() -> Point { Point(Double(dice.below(900)) - 300, Double(dice.below(900)) - 300) }
    let quad = Quad(point(), point(), point(), point())
    _ = reader(luma, MatrixOutline(corners: quad, isInverted: isInverted, fill: 1, dark: 10, light: 200))
  }
}
