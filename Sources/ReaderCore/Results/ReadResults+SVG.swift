/// Drawings of outlines in frame pixels, to be laid over the frame.
extension ReadResults {
  /// All outlines and the window of target decoding; nil when drawings are off or there was no frame.
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
    for code in codes { out += ReadResults.polygon(code.corners) }
    if let w = form.window {
      out += "<rect stroke=\"#ffff00\" x=\"\(Decimal.text(w.left))\" y=\"\(Decimal.text(w.top))\" "
      out += "width=\"\(Decimal.text(w.right - w.left))\" height=\"\(Decimal.text(w.bottom - w.top))\"/>"
    }
    return out + "</g></svg>\n"
  }

  private static func polygon(_ quad: Quad) -> String {
    let corners = quad.corners.map { Decimal.text($0.x) + "," + Decimal.text($0.y) }
    return "<polygon points=\"" + corners.joined(separator: " ") + "\"/>"
  }
}
