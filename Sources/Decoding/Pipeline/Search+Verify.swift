import ReaderCore

/// What is drawn again before it is believed.
extension Search {
  /// What the pixels say about something that was read; nil when they are not asked.
  ///
  /// - Parameters:
  ///   - isStacked: The engine read it from several rows.
  ///   - proof: What the engine knows about it.
  ///   - modules: The modules of a matrix code, as the engine saw them.
  ///   - demands: What one of our own decoders draws for its value.
  func verdict(
    _ code: DecodedCode, _ lines: Int, _ candidate: Candidate?, isStacked: Bool, _ proof: Verdict?,
    _ modules: ModuleGrid?, _ demands: PatchRead?
  ) -> Verdict? {
    if let demands {
      if let symbol = demands.symbol {
        return timed(.verify) { MatrixVerifier.verify(luma, code, symbol.seen, symbol.drawn) }
      }
      if let drawn = demands.drawn {
        return timed(.verify) {
          let verdict = MatrixVerifier.verify(luma, code, drawn: drawn)
          guard verdict.outcome != .confirmed, SymbologySet.stacked.contains(code.symbology) else { return verdict }
          // In perspective rows are where their bars are.
          return pipeline.barsVerifier.verify(luma, code.corners, isInverted: code.isInverted, [DrawnBars(drawn)])
        }
      }
      if let pattern = demands.pattern {
        // The ratio of wide to narrow is measured, not known: bars that do not fit prove nothing.
        let claim = DrawnBars(rows: [DrawnBars.Row(pattern: pattern)], isOnlyWay: false)
        return timed(.verify) {
          pipeline.barsVerifier.verify(luma, code.corners, isInverted: code.isInverted, [claim])
        }
      }
      return proof
    }
    if PDF417Reader.symbologies.contains(code.symbology) { return timed(.verify) { pdf417Verdict(code) } }
    if let modules, RedrawnSymbol.canDraw(code) {
      return timed(.verify) { MatrixVerifier.verify(luma, code, modules) }
    }
    if let verdict = timed(.verify, { pipeline.barsVerifier.verify(luma, code, isStacked: isStacked) }) {
      return verdict
    }
    // Measured: of the reads that many lines agree on none was wrong, and redrawing one costs milliseconds.
    let enough = request.effort <= 2 || code.symbology == .code128 ? 4 : 7
    guard SymbologySet.linear.contains(code.symbology),
      lines < enough || ReadingRules.isWeak(code) || isPartOfStack(code, candidate)
    else { return nil }
    let verdict = timed(.verify) { pipeline.verifier.verify(luma, code) }
    return verdict.outcome == .unverifiable ? proof ?? verdict : verdict
  }

  /// Whether the pixels contradicted a linear value with these corners before: they would say the same again. A row of something
  /// stacked is one wherever in it the lines were.
  func isRefuted(_ code: DecodedCode) -> Bool {
    guard LinearDecoder.symbologies.contains(code.symbology) else { return false }
    return refuted.contains { other in
      guard other.symbology == code.symbology, other.bytes == code.bytes else { return false }
      if code.symbology == .code128 { return QuadGeometry.same(other.corners, code.corners) }
      return zip(other.corners.corners, code.corners.corners).allSatisfy {
        abs($0.x - $1.x) < 3 && abs($0.y - $1.y) < 3
      }
    }
  }

  /// Whether the bars of a Code 128 end long before the stripes around them do, or it is not known where those end: it
  /// can be a row of something stacked.
  private func isPartOfStack(_ code: DecodedCode, _ candidate: Candidate?) -> Bool {
    guard code.symbology == .code128 else { return false }
    guard let candidate, candidate.kind == .stripes else { return true }
    return QuadGeometry.across(code.corners).extent < candidate.halfHeight
  }
}
