import ReaderCore

/// How a camera reader is made.
public struct CameraOptions {
  public var mode: CameraMode
  public var preview: PreviewOptions
  /// Which camera, when there is no identity.
  public var position: CameraPosition
  /// A camera by its identity; nil: by its position.
  public var identity: String?

  /// Makes options.
  public init(
    mode: CameraMode = .noAimer, preview: PreviewOptions = [], position: CameraPosition = .byMode,
    identity: String? = nil
  ) {
    self.mode = mode
    self.preview = preview
    self.position = position
    self.identity = identity
  }
}

/// On which side of the machine a camera looks.
public enum CameraPosition: Int32 {
  /// Front in the mode front camera, else back.
  case byMode = 0
  case back = 1
  case front = 2
}

/// What a preview of a camera reader shows; drawing it is not done here.
public struct PreviewPlan: Equatable {
  public let mode: CameraMode
  public let options: PreviewOptions

  /// Makes a plan by the rules of the mode (cmbSDK iOS guide).
  public init(_ mode: CameraMode, _ options: PreviewOptions) {
    self.mode = mode
    self.options = options
  }

  /// Modes with an aimer show none unless they must.
  public var isShown: Bool { !mode.hasAimer || options.contains(.alwaysShow) }
  public var hasZoomButton: Bool { isShown && !options.contains(.noZoomButton) }
  /// Modes that ignore light commands have no button for them.
  public var hasLightButton: Bool { isShown && mode.hasLights && !options.contains(.noLightButton) }
  public var hasCloseButton: Bool { isShown && options.contains(.closeButton) }
  /// Decoding waits for a trigger.
  public var startsPaused: Bool { options.contains(.paused) }
  /// After a read or a time-out it waits for the next trigger; only of use when it starts paused.
  public var staysPaused: Bool { options.contains(.paused) && options.contains(.keepPaused) }
  public var hasHardwareTrigger: Bool { options.contains(.hardwareTrigger) }
  /// Settings of an active aimer are read anew on resume.
  public var readsAimerAnew: Bool { mode == .activeAimer && options.contains(.pessimisticCaching) }
  /// The size that is asked for.
  public var size: PixelSize { options.contains(.highResolution) ? PixelSize(1920, 1080) : PixelSize(1280, 720) }
  /// The rate that is asked for.
  public var framesPerSecond: Int { options.contains(.highFrameRate) ? 60 : 30 }
}
