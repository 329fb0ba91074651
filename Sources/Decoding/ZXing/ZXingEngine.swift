import ReaderCore

#if ZXING
  import CZXing

  /// zxing-cpp as an engine. It keeps nothing from one picture to the next; one object belongs to one thread at a time.
  public final class ZXingEngine: DecodeEngine {
    public let name = "zxing-cpp"

    /// What zxing-cpp reads.
    static let readable = SymbologySet([
      .dataMatrix, .qr, .code128, .upcEan, .code39, .code93, .interleaved2of5, .codabar, .maxiCode, .pdf417,
      .microPDF417,
      .dataBar, .aztec, .code39ToCode32, .telepen,
    ])

    public var symbologies: SymbologySet { ZXingEngine.readable }

    /// Makes the engine.
    public init() {}

    /// Version of the linked library.
    static var version: String { String(cString: czxing_version()) }

    public func decode(_ luma: LumaView, _ request: DecodeRequest) -> [DecodedCode] {
      let mode: ZXingMode = request.effort <= 2 ? .fast : .thorough
      return read(luma, request.symbologies, mode, maxCodes: request.maxCodes).map { $0.code }
    }

    /// Reads a picture in a given way.
    ///
    /// - Returns: The codes, corners in the picture.
    func read(
      _ luma: LumaView, _ wanted: SymbologySet, _ mode: ZXingMode, maxCodes: Int = 0
    ) -> [ZXingRead] {
      guard luma.width <= 32767, luma.height <= 32767, luma.stride <= Int(Int32.max) else { return [] }
      var options = czxing_options()
      options.formats = ZXingFormats.mask(wanted)
      options.try_harder = mode.harder ? 1 : 0
      options.try_rotate = mode.rotated ? 1 : 0
      options.try_invert = mode.inverted ? 1 : 0
      options.try_downscale = mode.downscaled ? 1 : 0
      options.is_split = mode.split ? 1 : 0
      options.min_lines = Int32(truncatingIfNeeded: mode.minLines)
      options.max_symbols = Int32(truncatingIfNeeded: min(max(maxCodes, 0), 255))
      guard options.formats != 0 else { return [] }
      let sink = Sink(wanted)
      // The sink lives on this frame of the stack for the whole call.
      _ = czxing_read(
        luma.base, Int32(luma.width), Int32(luma.height), Int32(luma.stride), &options,
        { context, symbol in
          guard let context else { return }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().take(symbol.pointee)
        }, Unmanaged.passUnretained(sink).toOpaque())
      return withExtendedLifetime(sink) { sink.found }
    }

    /// Collects what the library delivers.
    private final class Sink {
      let wanted: SymbologySet
      var found: [ZXingRead] = []

      init(_ wanted: SymbologySet) { self.wanted = wanted }

      func take(_ symbol: czxing_symbol) {
        let format = czxing_format(symbol.format)
        let isStacked = format == CZXING_DATABAR_STACKED || format == CZXING_DATABAR_EXPANDED_STACKED
        for code in ZXingFormats.codes(of: symbol, wanted) {
          found.append(ZXingRead(code: code, lines: Int(symbol.lines), isStacked: isStacked, modules: modules(symbol)))
        }
      }

      private func modules(_ symbol: czxing_symbol) -> ModuleGrid? {
        guard let modules = symbol.modules, symbol.columns > 0, symbol.rows > 0 else { return nil }
        let (columns, rows) = (Int(symbol.columns), Int(symbol.rows))
        let all = UnsafeBufferPointer(start: modules, count: columns * rows)
        return ModuleGrid(columns: columns, rows: rows, dark: all.map { $0 == 0 })
      }
    }
  }
#endif

/// A code with what zxing-cpp knows about the reading.
struct ZXingRead {
  let code: DecodedCode
  /// Scan lines that agreed on a linear code.
  let lines: Int
  /// Rows of bars on top of each other.
  let isStacked: Bool
  /// The modules of a matrix code as they were seen, before error correction.
  var modules: ModuleGrid?
}

/// How zxing-cpp looks at a picture.
struct ZXingMode {
  /// Every line, more stubborn with matrix codes.
  var harder = false
  /// All four directions.
  var rotated = false
  /// Light on dark as well.
  var inverted = false
  /// Reduced pictures as well.
  var downscaled = false
  /// The picture is dark and light already.
  var split = false
  /// Lines of a linear code that must agree.
  var minLines = 2

  /// What a look costs for each pixel, in cheap looks (measured).
  var cost: Int { harder ? (downscaled ? 12 : 6) : rotated || inverted ? 2 : 1 }

  /// What a look at a picture costs, in pixels of cheap looks.
  func price(_ patch: Patch) -> Int { 3000 + cost * patch.width * patch.height }

  /// A number for each way.
  var number: Int {
    [harder, rotated, inverted, downscaled, split].reduce(minLines) { 2 * $0 + ($1 ? 1 : 0) }
  }

  /// One cheap look.
  static let fast = ZXingMode()
  /// All directions and polarities, still few lines.
  static let turned = ZXingMode(rotated: true, inverted: true)
  /// As well as it can without reduced pictures.
  static let careful = ZXingMode(harder: true, rotated: true, inverted: true)
  /// The library's default.
  static let thorough = ZXingMode(harder: true, rotated: true, inverted: true, downscaled: true)
}
