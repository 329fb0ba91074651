import Decoding
import Glibc
import Scanbeam

/// `scanbeam symbologies --svg FILE`: a sheet with a symbol of each of the symbologies that Scanbeam reads itself.
enum SymbolSheet {
  /// Writes the sheet.
  static func write(to path: String) throws(Failure) {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard fd >= 0 else { throw Failure(ReaderError(.io, "\(path) cannot be written.", errno: errno)) }
    defer { close(fd) }
    Output.write(svg(SymbolDrawing.all), to: fd)
  }

  private static func svg(_ symbols: [SymbolDrawing]) -> String {
    let (sheet, gap, scale) = (880.0, 30.0, 2.0)
    var (x, y, tallest) = (gap, gap, 0.0)
    var body = ""
    func n(_ value: Double) -> String { Decimal.text(value, places: 2) }
    for symbol in symbols {
      let width = max(symbol.width * scale, 7 * Double(symbol.name.utf8.count))
      if x + width + gap > sheet { (x, y, tallest) = (gap, y + tallest + gap, 0) }
      var path = ""
      for box in symbol.boxes {
        let (w, h) = (box.width, box.height)
        path +=
          symbol.areRound
          ? "M\(n(box.x)) \(n(box.y + h / 2))a\(n(w / 2)) \(n(h / 2)) 0 1 0 \(n(w)) 0a\(n(w / 2)) \(n(h / 2)) 0 1 0 \(n(-w)) 0"
          : "M\(n(box.x)) \(n(box.y))h\(n(w))v\(n(h))h\(n(-w))z"
      }
      body += "<g transform=\"translate(\(n(x)) \(n(y + 16))) scale(\(n(scale)))\"><path d=\"\(path)\"/>"
      for ring in symbol.rings {
        body +=
          "<circle cx=\"\(n(ring.x))\" cy=\"\(n(ring.y))\" r=\"\(n((ring.inner + ring.outer) / 2))\" fill=\"none\" "
          + "stroke=\"black\" stroke-width=\"\(n(ring.outer - ring.inner))\"/>"
      }
      body += "</g><text x=\"\(n(x))\" y=\"\(n(y))\">\(symbol.name)</text>\n"
      tallest = max(tallest, 16 + symbol.height * scale)
      x += width + gap
    }
    let size = "\(n(sheet)) \(n(y + tallest + gap))"
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" font-family=\"sans-serif\" font-size=\"11\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\(body)</svg>\n"
  }
}
