import ReaderCore

/// Shapes as an SVG drawing in the units of the view, to be laid over the picture. Each shape is a group with its tag in
/// `data-tag`; buttons have the role and the name that a screen reader needs.
public enum OverlaySVG {
  /// - Parameters:
  ///   - width: Of the view.
  ///   - height: Of the view.
  public static func text(_ shapes: [OverlayShape], width: Double, height: Double) -> String {
    let (w, h) = (max(1, width), max(1, height))
    var out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(w)) \(number(h))\">"
    for shape in shapes {
      out += "<g data-tag=\"\(shape.tag)\""
      if shape.kind == .button {
        out += " role=\"button\" tabindex=\"0\" aria-label=\"\(Markup.escaped(shape.name))\""
        // The names of the others say what a press does next.
        if shape.sign == .zoom || shape.sign == .none { out += " aria-pressed=\"\(shape.state != 0)\"" }
      } else if !shape.name.isEmpty {
        out += " role=\"img\" aria-label=\"\(Markup.escaped(shape.name))\""
      }
      out += ">" + drawing(shape, w, h) + "</g>"
    }
    return out + "</svg>"
  }

  private static func drawing(_ shape: OverlayShape, _ w: Double, _ h: Double) -> String {
    let f = shape.frame
    let r = Rectangle(f.x * w, f.y * h, f.width * w, f.height * h)
    let points = shape.points.map { Point($0.x * w, $0.y * h) }
    switch shape.kind {
    case .rectangle: return rectangle(r) + fill(shape.fillColour) + stroke(shape) + "/>"
    case .line: return "<polyline points=\"\(list(points))\"" + fill(0) + stroke(shape) + "/>"
    case .polygon: return "<polygon points=\"\(list(points))\"" + fill(shape.fillColour) + stroke(shape) + "/>"
    case .mask:
      let hole = list(r.quad.corners.reversed(), separator: "L")
      return "<path d=\"M0,0H\(number(w))V\(number(h))H0ZM\(hole)Z\"" + fill(shape.fillColour) + "/>" + rectangle(r)
        + fill(0) + stroke(shape) + "/>"
    case .bar:
      let done = Rectangle(r.x, r.y, r.width * shape.value, r.height)
      return rectangle(r) + fill(shape.fillColour) + "/>" + rectangle(done) + fill(shape.lineColour) + "/>"
    case .button, .mark:
      let side = min(r.width, r.height)
      var out = ""
      if shape.kind == .button {
        out = "<circle cx=\"\(number(r.centre.x))\" cy=\"\(number(r.centre.y))\" r=\"\(number(side / 2))\""
        out += fill(shape.fillColour) + "/>"
      }
      let lines = stride(from: 0, to: points.count - 1, by: 2).map { i in
        "M" + list([points[i], points[i + 1]], separator: "L")
      }
      return lines.isEmpty ? out : out + "<path d=\"\(lines.joined())\"" + fill(0) + stroke(shape) + "/>"
    }
  }

  private static func rectangle(_ r: Rectangle) -> String {
    "<rect x=\"\(number(r.x))\" y=\"\(number(r.y))\" width=\"\(number(r.width))\" height=\"\(number(r.height))\""
  }

  private static func list(_ points: [Point], separator: String = " ") -> String {
    points.map { number($0.x) + "," + number($0.y) }.joined(separator: separator)
  }

  private static func number(_ value: Double) -> String { Decimal.text(value, places: 2) }

  private static func fill(_ colour: UInt32) -> String {
    colour >> 24 == 0 ? " fill=\"none\"" : " fill=\"\(hex(colour))\" fill-opacity=\"\(opacity(colour))\""
  }

  private static func stroke(_ shape: OverlayShape) -> String {
    let colour = shape.lineColour
    guard colour >> 24 != 0, shape.lineWidth > 0 else { return "" }
    return
      " stroke=\"\(hex(colour))\" stroke-opacity=\"\(opacity(colour))\" stroke-width=\"\(number(shape.lineWidth))\""
      + " stroke-linejoin=\"round\" stroke-linecap=\"round\""
  }

  private static func opacity(_ colour: UInt32) -> String { Decimal.text(Double(colour >> 24) / 255, places: 3) }

  private static func hex(_ colour: UInt32) -> String {
    "#" + JSON.hex([UInt8(colour >> 16 & 255), UInt8(colour >> 8 & 255), UInt8(colour & 255)])
  }
}
