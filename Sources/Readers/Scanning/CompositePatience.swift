import ReaderCore

/// Makes one result of a composite whose 2D component not every frame shows.
///
/// A linear code that has one, or may have, is held back for a few frames without it; then it is told as what it is, see
/// `DecodedCode.linkage`. Where the whole was told, its linear code alone is the same label for as long as it stays in view, and
/// is not told again. Frames are counted, not time.
struct CompositePatience {
  /// Frames until a linear code is told without its component, counting the one that shows it; a label that so many frames do not
  /// show is gone.
  static let frames = 4

  private enum State: Equatable {
    /// To be told without its component when so many frames more do not show that.
    case held(left: Int)
    /// Told without its component, in every frame from then on.
    case alone
    /// Told as a whole.
    case whole
  }

  private struct Label {
    let linear: Linear
    var state: State
    /// Frames that did not show it, up to now.
    var unseen = 0
  }

  /// A linear code, as it is read alone and in a composite.
  private struct Linear: Equatable {
    let symbology: Symbology
    let variant: Variant
    let bytes: [UInt8]

    /// - Parameter gtin: Stands for the bytes of an EAN or UPC, which settings may change.
    init(_ symbology: Symbology, _ variant: Variant, _ bytes: [UInt8], gtin: String?) {
      (self.symbology, self.variant) = (symbology, variant)
      self.bytes = symbology == .upcEan ? gtin.map { Array($0.utf8) } ?? bytes : bytes
    }
  }

  private var labels: [Label] = []

  /// The codes of a frame that are to be told now.
  ///
  /// - Parameter waits: Whether linear codes are held back; else each frame is told as it is.
  mutating func told(_ codes: [DecodedCode], waits: Bool) -> [DecodedCode] {
    guard waits else {
      labels = []
      return codes
    }
    for i in labels.indices { labels[i].unseen += 1 }
    labels.removeAll { $0.unseen >= CompositePatience.frames }
    for code in codes { note(whole: code) }
    var told: [DecodedCode] = []
    for code in codes {
      if !code.components.isEmpty || tells(linear: code) { told.append(code) }
    }
    return told
  }

  /// Takes down a composite.
  private mutating func note(whole code: DecodedCode) {
    guard let part = code.components.first else { return }
    let linear = Linear(part.symbology, part.variant, part.bytes, gtin: code.gtin)
    labels.removeAll { $0.linear == linear }
    labels.append(Label(linear: linear, state: .whole))
  }

  private mutating func tells(linear code: DecodedCode) -> Bool {
    let linear = Linear(code.symbology, code.variant, code.bytes, gtin: code.gtin)
    guard let i = labels.firstIndex(where: { $0.linear == linear }) else {
      guard code.linkage != .none else { return true }
      labels.append(Label(linear: linear, state: .held(left: CompositePatience.frames - 1)))
      return false
    }
    let isBesideWhole = labels[i].state == .whole && labels[i].unseen == 0
    labels[i].unseen = 0
    switch labels[i].state {
    case .whole: return isBesideWhole && code.linkage == .none
    case .alone: return true
    case .held(let left):
      labels[i].state = left > 1 && code.linkage != .none ? .held(left: left - 1) : .alone
      return labels[i].state == .alone
    }
  }

  /// A new scan waits anew.
  mutating func reset() { labels = [] }
}
