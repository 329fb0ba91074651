import ReaderCore

/// Where parts lie in a view, in its units. All of it our choice: cmbSDK keeps that in layout files.
struct OverlayLayout {
  let width: Double
  let height: Double
  /// Side of a button: large enough for a finger, and less in small views.
  let button: Double
  let margin: Double
  private let mapping: ViewMapping
  private let visible: Rectangle

  init(_ view: OverlayView, visible: Rectangle) {
    mapping = view.mapping
    self.visible = visible
    (width, height) = (max(1, mapping.view.width), max(1, mapping.view.height))
    button = min(56, min(width, height) * 0.16)
    margin = button * 0.3
  }

  /// A place of the view in units, normalised.
  func normalised(_ r: Rectangle) -> Rectangle {
    Rectangle(r.x / width, r.y / height, r.width / width, r.height / height)
  }

  /// A point of the whole frame (0 to 1), normalised in the view.
  func place(_ p: Point) -> Point {
    let seen = Point((p.x - visible.x) / max(1e-9, visible.width), (p.y - visible.y) / max(1e-9, visible.height))
    let q = mapping.convert(seen, from: .frameNormalised, to: .view)
    return Point(q.x / width, q.y / height)
  }

  /// A rectangle of the frame, normalised in the view, as far as it is seen there.
  func place(_ r: Rectangle) -> Rectangle {
    Rectangle(around: r.quad.map(place)).clipped(to: Rectangle(0, 0, 1, 1))
  }

  /// The part of the view with a picture, normalised.
  var picture: Rectangle { normalised(mapping.pictureInView).clipped(to: Rectangle(0, 0, 1, 1)) }

  /// What the corner lines are around.
  var area: Rectangle {
    // Buttons lie below and above it.
    let (w, h) = (max(width * 0.5, width - 4 * margin), max(height * 0.5, height - 2 * (button + 2 * margin)))
    return Rectangle((width - w) / 2, (height - h) / 2, w, h)
  }

  /// Four lines of three points each.
  var cornerLines: [[Point]] {
    let a = area
    let length = min(a.width, a.height) * 0.2
    return [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { (right, bottom) in
      let corner = Point(a.x + right * a.width, a.y + bottom * a.height)
      let (dx, dy) = (length * (1 - 2 * right), length * (1 - 2 * bottom))
      return [Point(corner.x, corner.y + dy), corner, Point(corner.x + dx, corner.y)]
        .map { Point($0.x / width, $0.y / height) }
    }
  }

  /// Buttons: zoom at the left below, light at the right below, trigger between them, close at the right above.
  func buttonFrame(_ tag: Int32) -> Rectangle {
    let bottom = height - margin - button
    let right = width - margin - button
    let place =
      switch tag {
      case OverlayTag.zoomButton: Rectangle(margin, bottom, button, button)
      case OverlayTag.lightButton: Rectangle(right, bottom, button, button)
      case OverlayTag.closeButton: Rectangle(right, margin, button, button)
      default: Rectangle((width - button) / 2, bottom, button, button)
      }
    return normalised(place)
  }

  /// Under the upper edge of the view.
  var timeoutBar: Rectangle {
    let thickness = min(8, height * 0.03)
    return normalised(Rectangle(area.x, max(0, area.y - margin - thickness), area.width, thickness))
  }

  var pauseMark: Rectangle {
    normalised(Rectangle((width - button) / 2, (height - button) / 2, button, button))
  }
}
