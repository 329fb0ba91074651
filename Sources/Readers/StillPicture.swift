import Decoding
import Pictures
import ReaderCore

/// Decodes one picture without a reader. Keeps no state.
public enum StillPicture {
  /// How to decode.
  public struct Options {
    /// What to read; nil: all that the build can.
    public var symbologies: SymbologySet?
    /// 1 fastest to 5 most thorough.
    public var effort = 2
    /// Stop after so many codes; 0: no limit.
    public var maxCodes = 0
    /// Nanoseconds after which to stop looking; 0: no limit.
    public var budget: Int64 = 0
    /// Read add-ons of EAN and UPC without their EAN or UPC, too: hardly anything checks them.
    public var readsAddOnsAlone = false
    /// Keep the luminance in the results.
    public var keepsImage = false
    /// Make drawings.
    public var drawsSVG = false
    /// Results are masked unless it has a valid key; nil, the default: never.
    public var licence: LicencePolicy?
    /// Takes down how the picture was searched; nil normally.
    public var recorder: DecodeRecorder?
    /// The defaults.
    public init() {}
  }

  /// Decodes luminance.
  public static func decode(
    _ luma: LumaView, time: Int64 = SystemClock.now(), path: String? = nil, _ options: Options = Options()
  ) throws(ReaderError) -> ReadResults {
    let masks = options.licence?.masks == true
    let image = options.keepsImage && !masks ? try LumaImage(copying: luma) : nil
    var request = DecodeRequest(symbologies: options.symbologies ?? Availabilities.symbologies)
    request.effort = options.effort
    request.checks.addOns = options.readsAddOnsAlone
    request.maxCodes = options.maxCodes
    if options.budget > 0 {
      let (deadline, overflow) = SystemClock.now().addingReportingOverflow(options.budget)
      request.deadline = overflow ? nil : deadline
    }
    let begin = SystemClock.threadCPU()
    let codes = Decoder(log: nil).decode(luma, request, recorder: options.recorder)
    return ReadResults(
      codes: masks ? codes.map { $0.masked } : codes, reason: .noCode, time: time,
      decodeTime: SystemClock.threadCPU() &- begin,
      frameSize: PixelSize(luma.width, luma.height), path: path, image: image, wantsSVG: options.drawsSVG)
  }

  /// Decodes a picture file in memory.
  public static func decode(
    file bytes: UnsafeRawBufferPointer, _ options: Options = Options()
  ) throws(ReaderError) -> ReadResults {
    let image = try PictureFile.decode(bytes)
    let results = try decode(image.view, options)
    withExtendedLifetime(image) {}
    return results
  }

  /// Decodes a picture file on disk.
  public static func decode(path: String, _ options: Options = Options()) throws(ReaderError) -> ReadResults {
    let image = try PictureFile.load(path: path)
    let results = try decode(image.view, path: path, options)
    withExtendedLifetime(image) {}
    return results
  }
}
