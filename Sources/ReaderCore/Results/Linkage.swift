/// Whether a 2D component of a GS1 composite belongs to a linear code that was read without one; the numbers are those of
/// `scanbeam/result.h`.
public enum Linkage: Int32, Equatable {
  /// Nothing says so; also for whole composites and other codes, and where composites were not asked for.
  case none = 0
  /// Rows of bars stand where a component would be, and the code cannot say whether it has one (EAN, UPC), or it was not seen.
  case possible = 1
  /// The code says so: the linkage flag of DataBar, or the code set character before the check character of a GS1-128.
  case declared = 2

  /// Stable identifier.
  public var name: String {
    switch self {
    case .none: "NONE"
    case .possible: "POSSIBLE"
    case .declared: "DECLARED"
    }
  }
}
