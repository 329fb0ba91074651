import ReaderCore

/// Composites: a linear code, and a 2D component above it.
extension Search {
  /// Whether something that was read is what was asked for.
  func isAsked(_ hypothesis: Hypothesis) -> Bool {
    hypothesis.composite != nil || request.symbologies.contains(hypothesis.code.symbology)
      || !SymbologySet.underComposites.contains(hypothesis.code.symbology)
  }

  /// Whether a PDF417 or MicroPDF417 that an engine read is the 2D component of a composite: its bytes are no text, and the bits
  /// in them are GS1 element strings. By itself it says nothing.
  func isComponent(_ code: DecodedCode) -> Bool {
    guard code.symbology == .microPDF417 || code.symbology == .pdf417, code.segments.isEmpty, code.bytes.count >= 4,
      code.bytes.contains(where: { $0 < 0x20 || $0 >= 0x7f })
    else { return false }
    let bits: [Bool] = code.bytes.flatMap { byte in (0..<8).map { byte & (128 >> UInt8($0)) != 0 } }
    guard let message = CompositeMessage.decode(CompositeBits(bits)) else { return false }
    return GS1Syntax.isValid(message[...])
  }

  /// Looks above a linear code that was just read; where no component is read, whether one belongs to it.
  ///
  /// - Parameter isStacked: The engine read it from several rows.
  func joinComposite(_ hypothesis: inout Hypothesis, isStacked: Bool) {
    let code = hypothesis.code
    guard wanted.contains(.eanUcc), SymbologySet.underComposites.contains(code.symbology) else { return }
    let look = timed(.symbologies) { CompositeReader.look(above: code, in: luma) }
    hypothesis.composite = look.component
    if let component = look.component {
      // Both parts are compared with the pixels, also where many lines agree on the linear one.
      if hypothesis.verdict == nil { hypothesis.verdict = timed(.verify) { pipeline.verifier.verify(luma, code) } }
      recorder?.claimed(
        CompositeReader.joined(code, component) ?? code, accepted: true, component.verification)
      return
    }
    var isLinked = look.isLinked
    if code.symbology == .dataBar {
      isLinked =
        hypothesis.verdict?.isLinked
        ?? timed(.symbologies) { pipeline.barsVerifier.isLinked(luma, code, isStacked: isStacked) }
    } else if code.symbology == .code128, !code.isGS1 {
      isLinked = false
    }
    hypothesis.code.linkage = isLinked.map { $0 ? .declared : .none } ?? (look.sawBars ? .possible : .none)
  }

  /// The codes that are reported: composites in the place of their linear components, and nothing that was read out of
  /// the 2D ones.
  func composed(_ settled: [(hypothesis: Hypothesis, code: DecodedCode)]) -> [DecodedCode] {
    let components = settled.compactMap { $0.hypothesis.composite }
    return settled.compactMap { hypothesis, code in
      if let component = hypothesis.composite { return CompositeReader.joined(code, component) }
      guard isAsked(hypothesis) else { return nil }
      let isPart = components.contains { QuadGeometry.contains($0.corners, code.corners.centre) }
      return isPart ? nil : code
    }
  }
}
