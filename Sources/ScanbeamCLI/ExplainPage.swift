import Scanbeam

/// The page that shows all pictures and tables of `scanbeam explain`. It loads nothing from elsewhere.
enum ExplainPage {
  private static let style = """
    body{font:14px/1.4 system-ui,sans-serif;margin:1.5em;max-width:80em;color:#222;background:#fff}
    img{max-width:100%;border:1px solid #bbb;image-rendering:pixelated}
    table{border-collapse:collapse;margin:.6em 0}td,th{padding:.15em .7em;border-bottom:1px solid #ddd;text-align:left}
    td.n{text-align:right;font-variant-numeric:tabular-nums}.good{color:#070}.bad{color:#b00}
    .patches{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}figure{margin:0;max-width:30em}
    figcaption{font-size:12px;color:#555}code{font-size:13px}
    """

  static func html(_ e: Explanation, _ files: ExplainPictures.Files) -> String {
    var out = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>\(Markup.escaped(e.path))</title>\n"
    out += "<style>\(style)</style>\n<h1>\(Markup.escaped(e.path))</h1>\n"
    out += "<p>\(e.image.width) x \(e.image.height), effort \(e.effort), "
    out += "\(Explanation.milliseconds(e.results.decodeTime)) ms of CPU time, \(e.results.codes.count) codes.</p>\n"
    out += "<h2>Results</h2>\n" + results(e)
    out += "<h2>Times</h2>\n" + times(e)
    out +=
      "<h2>Candidates</h2>\n<p>Blue: stripes; orange: dense. Number, module size, score; the likeliest first.</p>\n"
    out += "<img src=\"\(files.candidates)\" alt=\"candidates\">\n"
    out += "<h2>Values</h2>\n<p>Green: believed, with confidence; red: not.</p>\n"
    out += "<img src=\"\(files.values)\" alt=\"values\">\n" + claims(e)
    out += "<h2>What decoders read something from</h2>\n<div class=\"patches\">\n"
    for (look, file) in files.looks { out += figure(file, e.caption(ofLook: look)) }
    out += "</div>\n<h2>Patches</h2>\n<div class=\"patches\">\n"
    for (place, file) in files.patches where place < e.recorder.places.count {
      out += figure(file, e.caption(ofPlace: place))
    }
    return out + "</div>\n</html>\n"
  }

  private static func results(_ e: Explanation) -> String {
    guard !e.results.codes.isEmpty else { return "<p class=\"bad\">No code could be read.</p>\n" }
    var out = "<table><tr><th>confidence<th>symbology<th>value<th>confirmed by</tr>\n"
    for code in e.results.codes {
      out += "<tr><td class=\"n\">\(code.confidence)<td>\(Markup.escaped(Explanation.name(code)))"
      out += "<td><code>\(Markup.escaped(Explanation.value(code)))</code>"
      out += "<td>\(Markup.escaped(code.confirmations.names.joined(separator: ", ")))</tr>\n"
    }
    return out + "</table>\n"
  }

  private static func times(_ e: Explanation) -> String {
    var out = "<table><tr><th>stage<th>ms<th>times</tr>\n"
    for part in DecodeRecorder.Part.allCases {
      let (time, count) = e.recorder.parts[part.rawValue]
      guard count > 0 else { continue }
      out += "<tr><td>\(part.name)<td class=\"n\">\(Explanation.milliseconds(time))<td class=\"n\">\(count)</tr>\n"
    }
    out +=
      "<tr><td>filters and rules<td class=\"n\">\(Explanation.milliseconds(ExplainText.rest(e)))<td></tr></table>\n"
    out += "<table><tr><th>step<th>ms<th>looks</tr>\n"
    for step in e.recorder.steps {
      let looks = e.recorder.looks.filter { $0.step == step.name }.count
      out += "<tr><td>\(step.name)<td class=\"n\">\(Explanation.milliseconds(step.time))<td class=\"n\">\(looks)</tr>\n"
    }
    return out + "</table>\n"
  }

  private static func claims(_ e: Explanation) -> String {
    guard !e.recorder.claims.isEmpty else { return "" }
    var out = "<table><tr><th><th>symbology<th>value<th>reason<th>look</tr>\n"
    for claim in e.recorder.claims {
      out += "<tr class=\"\(claim.isAccepted ? "good" : "bad")\"><td>\(claim.isAccepted ? "believed" : "refused")"
      let look = claim.look.map { e.caption(ofLook: $0) } ?? ""
      let cells = [Explanation.name(claim.code), Explanation.value(claim.code), claim.reason, look].map(Markup.escaped)
      out += "<td>\(cells[0])<td><code>\(cells[1])</code><td>\(cells[2])<td>\(cells[3])</tr>\n"
    }
    return out + "</table>\n"
  }

  private static func figure(_ file: String, _ caption: String) -> String {
    "<figure><img src=\"\(file)\" alt=\"\" loading=\"lazy\"><figcaption>\(Markup.escaped(caption))</figcaption></figure>\n"
  }
}
