/// Drawings of outlines in frame pixels, to be laid over the frame.
extension ReadResults {
  /// All outlines; nil when drawings are off or there was no frame.
  public var svg: String? { attachment.svg ?? drawing(of: codes) }

  /// One outline; nil when drawings are off or there was no frame.
  public func svg(of code: DecodedCode) -> String? {
    codes.count <= 1 ? attachment.svg ?? drawing(of: [code]) : drawing(of: [code])
  }

  private func drawing(of codes: [DecodedCode]) -> String? {
    guard wantsSVG, let size = frameSize else { return nil }
    var out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" "
    out += "viewBox=\"0 0 \(size.width) \(size.height)\">"
    out += "<g fill=\"none\" stroke=\"#00ff00\" stroke-width=\"\(max(2, size.width / 320))\">"
    for code in codes {
      out += "<polygon points=\""
      for (index, corner) in code.corners.corners.enumerated() {
        if index > 0 { out += " " }
        out += Decimal.text(corner.x) + "," + Decimal.text(corner.y)
      }
      out += "\"/>"
    }
    return out + "</g></svg>\n"
  }
}
