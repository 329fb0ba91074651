import ReaderCore

/// The bars of a postal code, measured one by one.
struct PostalBars {
  /// What a bar shows beside its tracker. The letters are those of the postal services.
  enum State: UInt8 {
    case tracker = 0
    case descender = 1
    case ascender = 2
    case full = 3

    /// F, A, D or T.
    var letter: UInt8 { [0x54, 0x44, 0x41, 0x46][Int(rawValue)] }
    var hasAscender: Bool { rawValue & 2 != 0 }
    var hasDescender: Bool { rawValue & 1 != 0 }
    init(ascender: Bool, descender: Bool) {
      self = ascender ? (descender ? .full : .ascender) : descender ? .descender : .tracker
    }
  }

  /// The states from left to right.
  var states: [State]
  /// For each bar how clear its ascender and descender are, 0 (a coin toss) to 1.
  var clearness: [(ascender: Float, descender: Float)]
  /// Whether some bars go above, and below, the tracker.
  var hasAscenders: Bool
  var hasDescenders: Bool
  /// Height of the tracker in shares of the whole.
  var tracker: Float
  /// Light before and after in distances of bars, whether it was seen or the patch ends there; the smaller.
  var quiet: Float
  /// Distance of bars in pixels of the patch.
  var pitch: Float
  /// The outline in the patch.
  var quad: Quad

  /// The same seen upside down.
  var turned: PostalBars {
    PostalBars(
      states: states.reversed().map { State(ascender: $0.hasDescender, descender: $0.hasAscender) },
      clearness: clearness.reversed().map { ($0.descender, $0.ascender) }, hasAscenders: hasDescenders,
      hasDescenders: hasAscenders, tracker: tracker, quiet: quiet, pitch: pitch,
      quad: Quad(quad.bottomRight, quad.bottomLeft, quad.topLeft, quad.topRight))
  }

  /// The same seen from behind.
  var mirrored: PostalBars {
    var bars = self
    bars.states.reverse()
    bars.clearness.reverse()
    bars.quad = Quad(quad.topRight, quad.topLeft, quad.bottomLeft, quad.bottomRight)
    return bars
  }

  /// The least clear of all bars.
  var leastClearness: Float { clearness.reduce(1) { min($0, min($1.ascender, $1.descender)) } }
}
