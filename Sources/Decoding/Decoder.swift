import ReaderCore

/// Finds and reads the codes of a picture. One decoder belongs to one thread at a time; it gives the same answer for the
/// same picture whatever it saw before.
public final class Decoder {
  private let pipeline: DecodePipeline
  private let log: Log?

  /// Makes a decoder with every engine that works on this machine.
  public init(log: Log? = nil) {
    self.log = log
    pipeline = EngineRegistry.makePipeline(log)
  }

  /// What this build can read on this machine.
  public static var available: SymbologySet { EngineRegistry.available }

  /// Reads a picture.
  ///
  /// - Parameter recorder: Takes down how; nil normally.
  /// - Returns: The codes in reading order: top to bottom, then left to right. At most `request.maxCodes` when that is not 0.
  public func decode(
    _ luma: LumaView, _ request: DecodeRequest, recorder: DecodeRecorder? = nil
  ) -> [DecodedCode] {
    var codes = pipeline.decode(luma, request, recorder)
    codes = ReadingOrder.sorted(codes)
    if request.maxCodes > 0, codes.count > request.maxCodes { codes.removeLast(codes.count - request.maxCodes) }
    for i in codes.indices {
      codes[i].text = codes[i].text ?? TextDecoder.text(of: codes[i])
      codes[i].gtin = GTIN.of(codes[i])
    }
    return codes
  }
}
