import ReaderCore

/// A matrix code that one of our own decoders read.
struct MatrixRead {
  /// Corners in the picture that was looked at.
  var code: DecodedCode
  /// Its modules as they were seen, and as they must have been printed.
  let seen: ModuleGrid
  let symbol: RedrawnSymbol

  /// The same as what is weighed.
  var patchRead: PatchRead { PatchRead(code: code, lines: 1, symbol: (seen, symbol)) }
}
