/// What kind of camera reader it is (numbers of CDMCameraMode, iOS 2.6.2 header).
public enum CameraMode: Int32 {
  /// A camera that the user aims by looking at the preview.
  case noAimer = 0
  /// A camera with an aimer that the camera's lamp lights: light commands are ignored.
  case passiveAimer = 1
  /// A camera with an aimer and lamp of its own, which the host supplies.
  case activeAimer = 2
  /// The camera on the side of the customer: no lamp, no aimer.
  case frontCamera = 3

  /// Whether the mode has an aimer.
  public var hasAimer: Bool { self == .passiveAimer || self == .activeAimer }
  /// Whether commands for the lamp are carried out; else they are answered with success and ignored.
  public var hasLights: Bool { self == .noAimer || self == .activeAimer }
}

/// How a preview is to look and what else the camera is to do (bits of CDMPreviewOption).
public struct PreviewOptions: OptionSet {
  public let rawValue: UInt32

  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let noZoomButton = PreviewOptions(rawValue: 1)
  public static let noLightButton = PreviewOptions(rawValue: 2)
  public static let hardwareTrigger = PreviewOptions(rawValue: 4)
  public static let paused = PreviewOptions(rawValue: 8)
  public static let alwaysShow = PreviewOptions(rawValue: 16)
  public static let pessimisticCaching = PreviewOptions(rawValue: 32)
  public static let highResolution = PreviewOptions(rawValue: 64)
  public static let highFrameRate = PreviewOptions(rawValue: 128)
  public static let closeButton = PreviewOptions(rawValue: 256)
  public static let keepPaused = PreviewOptions(rawValue: 512)

  /// Every bit that has a meaning.
  public static let known = PreviewOptions(rawValue: 1023)
}
