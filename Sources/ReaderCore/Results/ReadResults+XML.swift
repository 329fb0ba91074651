/// The XML of results, in the layout that a cmbSDK camera reader produces (facts: a sample of its output; element names
/// and order as there). Bytes are in Base64, so no payload can break the document.
extension ReadResults {
  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  /// XML of all codes, or of the no-read: the root is the main result; several codes are all in `sub_results`. nil when
  /// XML is off. Of a terminal, what it sent.
  public var xml: String? {
    attachment.xml
      ?? document(main) { out in
        guard form.isMulti ? !codes.isEmpty : codes.count > 1 else { return }
        out += "<sub_results>"
        for code in codes { append(to: &out, code: code) { _ in } }
        out += "</sub_results>"
      }
  }

  /// XML of one code alone; nil when XML is off.
  public func xml(of code: DecodedCode) -> String? {
    (codes.count <= 1 ? attachment.xml : nil) ?? document(code) { _ in }
  }

  /// The counters as a document of their own; nil when they are off.
  public var statisticsXML: String? {
    guard form.has(ResultForm.statistics) else { return nil }
    var out = ReadResults.declaration
    appendStatistics(to: &out)
    return out + "\n"
  }

  private func document(_ code: DecodedCode?, children: (inout String) -> Void) -> String? {
    guard form.has(ResultForm.xml | ResultForm.xmlContent) else { return nil }
    var out = ReadResults.declaration
    append(to: &out, code: code, children: children)
    return out + "\n"
  }

  private func append(to out: inout String, code: DecodedCode?, children: (inout String) -> Void) {
    out += "<result id=\"\(id)\" image_id=\"\(form.imageID == 0 ? id : form.imageID)\" version=\"1\"><general><status>"
    out += code == nil ? "NO READ" : "GOOD READ"
    out += "</status><full_string encoding=\"base64\">"
    out += code.map { Base64.encode($0.bytes) } ?? ""
    out += "</full_string><symbology>"
    out += code?.tag?.sourceName ?? code?.symbology.name ?? "UNKNOWN"
    out += "</symbology><decode_time>\(decodeTime / 1_000_000)</decode_time>"
    if let code, code.tag == nil {
      // An addition of ours behind what cmbSDK writes.
      let reasons = code.confirmations.names.joined(separator: " ")
      out += "<confidence confirmed_by=\"\(reasons)\">\(code.confidence)</confidence>"
    }
    out += "</general>"
    // The content alone is without statistics.
    if form.has(ResultForm.xml) { appendStatistics(to: &out) }
    children(&out)
    out += "</result>"
  }

  private func appendStatistics(to out: inout String) {
    out += "<statistics><read_stats>"
    out += "<good_reads>\(counters.goodReads)</good_reads><bad_reads>\(counters.badReads)</bad_reads>"
    out += "<passed_validations>0</passed_validations><failed_validations>0</failed_validations>"
    out += "<triggers_missed>0</triggers_missed><trigger_overruns>0</trigger_overruns>"
    out += "<buffer_overflows>\(counters.bufferOverflows)</buffer_overflows>"
    out += "<item_count>\(codes.count)</item_count></read_stats></statistics>"
  }
}
