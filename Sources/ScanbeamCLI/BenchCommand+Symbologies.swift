import Decoding
import Glibc
import Scanbeam

extension BenchCommand {
  /// The time of one picture with more and more symbologies enabled.
  private struct Series {
    let name: String
    /// Milliseconds; entry n is for the first n + 1 symbologies.
    var times: [Double] = []
  }

  /// `bench symbologies`: the time of pictures with 1, 2, 3 … symbologies enabled, as a table and as a drawing.
  static func symbologies(_ paths: [String], svg: String?, effort: Int, _ repeats: Int) throws(Failure) -> Int32 {
    let all = Decoder.available.members
    let decoder = Decoder()
    var series: [Series] = []
    for path in paths {
      let image = try attempt { () throws(ReaderError) in try PictureFile.load(path: path) }
      let file = path.split(separator: "/").last.map(String.init) ?? path
      var one = Series(name: file)
      for n in 1...max(1, all.count) {
        let request = DecodeRequest(symbologies: SymbologySet(Array(all.prefix(n))), effort: effort)
        one.times.append(median(repeats) { _ = decoder.decode(image.view, request) })
      }
      Output.line(([file] + one.times.map { Decimal.text($0, places: 2) }).joined(separator: "\t"))
      series.append(one)
    }
    guard let svg else { return 0 }
    let fd = open(svg, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard fd >= 0 else { throw Failure(ReaderError(.io, "\(svg) cannot be written.", errno: errno)) }
    defer { close(fd) }
    Output.write(drawing(series, all.map { $0.name }), to: fd)
    return 0
  }

  /// Lines over the number of symbologies; the axis of time begins at zero.
  private static func drawing(_ series: [Series], _ names: [String]) -> String {
    let (left, top, width, height) = (60.0, 20.0, 600.0, 300.0)
    let highest = series.flatMap { $0.times }.max() ?? 1
    let unit = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].first { highest / $0 <= 10 } ?? 200
    let limit = (highest / unit).rounded(.up) * unit
    func x(_ i: Int) -> String { Decimal.text(left + width * Double(i) / Double(max(1, names.count - 1))) }
    func y(_ ms: Double) -> String { Decimal.text(top + height * (1 - ms / max(limit, 1e-6))) }
    func text(_ x: String, _ y: String, _ words: String, _ more: String = "") -> String {
      let safe = words.split(separator: "&").joined(separator: "&amp;").split(separator: "<").joined(separator: "&lt;")
      return "<text x=\"\(x)\" y=\"\(y)\" \(more)>\(safe)</text>\n"
    }
    let colours = ["#0b6e4f", "#b5179e", "#1d3557", "#e76f51", "#6a4c93", "#2a9d8f", "#bc6c25", "#457b9d", "#333333"]
    var out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 440\" font-family=\"sans-serif\" font-size=\"11\">\n"
    out += "<rect width=\"860\" height=\"440\" fill=\"white\"/>\n"
    for i in 0...Int((limit / unit).rounded()) {
      let ms = Double(i) * unit
      out += "<path d=\"M\(Decimal.text(left)) \(y(ms))h\(Decimal.text(width))\" stroke=\"#dddddd\"/>\n"
      out += text(Decimal.text(left - 6), y(ms), Decimal.text(ms, places: unit < 1 ? 1 : 0), "text-anchor=\"end\"")
    }
    for (i, name) in names.enumerated() {
      out += text(
        "0", "0", "+ \(name)", "transform=\"translate(\(x(i)) \(Decimal.text(top + height + 14))) rotate(40)\"")
    }
    for (i, one) in series.enumerated() {
      let colour = colours[i % colours.count]
      let points = one.times.enumerated().map { "\(x($0.offset)),\(y($0.element))" }.joined(separator: " ")
      out += "<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>\n"
      out += text(
        Decimal.text(left + width + 10), Decimal.text(top + 14 + 18 * Double(i)), one.name, "fill=\"\(colour)\"")
    }
    out += text(Decimal.text(left), "12", "CPU milliseconds of a frame, by the symbologies that are enabled")
    return out + "</svg>\n"
  }
}
