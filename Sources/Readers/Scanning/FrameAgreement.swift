import ReaderCore

/// Holds a code back until it was seen in several of the last frames: a misread is seldom repeated.
struct FrameAgreement {
  private struct Key: Hashable {
    let symbology: Symbology
    let bytes: [UInt8]
  }

  /// What the last frames showed, the newest last.
  private var history: [Set<Key>] = []

  /// The codes of a frame that have been seen often enough.
  mutating func confirmed(_ codes: [DecodedCode], _ rules: ScanRules) -> [DecodedCode] {
    guard rules.agreeing > 1 else {
      history = []
      return codes
    }
    history.append(Set(codes.map { Key(symbology: $0.symbology, bytes: $0.bytes) }))
    if history.count > rules.agreementFrames { history.removeFirst(history.count - rules.agreementFrames) }
    return codes.filter { code in
      let key = Key(symbology: code.symbology, bytes: code.bytes)
      return history.reduce(0) { $0 + ($1.contains(key) ? 1 : 0) } >= rules.agreeing
    }
  }

  /// A new scan agrees anew.
  mutating func reset() { history = [] }
}
