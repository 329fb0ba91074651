import ReaderCore

/// Collects the codes of a scan until there are as many different ones as the host wants in one result.
struct MultiCode {
  private var codes: [DecodedCode] = []
  private var frame: DecodedFrame?

  /// Takes what a frame brought; true when there are enough now.
  mutating func add(_ new: [DecodedCode], of frame: DecodedFrame, wanted: Int) -> Bool {
    self.frame = frame
    for code in new where codes.count < wanted {
      if !codes.contains(where: { $0.symbology == code.symbology && $0.bytes == code.bytes }) { codes.append(code) }
    }
    return codes.count >= wanted
  }

  /// Gives what there is, with the last frame that brought some of it, and begins anew.
  mutating func take() -> (codes: [DecodedCode], frame: DecodedFrame?) {
    defer { (codes, frame) = ([], nil) }
    return (codes, frame)
  }
}
