import Decoding
import ReaderCore

/// Reads the frames of one scan after another by the rules that are set. Belongs to the worker of a driver.
final class SceneReader {
  /// A frame that was searched, with what counts of it.
  struct Searched {
    let codes: [DecodedCode]
    let luma: LumaView
    let time: Int64
  }

  private let decoder: LiveDecoder
  /// Pictures from files: each is searched as it is, alone.
  private let arePictures: Bool
  private var selector = FrameSelector()
  private var agreement = FrameAgreement()
  private var addOns = AddOnPatience()
  private var composites = CompositePatience()
  private var motion = MotionDetector()
  private var region: PixelRegion?
  /// Waits for motion before frames are searched.
  private(set) var isWatching = false

  init(_ decoder: LiveDecoder, arePictures: Bool) {
    self.decoder = decoder
    self.arePictures = arePictures
  }

  /// A new scan begins.
  ///
  /// - Parameter watching: Frames are searched once something is brought into view.
  func begin(watching: Bool) {
    decoder.reset()
    selector.reset()
    agreement.reset()
    addOns.reset()
    composites.reset()
    motion.reset()
    isWatching = watching
  }

  /// Whether a frame of this time is worth anything.
  func admits(_ time: Int64, _ settings: ReaderSettings) -> Bool {
    arePictures
      || selector.admits(time, settings.scan)
        && (!settings.symbologies.isEmpty || settings.imageResults || isWatching)
  }

  /// Searches a frame; nil when it is left out.
  ///
  /// - Parameters:
  ///   - zoom: Percent by which the middle is enlarged here.
  ///   - sawMotion: Called before the first frame that is searched after waiting.
  func read(
    _ frame: Frame, _ settings: ReaderSettings, zoom: Int, sawMotion: () -> Void
  ) throws(ReaderError) -> Searched? {
    if isWatching {
      guard !settings.scan.isPaused, motion.sees(frame.luma) else { return nil }
      isWatching = false
      decoder.reset()
      sawMotion()
    }
    guard !arePictures else {
      return Searched(codes: codes(of: frame.luma, settings, zoom), luma: frame.luma, time: frame.time)
    }
    // Sources that do not ask beforehand.
    guard selector.admits(frame.time, settings.scan) else { return nil }
    guard let choice = try selector.choose(frame.luma, time: frame.time, settings.scan) else { return nil }
    // Frames have to agree, or to show an add-on, that were searched, each for itself.
    if settings.scan.agreeing > 1 || addOns.isWaiting { decoder.reset() }
    let size = PixelSize(choice.luma.width, choice.luma.height)
    let aimed = settings.look.targeted(codes(of: choice.luma, settings, zoom), in: size)
    let rules = CodeRules(settings)
    let confirmed = addOns.told(agreement.confirmed(aimed, settings.scan)) { rules.hopesForAddOn($0) }
    let whole = composites.told(confirmed, waits: settings.symbols.linearAlone < 2)
    let found = settings.look.centred(whole, in: size)
    return Searched(codes: found, luma: choice.luma, time: choice.time)
  }

  /// The codes in the region of a frame, with corners in the pixels of the frame.
  private func codes(of luma: LumaView, _ settings: ReaderSettings, _ zoom: Int) -> [DecodedCode] {
    guard !settings.symbologies.isEmpty else { return [] }
    var request = DecodeRequest(symbologies: settings.symbologies, effort: settings.effort)
    request.checks = settings.symbols.checks
    request.maxThreads = settings.maxThreads
    let size = PixelSize(luma.width, luma.height)
    let region = settings.look.pixels(in: size, zoom: zoom)
    if self.region != region { decoder.reset() }
    self.region = region
    let isWhole = region.isWhole(size)
    guard
      let part = isWhole ? luma : luma.crop(x: region.x, y: region.y, width: region.width, height: region.height)
    else { return [] }
    var codes = CodeRules(settings).apply(
      arePictures ? decoder.decoder.decode(part, request) : decoder.decode(part, request))
    guard !isWhole else { return codes }
    for i in codes.indices {
      codes[i].corners = codes[i].corners.map { Point($0.x + Double(region.x), $0.y + Double(region.y)) }
    }
    return codes
  }
}
