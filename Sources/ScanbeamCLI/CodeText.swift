import Scanbeam

/// A code as a line of text or of JSON.
enum CodeText {
  /// For people: name and data; data that is no text as hexadecimal digits.
  static func plain(_ code: DecodedCode) -> String {
    if let tag = code.tag { return TagText.plain(tag, code) }
    var name = code.variant.name.isEmpty ? code.symbology.name : code.variant.name
    while name.count < 18 { name += " " }
    var line = name + (code.text.map { Output.visible($0.text) } ?? "hex:" + JSON.hex(code.bytes))
    if let addOn = code.addOn { line += " +\(addOn)" }
    if code.linkage == .declared { line += "  (its 2D component was not read)" }
    if let part = code.structuredAppend { line += "  (part \(part.index + 1) of \(part.count))" }
    return line
  }

  /// For scripts: one JSON object.
  static func json(_ code: DecodedCode, of results: ReadResults, source: String) -> String {
    var fields: [String] = []
    func add(_ name: String, _ value: String) { fields.append("\"\(name)\":\(value)") }
    add("source", JSON.string(source))
    if let tag = code.tag { add("tag", TagText.json(tag)) }
    add("symbology", JSON.string(code.symbology.name))
    if !code.variant.name.isEmpty { add("variant", JSON.string(code.variant.name)) }
    add("aim_id", JSON.string(code.aimID))
    add("bytes", JSON.string(JSON.hex(code.bytes)))
    add("text", code.text.map { JSON.string($0.text) } ?? "null")
    if let charset = code.text?.charset { add("charset", JSON.string(charset)) }
    if let eci = code.segments.first?.eci { add("eci", "\(eci)") }
    if code.isGS1 { add("gs1", "true") }
    if code.linkage != .none { add("linkage", JSON.string(code.linkage.name)) }
    if let gtin = code.gtin { add("gtin", JSON.string(gtin)) }
    if let addOn = code.addOn { add("add_on", JSON.string(addOn)) }
    if let part = code.structuredAppend {
      add("structured_append", "{\"index\":\(part.index),\"count\":\(part.count),\"parity\":\(part.parity)}")
    }
    add("confidence", "\(code.confidence)")
    add("confirmed_by", "[\(code.confirmations.names.map { JSON.string($0) }.joined(separator: ","))]")
    add("verification", JSON.string(code.verification))
    let corners = code.corners.corners.map { "[\(Decimal.text($0.x)),\(Decimal.text($0.y))]" }
    add("corners", "[\(corners.joined(separator: ","))]")
    if let size = results.frameSize { add("frame", "{\"width\":\(size.width),\"height\":\(size.height)}") }
    add("time_ns", "\(results.time)")
    add("decode_ms", Decimal.text(Double(results.decodeTime) / 1e6, places: 3))
    return "{\(fields.joined(separator: ","))}"
  }

  /// For scripts: that a picture brought nothing.
  static func json(noReadOf source: String, reason: String, message: String?) -> String {
    var line = "{\"source\":\(JSON.string(source)),\"reason\":\(JSON.string(reason))"
    if let message { line += ",\"message\":\(JSON.string(message))" }
    return line + "}"
  }
}
