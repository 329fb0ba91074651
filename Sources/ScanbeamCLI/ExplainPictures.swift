import Scanbeam

/// The pictures of `scanbeam explain`.
enum ExplainPictures {
  /// Files that were written, by what they show.
  struct Files {
    var candidates = ""
    var values = ""
    var patches: [(place: Int, file: String)] = []
    var looks: [(look: Int, file: String)] = []
  }

  private static let stripes = RGBPicture.Colour(0x1E, 0x6F, 0xE8)
  private static let dense = RGBPicture.Colour(0xE0, 0x70, 0x00)
  private static let good = RGBPicture.Colour(0x00, 0xA0, 0x30)
  private static let bad = RGBPicture.Colour(0xE8, 0x10, 0x20)
  private static let white = RGBPicture.Colour(0xFF, 0xFF, 0xFF)

  static func write(_ e: Explanation, folder: String) throws(ReaderError) -> Files {
    var files = Files()
    files.candidates = "candidates.png"
    try PNGWriter.write(try PNGWriter.encode(candidates(e)), path: folder + "/candidates.png")
    files.values = "values.png"
    try PNGWriter.write(try PNGWriter.encode(values(e)), path: folder + "/values.png")
    for picture in e.recorder.pictures {
      let name: String
      if let look = picture.look {
        name = "look-\(look).png"
        files.looks.append((look, name))
      } else {
        name = "patch-\(picture.candidate ?? 0).png"
        files.patches.append((picture.candidate ?? 0, name))
      }
      try PNGWriter.write(try PNGWriter.encode(picture.image.view), path: folder + "/" + name)
    }
    return files
  }

  /// Candidates in the colour of their kind with their number, module size and score.
  private static func candidates(_ e: Explanation) throws(ReaderError) -> RGBPicture {
    let picture = try RGBPicture(e.image.view)
    for (index, place) in e.recorder.places.enumerated().reversed() {
      let colour = place.kind == "stripes" ? stripes : dense
      outline(place.quad, colour, on: picture)
      let module = place.module > 0 ? " \(Decimal.text(place.module, places: 1))px" : ""
      label("\(index)\(module) \(Decimal.text(place.score, places: 2))", at: place.quad, colour, on: picture)
    }
    return picture
  }

  /// What was read: believed in green with its confidence, refused in red. What was read again is drawn once.
  private static func values(_ e: Explanation) throws(ReaderError) -> RGBPicture {
    let picture = try RGBPicture(e.image.view)
    for claim in e.recorder.claims where !claim.isAccepted { outline(claim.code.corners, bad, on: picture) }
    for code in e.results.codes { outline(code.corners, good, on: picture) }
    for claim in e.recorder.claims where !claim.isAccepted {
      label(Explanation.value(claim.code), at: claim.code.corners, bad, on: picture)
    }
    for code in e.results.codes {
      label(
        "\(code.confidence)% \(Explanation.name(code)) \(Explanation.value(code))", at: code.corners, good, on: picture)
    }
    return picture
  }

  private static func outline(_ quad: Quad, _ colour: RGBPicture.Colour, on picture: RGBPicture) {
    let corners = quad.corners
    let thickness = max(1.5, Double(min(picture.width, picture.height)) / 300)
    for i in 0..<4 { picture.line(corners[i], corners[(i + 1) % 4], thickness: thickness, colour) }
  }

  private static func label(_ text: String, at quad: Quad, _ colour: RGBPicture.Colour, on picture: RGBPicture) {
    let scale = max(1, min(picture.width, picture.height) / 500)
    let bounds = quad.bounds
    guard [bounds.minX, bounds.minY].allSatisfy({ abs($0) < 1e6 }) else { return }
    let bytes = text.utf8.prefix(40).map { $0 >= 0x20 && $0 < 0x7f ? $0 : 0x2e }
    let (width, height) = (bytes.count * 6 * scale + scale, 10 * scale)
    let x = max(0, min(Int(bounds.minX), picture.width - width))
    let y = max(0, min(Int(bounds.minY) - height, picture.height - height))
    picture.fill(x: x, y: y, width: width, height: height, colour)
    picture.write(bytes, x: x + scale, y: y + scale, scale: scale, white)
  }
}
