import ReaderCore

/// The search of builds without zxing-cpp: libzbar over the whole picture, and over further pictures made of it. The
/// pipeline leaves most patches to zxing-cpp; without it this reads twice as much.
final class WholePictureSearch {
  private let engines: [any DecodeEngine]

  /// A search by these engines.
  init(_ engines: [any DecodeEngine]) { self.engines = engines }

  /// The codes of a picture, in no particular order.
  ///
  /// The first pass looks at the picture as it is. Efforts from 3 on look at further pictures made of it, as long as
  /// the deadline and `maxCodes` allow.
  func decode(_ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder? = nil) -> [DecodedCode] {
    let size = PixelSize(luma.width, luma.height)
    var codes =
      fits(size.width * size.height, request) ? run(luma, request, recorder) : reduced(luma, request, recorder)
    for pass in Effort.passes(request.effort) where !isDone(codes, request) {
      guard fits(size.width * size.height, request), let image = pass.make(luma) else { continue }
      guard fits(image.view.width * image.view.height, request) else { continue }
      let more = withExtendedLifetime(image) { run(image.view, request, recorder) }
      codes += more.map { code in
        var code = code
        code.corners = code.corners.map { pass.back($0, size) }
        return code
      }
      codes = Duplicates.removed(codes)
    }
    return Duplicates.removed(codes).map { Confidence.rated(byZBar: $0) }
  }

  /// Nanoseconds that libzbar takes for a pixel, with room for slower machines; it cannot be interrupted.
  private static let pace: Int64 = 120

  /// Whether a pass over so many pixels ends before the deadline.
  private func fits(_ pixels: Int, _ request: DecodeRequest) -> Bool {
    guard let deadline = request.deadline else { return true }
    return Int64(pixels) &* WholePictureSearch.pace < deadline &- SystemClock.now()
  }

  /// The picture at half its size, and half of that, until the time is enough for it.
  private func reduced(_ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder?) -> [DecodedCode] {
    guard !isDone([], request), let half = Effort.half(luma) else { return [] }
    return withExtendedLifetime(half) {
      let codes =
        fits(half.view.width * half.view.height, request)
        ? run(half.view, request, recorder) : reduced(half.view, request, recorder)
      return codes.map { code in
        var code = code
        code.corners = code.corners.map { Point($0.x * 2, $0.y * 2) }
        return code
      }
    }
  }

  /// All engines on one picture.
  private func run(_ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder?) -> [DecodedCode] {
    var codes: [DecodedCode] = []
    for engine in engines where !engine.symbologies.intersection(request.symbologies).isEmpty {
      if isDone(codes, request) { break }
      let begin = recorder == nil ? 0 : SystemClock.threadCPU()
      let read = engine.decode(luma, request)
      recorder?.looked(.zbar, nil, luma, time: SystemClock.threadCPU() &- begin, reads: read.count)
      if let recorder { for code in read { recorder.claimed(code, accepted: true, "libzbar gave the value.") } }
      codes += read
    }
    return codes
  }

  private func isDone(_ codes: [DecodedCode], _ request: DecodeRequest) -> Bool {
    if request.maxCodes > 0, codes.count >= request.maxCodes { return true }
    guard let deadline = request.deadline else { return false }
    return SystemClock.now() >= deadline
  }
}
