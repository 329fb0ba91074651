import ReaderCore

/// The picture that shows what was read where. Any thread.
public enum AnnotatedPicture {
  /// Colours of the outlines, one after the other; each stands out from black and from white.
  private static let colours: [RGBPicture.Colour] = [
    .init(0x00, 0xA0, 0x30), .init(0x1E, 0x6F, 0xE8), .init(0xD0, 0x40, 0xC0), .init(0xE0, 0x70, 0x00),
    .init(0x00, 0x9A, 0xA8), .init(0x80, 0x50, 0xE0),
  ]
  private static let cornerColour = RGBPicture.Colour(0xE8, 0x10, 0x20)
  private static let white = RGBPicture.Colour(0xFF, 0xFF, 0xFF)

  /// Draws each code's outline, a red dot at the code's own top left corner, and a label: symbology and text.
  ///
  /// - Parameters:
  ///   - luma: The frame that the codes were found in.
  ///   - codes: Corners in pixels of the frame, the origin at the top left of the first pixel.
  /// - Throws: `.noMemory`.
  public static func draw(_ luma: LumaView, _ codes: [DecodedCode]) throws(ReaderError) -> RGBPicture {
    let picture = try RGBPicture(luma)
    let side = Double(min(luma.width, luma.height))
    let thickness = max(2, side / 200)
    for (index, code) in codes.enumerated() {
      let colour = colours[index % colours.count]
      let corners = code.corners.corners
      for i in 0..<4 { picture.line(corners[i], corners[(i + 1) % 4], thickness: thickness, colour) }
      picture.disc(corners[0], radius: thickness * 1.8, cornerColour)
    }
    // Labels last, so that no outline goes through one.
    for (index, code) in codes.enumerated() { label(code, colours[index % colours.count], on: picture) }
    return picture
  }

  /// The same as a PNG file in memory.
  ///
  /// - Throws: `.noMemory`.
  public static func png(_ luma: LumaView, _ codes: [DecodedCode]) throws(ReaderError) -> [UInt8] {
    try PNGWriter.encode(draw(luma, codes))
  }

  /// What a label says: symbology and text, what cannot be printed as dots.
  static func caption(_ code: DecodedCode) -> [UInt8] {
    let text: [UInt8]
    if let decoded = code.text?.text {
      text = decoded.unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? UInt8($0.value) : 0x2E }
    } else {
      text = code.bytes.map { $0 >= 0x20 && $0 < 0x7F ? $0 : 0x2E }
    }
    return Array(code.symbology.name.utf8) + [0x20] + text
  }

  /// Writes the label above the code, below it when there is no room, and in any case inside the picture.
  private static func label(_ code: DecodedCode, _ colour: RGBPicture.Colour, on picture: RGBPicture) {
    let scale = max(1, min(picture.width, picture.height) / 360)
    let advance = (Font.width + 1) * scale
    let margin = 2 * scale
    var text = caption(code)
    let room = max(1, (picture.width - 2 * margin) / advance)
    if text.count > room { text = Array(text.prefix(max(0, room - 2))) + [0x2E, 0x2E].prefix(room) }
    let width = text.count * advance - scale + 2 * margin
    let height = Font.height * scale + 2 * margin

    let bounds = code.corners.bounds
    guard [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].allSatisfy({ abs($0) < 1e6 }) else { return }
    var y = Int(bounds.minY) - height - 2 * margin
    if y < 0 { y = Int(bounds.maxY) + 2 * margin }
    y = max(0, min(y, picture.height - height))
    let x = max(0, min(Int(bounds.minX), picture.width - width))
    picture.fill(x: x, y: y, width: width, height: height, colour)
    picture.write(text, x: x + margin, y: y + margin, scale: scale, white)
  }
}
