import ReaderCore

/// What the owner of a reader can set: plain values, copied for every frame. What each may be, and its DMCC name, is in
/// `Setting`.
public struct ReaderSettings: Equatable {
  // Scanning
  public var trigger = TriggerType.manual
  /// Milliseconds, 0: none.
  public var scanTimeoutMs: Int32 = 60_000
  /// Milliseconds, 0: off, -1: once in a scan.
  public var duplicateTimeoutMs: Int32 = 0
  public var scan = ScanRules()

  // Decoding
  /// What to read; nothing at first.
  public var symbologies = SymbologySet()
  public var symbols = SymbologyOptions()
  /// 1 fastest to 5 most thorough.
  public var effort = 2
  /// Directions of linear codes: 0 all, 1 horizontal and vertical, 2 vertical, 3 horizontal.
  public var linearOrientation = 1
  /// Worker threads of one reader.
  public var maxThreads = min(4, Availabilities.cores)
  public var look = LookSettings()
  /// 0: a result carries all codes of its frame; 1: one code; more: the scan ends when so many codes were found.
  public var maxCodes = 1
  /// Whether fewer codes than that make a good read at the end of a scan.
  public var partialResults = false

  // Results
  public var results = ResultSettings()

  // The device
  public var device = DeviceSettings()
  public var sound = SoundSettings()
  public var vibrates = true
  /// The display name; nil: that of the camera.
  public var name: String?
  public var dmcc = DMCCSettings()
  public var tags = TagSettings()

  /// The defaults of a camera reader.
  public init() {}

  /// The defaults of a camera reader of a mode.
  public init(_ mode: CameraMode) {
    device.aimer = mode.hasAimer ? 1 : 0
    guard mode == .activeAimer else { return }
    let preset = SymbologySet([.code39, .code128, .dataBar, .pdf417, .qr, .upcEan])
    symbologies = preset.intersection(Availabilities.symbologies)
  }

  /// The defaults of a reader that was made from an identity: it scans without end, and a result has
  /// all codes of a frame as they are, and the image in full size.
  public static var plain: ReaderSettings {
    var settings = ReaderSettings()
    settings.scanTimeoutMs = 0
    settings.maxCodes = 0
    settings.symbols = .open
    settings.results.imageSize = 0
    return settings
  }

  public var imageResults: Bool {
    get { results.types & ResultForm.image != 0 }
    set { results.set(ResultForm.image, newValue) }
  }

  public var svgResults: Bool {
    get { results.types & ResultForm.graphics != 0 }
    set { results.set(ResultForm.graphics, newValue) }
  }
}

/// Where in the frame to look.
public struct LookSettings: Equatable {
  /// Only codes that overlap the window are reported.
  public var targetDecoding = false
  /// Centre x, centre y, width, height in percent of the frame.
  public var window = [50, 50, 10, 10]
  /// The window is drawn into the SVG.
  public var displayTarget = true
  /// The code nearest to the middle of the window wins.
  public var useCentering = false
  public var region = Region.percent([0, 100, 0, 100])
  /// Makes the defaults.
  public init() {}

  /// The part of the frame that is searched.
  public enum Region: Equatable {
    /// x, width, y, height.
    case percent([Int])
    /// Left, right, top, bottom; right and bottom are the first column and row outside.
    case pixels([Int])
    /// The frame of a finder.
    case finder(FinderSettings)
  }
}

/// What results carry.
public struct ResultSettings: Equatable {
  /// Bits of `ResultForm`.
  public var types = ResultForm.readString | ResultForm.xml
  /// 0 full, 1 a quarter, 2 a sixteenth, 3 a sixty-fourth of the area.
  public var imageSize = 1
  /// 0 bitmap, 1 JPEG.
  public var imageFormat = 1
  /// JPEG quality.
  public var imageQuality = 50
  public var encoding = ReadStringEncoding.auto
  /// Makes the defaults.
  public init() {}

  mutating func set(_ bit: Int, _ on: Bool) { types = on ? types | bit : types & ~bit }
}

/// What the camera itself is told.
public struct DeviceSettings: Equatable {
  public var lights = false
  public var aimer = 0
  /// Seconds, 0: none.
  public var aimerTimeout = 60
  /// Seconds between runs of the autofocus, 0: never.
  public var focusTime = 3
  /// Percent of the range; nil: what the camera has.
  public var focusPower: Int?
  public var zoom = 0
  public var zoomPercent = [200, 400]
  /// Microseconds, 0: automatic.
  public var exposure = 0
  /// Percent of the range; nil: what the camera has.
  public var gain: Int?
  /// Thousandths of an exposure value; nil: what the camera has.
  public var exposureCompensation: Int?
  /// Percent of the range; nil: what the camera has.
  public var brightness: Int?
  /// 0 off, 1 50 Hz, 2 60 Hz, 3 automatic; nil: what the camera has.
  public var powerLine: Int?
  /// 0 by hand, 1 continuous; nil: what the camera has.
  public var autofocus: Int?
  /// Columns and rows that are wanted.
  public var frameSize = PixelSize(1280, 720)
  /// Frames in a second that are wanted; 0: as many as the camera can.
  public var framesPerSecond = 0.0
  /// The LED class device that lights for the camera; nil: the only one that calls itself flash or torch.
  public var lampName: String?
  /// Makes the defaults.
  public init() {}
}

/// Beeps: number and tone.
public struct SoundSettings: Equatable {
  public var good = [1, 1]
  public var noRead = [0, 0]
  public var isEnabled = true
  /// Makes the defaults.
  public init() {}
}

/// How replies look when the reader is driven through a byte stream.
public struct DMCCSettings: Equatable {
  public var response = 1
  public var header = 1
  public var checksum = 0
  /// Makes the defaults.
  public init() {}
}
