/// Which frames of a camera are searched, and what has to be seen before it is told. Counts from the next frame.
public struct ScanRules: Equatable {
  /// A code is told once it was seen in so many …
  public var agreeing = 1
  /// … of the last so many frames that were searched.
  public var agreementFrames = 1
  /// At most so many frames are searched in a second; 0: no limit.
  public var maximumRate = 0
  /// Of at least so many frames only the sharpest is searched; 1: each.
  public var sharpestOf = 1
  /// Frames come but are not searched.
  public var isPaused = false
  /// The defaults.
  public init() {}
}
