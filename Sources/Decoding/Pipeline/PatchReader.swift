import ReaderCore

/// Scanbeam's own decoders: they read the upright patch of a candidate.
protocol PatchReader: AnyObject {
  /// What it can read.
  var symbologies: SymbologySet { get }
  /// Reads a patch whose bars run from top to bottom. Corners are in patch coordinates.
  func read(_ patch: LumaView, _ wanted: SymbologySet, effort: Int) -> [DecodedCode]
}
