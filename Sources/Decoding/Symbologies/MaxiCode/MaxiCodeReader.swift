import Imaging
import ReaderCore

/// Reads MaxiCode from a picture, at any rotation and in perspective: the bull's eye is found first, so that nothing needs to
/// be cut out or turned.
final class MaxiCodeReader {
  private let finder = BullsEyeFinder()

  /// The symbols whose bull's eye lies in a rectangle, looked for along every `step`-th row; corners in the picture.
  ///
  /// - Parameter isNoisy: Looks at half the size when nothing shows.
  func read(_ luma: LumaView, x: Range<Int>, y: Range<Int>, step: Int, isNoisy: Bool = true) -> [DecodedCode] {
    reads(luma, x: x, y: y, step: step, isNoisy: isNoisy).map { $0.code }
  }

  /// The same with what speaks for each.
  ///
  /// - Parameter least: Pixels between the insides of the outermost rings, at least.
  func reads(
    _ luma: LumaView, x: Range<Int>, y: Range<Int>, step: Int, least: Int = 0, isNoisy: Bool = true
  ) -> [PatchRead] {
    var eyes = finder.find(luma, x: x, y: y, step: step, least: least)
    if eyes.isEmpty, isNoisy { eyes = inHalf(luma, x: x, y: y, step: step, least: least) }
    return eyes.compactMap { eye in
      let read = MaxiCodeGrid.read(luma, eye) { codewords in
        MaxiCode.decode(codewords).map { ($0, MaxiCodeCodewords.agreement(codewords)) }
      }
      guard let ((content, share), corners) = read else { return nil }
      var code = DecodedCode(symbology: .maxiCode, bytes: content.bytes, aimID: content.aimID, corners: corners)
      code.segments = content.segments
      code.structuredAppend = content.structuredAppend
      code.isInverted = eye.isInverted
      // Without a declared character set it is ISO 8859-1.
      if content.segments.isEmpty, !content.bytes.contains(0) {
        code.text = Charset.latin1.decode(content.bytes[...]).map {
          DecodedText(text: $0, charset: Charset.latin1.name)
        }
      }
      return PatchRead(code: code, lines: 1, proof: .drawn(share: share))
    }
  }

  /// What shows at half the size: noise hides edges.
  private func inHalf(_ luma: LumaView, x: Range<Int>, y: Range<Int>, step: Int, least: Int) -> [BullsEye] {
    let x = x.clamped(to: 0..<luma.width)
    let y = y.clamped(to: 0..<luma.height)
    guard x.count >= 64, y.count >= 64,
      let part = luma.crop(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count),
      let half = try? LumaImage(width: part.width / 2, height: part.height / 2)
    else { return [] }
    halve(part, into: half.base)
    let eyes = finder.find(half.view, x: 0..<half.width, y: 0..<half.height, step: max(1, step / 2), least: least / 2)
    return eyes.map { eye in
      var eye = eye
      eye.centre = Point(
        2 * eye.centre.x + 0.5 + Double(x.lowerBound), 2 * eye.centre.y + 0.5 + Double(y.lowerBound))
      eye.shape = (2 * eye.shape.xx, 2 * eye.shape.xy, 2 * eye.shape.yy)
      return eye
    }
  }
}
