import ReaderCore

/// Where an add-on is optional, holds a code without one back for a few frames: the add-on is smaller than the code and often
/// only seen in the next frame.
struct AddOnPatience {
  /// Frames that are searched until a code is told without an add-on, counting the one that shows it.
  static let frames = 4

  private struct Held {
    let code: DecodedCode
    var left: Int
  }

  private var held: [Held] = []

  /// Whether something is held back, so that each frame has to be searched for itself.
  var isWaiting: Bool { !held.isEmpty }

  /// The codes of a frame that are to be told now.
  ///
  /// - Parameter hopes: Whether a code may have an add-on that was not seen.
  mutating func told(_ codes: [DecodedCode], hopes: (DecodedCode) -> Bool) -> [DecodedCode] {
    var told: [DecodedCode] = []
    for i in held.indices { held[i].left -= 1 }
    for code in codes {
      guard hopes(code) else {
        told.append(code)
        continue
      }
      let index = held.firstIndex { $0.code.bytes == code.bytes && $0.code.variant == code.variant }
      if code.addOn != nil {
        if let index { held.remove(at: index) }
        told.append(code)
      } else if index == nil {
        held.append(Held(code: code, left: AddOnPatience.frames - 1))
      }
    }
    told += held.filter { $0.left <= 0 }.map(\.code)
    held.removeAll { $0.left <= 0 }
    return told
  }

  /// A new scan waits anew.
  mutating func reset() { held = [] }
}
