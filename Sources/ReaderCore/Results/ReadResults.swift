/// Counters that the XML of a result carries.
public struct ReadCounters {
  public var goodReads: UInt64 = 0
  public var badReads: UInt64 = 0
  /// Frames that came too fast to be searched.
  public var bufferOverflows: UInt64 = 0
  /// All zero.
  public init() {}
}

/// What a device sent with a read, as it sent it; in the place of what would be made here.
public struct DeviceAttachment {
  public var xml: String?
  public var svg: String?
  /// Nothing.
  public init() {}
}

/// The results of one frame, or of the end of a scan. Immutable; nothing in it points into a frame or a device.
public final class ReadResults {
  /// Number within the reader, from 1; 0 for still pictures.
  public let id: Int64
  /// What was read, in reading order; empty when there is no good read.
  public let codes: [DecodedCode]
  /// Why there is no good read; `.none` when there is one.
  public let reason: Reason
  /// When the frame was captured or the scan ended, nanoseconds of CLOCK_MONOTONIC.
  public let time: Int64
  /// CPU time of locating and decoding, in nanoseconds.
  public let decodeTime: Int64
  /// Size of the frame that the corners refer to; nil when there was no frame.
  public let frameSize: PixelSize?
  /// Path of the picture, nil for cameras and pushed frames.
  public let path: String?
  /// For `.unreadable` the sentence that says why.
  public let message: String?
  /// The luminance of the frame, when image results are on.
  public let image: LumaImage?
  /// Whether drawings are wanted.
  public let wantsSVG: Bool
  /// Counters of the reader at this moment.
  public let counters: ReadCounters
  /// What a terminal sent with the read.
  public let attachment: DeviceAttachment
  /// How the results are to look.
  public let form: ResultForm

  /// Makes results.
  public init(
    id: Int64 = 0, codes: [DecodedCode], reason: Reason, time: Int64, decodeTime: Int64 = 0,
    frameSize: PixelSize? = nil, path: String? = nil, message: String? = nil, image: LumaImage? = nil,
    wantsSVG: Bool = false, counters: ReadCounters = ReadCounters(),
    form: ResultForm = ResultForm(), attachment: DeviceAttachment = DeviceAttachment()
  ) {
    self.id = id
    self.codes = codes
    self.reason = codes.isEmpty ? reason : .none
    self.time = time
    self.decodeTime = decodeTime
    self.frameSize = frameSize
    self.path = path
    self.message = message
    self.image = image
    self.wantsSVG = wantsSVG
    self.counters = counters
    self.attachment = attachment
    self.form = form
  }

  /// True when at least one code was read.
  public var goodRead: Bool { !codes.isEmpty }
}
