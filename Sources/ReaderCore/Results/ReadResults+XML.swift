/// The XML of results, in the layout that a cmbSDK camera reader produces (facts: a sample of its output; element names
/// and order as there). Bytes are in Base64, so no payload can break the document.
extension ReadResults {
  /// XML of all codes, or of the no-read: the root is the first code; several codes are all in `sub_results`.
  public var xml: String {
    if let xml = attachment.xml { return xml }
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    append(to: &out, code: codes.first) { out in
      guard codes.count > 1 else { return }
      out += "<sub_results>"
      for code in codes { append(to: &out, code: code) { _ in } }
      out += "</sub_results>"
    }
    return out + "\n"
  }

  /// XML of one code alone.
  public func xml(of code: DecodedCode) -> String {
    if codes.count <= 1, let xml = attachment.xml { return xml }
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    append(to: &out, code: code) { _ in }
    return out + "\n"
  }

  private func append(to out: inout String, code: DecodedCode?, children: (inout String) -> Void) {
    out += "<result id=\"\(id)\" image_id=\"\(id)\" version=\"1\"><general><status>"
    out += code == nil ? "NO READ" : "GOOD READ"
    out += "</status><full_string encoding=\"base64\">"
    out += code.map { Base64.encode($0.bytes) } ?? ""
    out += "</full_string><symbology>"
    out += code?.tag?.sourceName ?? code?.symbology.name ?? "UNKNOWN"
    out += "</symbology><decode_time>\(decodeTime / 1_000_000)</decode_time></general>"
    out += "<statistics><read_stats>"
    out += "<good_reads>\(counters.goodReads)</good_reads><bad_reads>\(counters.badReads)</bad_reads>"
    out += "<passed_validations>0</passed_validations><failed_validations>0</failed_validations>"
    out += "<triggers_missed>0</triggers_missed><trigger_overruns>0</trigger_overruns>"
    out += "<buffer_overflows>\(counters.bufferOverflows)</buffer_overflows>"
    out += "<item_count>\(codes.count)</item_count></read_stats></statistics>"
    children(&out)
    out += "</result>"
  }
}
