import ReaderCore

/// Holds back codes that are still in view: the same symbology and data, last seen less than a time ago, or at all.
struct DuplicateRule {
  private struct Key: Hashable {
    let symbology: Symbology
    let bytes: [UInt8]
    /// Two tags with the same content are two.
    let tag: [UInt8]?
  }

  private var lastSeen: [Key: Int64] = [:]
  /// Enough for anything that a till sees in the time; bounds memory.
  private static let capacity = 65_536

  /// The codes to report, given that all of `codes` were seen at `time`; nanoseconds.
  ///
  /// - Parameter timeout: 0: all; negative: each only once until `reset`.
  mutating func filter(_ codes: [DecodedCode], time: Int64, timeout: Int64) -> [DecodedCode] {
    guard timeout != 0 else { return codes }
    if timeout > 0 { lastSeen = lastSeen.filter { time &- $0.value < timeout } }
    var fresh: [DecodedCode] = []
    for code in codes {
      let key = Key(symbology: code.symbology, bytes: code.bytes, tag: code.tag?.uid)
      if lastSeen[key] == nil { fresh.append(code) }
      if lastSeen.count < DuplicateRule.capacity || lastSeen[key] != nil { lastSeen[key] = time }
    }
    return fresh
  }

  /// Forgets everything.
  mutating func reset() { lastSeen = [:] }
}
