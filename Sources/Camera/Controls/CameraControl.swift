/// Something that a camera lets itself be told, in the units of this library; the numbers of `scanbeam/controls.h`.
public enum CameraControl: Int32, CaseIterable {
  /// Percent, from 100 for the whole picture.
  case zoom = 1
  /// 0 dark, 1 lit.
  case lamp = 2
  /// Percent of the range of the lens; setting it ends continuous autofocus.
  case focus = 3
  /// 0 by hand, 1 continuous.
  case autofocus = 4
  /// Microseconds; 0: the camera chooses.
  case exposure = 5
  /// Thousandths of an exposure value that automatic exposure is made brighter by.
  case exposureCompensation = 6
  /// Percent of the range; setting it ends automatic gain.
  case gain = 7
  /// Percent of the range.
  case brightness = 8
  /// 0 off, 1 50 Hz, 2 60 Hz, 3 the camera chooses.
  case powerLine = 9
  /// Seconds between two runs of the autofocus; 0: never.
  case focusInterval = 10
}

/// What values a control of a camera takes.
public struct ControlRange: Equatable {
  /// Smallest value.
  public var minimum: Int
  /// Largest value.
  public var maximum: Int
  /// Between two values the camera takes the nearest; 1 or more.
  public var step: Int
  /// What the camera starts with.
  public var standard: Int

  /// Makes a range.
  public init(_ minimum: Int, _ maximum: Int, step: Int = 1, standard: Int) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = max(1, step)
    self.standard = standard
  }

  /// Whether a value may be set.
  public func contains(_ value: Int) -> Bool { value >= minimum && value <= maximum }
}
