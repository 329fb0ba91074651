import ReaderCore

/// What the pixels say about a claimed value.
public struct Verdict {
  /// The three answers.
  public enum Outcome: Equatable {
    /// The redrawn value explains the pixels, and no other value explains them as well.
    case confirmed
    /// The symbol was found and says something else, or a rule is broken.
    case refuted
    /// The symbol could not be fitted: nothing is known.
    case unverifiable
  }
  public var outcome: Outcome
  /// 0 to 100.
  public var confidence: Int
  /// One sentence for `explain` and logs.
  public var reason: String
  /// Quiet zones were seen at both ends on some line.
  public var hasQuietZones = false
  /// Whether the symbol says that the 2D component of a composite belongs to it; nil where that was not seen.
  var isLinked: Bool?
  /// The corners by where the symbol was seen; nil where those that were reported are as good.
  var corners: Quad?
}
