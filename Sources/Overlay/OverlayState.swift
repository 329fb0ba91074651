import ReaderCore

/// What a reader is doing, as far as an overlay shows it. Places are normalised: 0 to 1 of the whole frame.
public struct OverlayState: Equatable {
  /// What it does about scanning.
  public enum Activity: Int32 {
    case idle = 0
    case running = 1
    case waiting = 2
    case paused = 3
  }

  public var activity = Activity.idle
  /// Modes with an aimer show nothing unless they must.
  public var isShown = true
  public var hasZoomButton = true
  public var hasLightButton = true
  /// In a partial view; a full screen has one always.
  public var hasCloseButton = false
  /// Decoding waits for a trigger, so there is a button for it.
  public var hasTriggerButton = false
  /// 0 to 2.
  public var zoomLevel: Int32 = 0
  public var isLightOn = false
  /// 1 at the begin of a scan, 0 at its end; nil: it has no end.
  public var timeLeft: Double?
  /// The part of the frame that is searched.
  public var region = Rectangle(0, 0, 1, 1)
  /// The part is the frame of a finder.
  public var isFinder = false
  /// The window of target decoding, when it is to be seen.
  public var target: Rectangle?
  /// Corners of codes that were read just now.
  public var outlines: [Quad] = []
  /// What they say, in the same order.
  public var outlineNames: [String] = []
  /// Directions in which linear codes are looked for.
  public var looksHorizontally = true
  public var looksVertically = true
  /// The part of the frame that is seen, smaller when the picture is enlarged.
  public var visible = Rectangle(0, 0, 1, 1)
  /// Nanoseconds since the line began to blink.
  public var blinkTime: Int64 = 0

  /// Idle, with the defaults of a camera without an aimer.
  public init() {}
}

/// Where the overlay is drawn.
public struct OverlayView: Equatable {
  /// The visible part of the frame, in the view.
  public var mapping: ViewMapping
  /// Covers the whole screen, so it needs a close button.
  public var isFullScreen: Bool

  /// A view of a frame.
  public init(_ mapping: ViewMapping, isFullScreen: Bool = false) {
    self.mapping = mapping
    self.isFullScreen = isFullScreen
  }
}
