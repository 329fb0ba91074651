import Scanbeam

/// What `scanbeam explain` prints.
enum ExplainText {
  /// Tables for people: times, values, results.
  static func tables(_ e: Explanation) -> String {
    var lines: [String] = []
    let total = e.results.decodeTime
    lines.append(
      "\(Output.visible(e.path)): \(e.image.width) x \(e.image.height), effort \(e.effort), "
        + "\(Explanation.milliseconds(total)) ms of CPU time")
    lines.append("")
    lines.append(row("stage", "ms", "times"))
    for part in DecodeRecorder.Part.allCases {
      let (time, count) = e.recorder.parts[part.rawValue]
      if count > 0 { lines.append(row(part.name, Explanation.milliseconds(time), "\(count)")) }
    }
    lines.append(row("filters and rules", Explanation.milliseconds(rest(e)), ""))
    lines.append("")
    lines.append(row("step", "ms", "looks"))
    for step in e.recorder.steps {
      let looks = e.recorder.looks.filter { $0.step == step.name }.count
      lines.append(row(step.name, Explanation.milliseconds(step.time), "\(looks)"))
    }
    lines.append("")
    lines.append("\(e.recorder.places.count) candidates, \(e.recorder.claims.count) values were read:")
    for claim in e.recorder.claims {
      lines.append(
        "\(claim.isAccepted ? "+" : "-") \(Explanation.name(claim.code)) \(Explanation.value(claim.code)): \(claim.reason)"
          + (claim.look.map { " [\(e.caption(ofLook: $0))]" } ?? ""))
    }
    lines.append("")
    if e.results.codes.isEmpty { lines.append("no code could be read") }
    for code in e.results.codes {
      lines.append(
        "\(code.confidence) %  \(CodeText.plain(code))  (\(code.confirmations.names.joined(separator: ", ")))")
    }
    return lines.joined(separator: "\n")
  }

  /// Time that no part accounts for.
  static func rest(_ e: Explanation) -> Int64 {
    max(0, e.recorder.parts.reduce(e.results.decodeTime) { $0 &- $1.time })
  }

  private static func row(_ name: String, _ time: String, _ count: String) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + String(repeating: " ", count: max(1, 20 - name.count)) + right(time, 10) + right(count, 8)
  }

  /// Everything for scripts.
  static func json(_ e: Explanation, _ files: ExplainPictures.Files) -> String {
    func list<T>(_ items: [T], _ make: (T) -> String) -> String { "[" + items.map(make).joined(separator: ",") + "]" }
    func quad(_ q: Quad) -> String { list(q.corners) { "[\(Decimal.text($0.x)),\(Decimal.text($0.y))]" } }
    func ms(_ time: Int64) -> String { Decimal.text(Double(time) / 1e6, places: 4) }
    let places = list(Array(e.recorder.places.enumerated())) { index, place in
      "{\"candidate\":\(index),\"kind\":\(JSON.string(place.kind)),\"corners\":\(quad(place.quad)),"
        + "\"angle\":\(Decimal.text(place.angle, places: 4)),\"module\":\(Decimal.text(place.module, places: 2)),"
        + "\"score\":\(Decimal.text(place.score, places: 4)),\"coherence\":\(Decimal.text(place.coherence, places: 4)),"
        + "\"edges\":\(place.edges)}"
    }
    let looks = list(Array(e.recorder.looks.enumerated())) { index, look in
      "{\"look\":\(index),\"step\":\(JSON.string(look.step)),\"candidate\":\(look.candidate.map { "\($0)" } ?? "null"),"
        + "\"decoder\":\(JSON.string(look.part.name)),\"width\":\(look.size.width),\"height\":\(look.size.height),"
        + "\"ms\":\(ms(look.time)),\"reads\":\(look.reads)}"
    }
    let claims = list(e.recorder.claims) { claim in
      "{\"symbology\":\(JSON.string(Explanation.name(claim.code))),\"bytes\":\(JSON.string(JSON.hex(claim.code.bytes))),"
        + "\"corners\":\(quad(claim.code.corners)),\"look\":\(claim.look.map { "\($0)" } ?? "null"),"
        + "\"accepted\":\(claim.isAccepted),\"reason\":\(JSON.string(claim.reason))}"
    }
    let parts = list(DecodeRecorder.Part.allCases.map { $0 }) { part in
      let (time, count) = e.recorder.parts[part.rawValue]
      return "{\"stage\":\(JSON.string(part.name)),\"ms\":\(ms(time)),\"times\":\(count)}"
    }
    let steps = list(e.recorder.steps) { "{\"step\":\(JSON.string($0.name)),\"ms\":\(ms($0.time))}" }
    let codes = list(e.results.codes) { CodeText.json($0, of: e.results, source: e.path) }
    let patches = list(files.patches) { "{\"candidate\":\($0.place),\"file\":\(JSON.string($0.file))}" }
    let pictures = list(files.looks) { "{\"look\":\($0.look),\"file\":\(JSON.string($0.file))}" }
    return "{\"source\":\(JSON.string(e.path)),\"effort\":\(e.effort),\"ms\":\(ms(e.results.decodeTime)),"
      + "\"width\":\(e.image.width),\"height\":\(e.image.height),\"stages\":\(parts),\"steps\":\(steps),"
      + "\"candidates\":\(places),\"looks\":\(looks),\"values\":\(claims),\"patches\":\(patches),"
      + "\"pictures\":\(pictures),\"codes\":\(codes)}"
  }
}
