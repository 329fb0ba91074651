import ReaderCore

/// What one of Scanbeam's own decoders read.
struct PatchRead {
  /// Corners in patch coordinates.
  var code: DecodedCode
  /// Scan lines, or bands of rows, that agreed.
  var lines: Int
  /// The value is right only when the code stands upright in the frame: nothing in it tells from which side it is read.
  var needsDirection = false
  /// The bars that its value demands, to be compared with the pixels.
  var pattern: LinearPattern?
  /// The modules that its value demands over the corners, to be compared with the pixels.
  var drawn: ModuleGrid?
  /// The modules of a matrix code as they were seen, and as they must have been printed.
  var symbol: (seen: ModuleGrid, drawn: RedrawnSymbol)?
  /// What the decoder found when it compared what its value demands with what it had measured.
  var proof: Verdict?
}

extension Verdict {
  /// The verdict of a decoder that drew its value again and compared it with what it had measured.
  ///
  /// - Parameter share: How much of that is so, 0.5 by chance.
  static func drawn(share: Double) -> Verdict {
    Verdict(
      outcome: .confirmed, confidence: max(1, min(99, Int(100 * (2 * share - 1)))),
      reason: "\(Int(100 * share)) % of the symbol are as the value demands.")
  }
}

/// Scanbeam's own decoders: they read the upright patch of a candidate.
protocol PatchReader: AnyObject {
  /// What it can read.
  var symbologies: SymbologySet { get }
  /// Patches of a new picture follow, to be read by this request.
  func prepare(_ request: DecodeRequest)
  /// Whether every line over the height of a code shows the same.
  var wantsEvenBars: Bool { get }
  /// Whether the last patch showed something that lacks nothing but light between it and an end of the patch.
  var missesQuietZones: Bool { get }
  /// Reads a patch whose bars run from top to bottom; `isMirrored`: it shows the frame as seen from behind.
  func read(_ patch: LumaView, _ wanted: SymbologySet, isMirrored: Bool, effort: Int) -> [PatchRead]
}

extension PatchReader {
  func prepare(_ request: DecodeRequest) {}
  var missesQuietZones: Bool { false }
}
