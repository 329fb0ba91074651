import ReaderCore

/// A matrix symbol as it must have been printed: its patterns, and its codewords after error correction.
struct RedrawnSymbol {
  /// Every module.
  let grid: ModuleGrid
  /// Codewords that were corrected in the block that needed it most, and how many may be there: more is no proof any more.
  let corrected: Int
  let correctable: Int

  /// Draws a symbol again from the modules that an engine saw; nil when they are no readable symbol of that symbology, or one that
  /// is not drawn: QR code model 1.
  static func drawn(_ code: DecodedCode, seen: ModuleGrid) -> RedrawnSymbol? {
    switch (code.symbology, code.variant) {
    case (.qr, .none):
      if let plain = QRRedraw.symbol(seen) { return plain }
      // The modules of the mirror image stand in the rows that the engine saw.
      guard let mirrored = QRRedraw.symbol(seen.transposed) else { return nil }
      return RedrawnSymbol(
        grid: mirrored.grid.transposed, corrected: mirrored.corrected, correctable: mirrored.correctable)
    case (.qr, .microQR):
      if let plain = MicroQRRedraw.symbol(seen) { return plain }
      guard let mirrored = MicroQRRedraw.symbol(seen.transposed) else { return nil }
      return RedrawnSymbol(
        grid: mirrored.grid.transposed, corrected: mirrored.corrected, correctable: mirrored.correctable)
    case (.qr, .rmqr): return RMQRRedraw.symbol(seen)
    case (.dataMatrix, _):
      if let plain = DataMatrixRedraw.symbol(seen) { return plain }
      // The mirror image that keeps the two dark sides.
      guard let mirrored = DataMatrixRedraw.symbol(seen.transposed.reversed) else { return nil }
      return RedrawnSymbol(
        grid: mirrored.grid.reversed.transposed, corrected: mirrored.corrected, correctable: mirrored.correctable)
    case (.aztec, _): return AztecRedraw.symbol(seen)
    case (.maxiCode, _): return MaxiCodeRedraw.symbol(seen)
    default: return nil
    }
  }

  /// Whether there is anything to be drawn for a code.
  static func canDraw(_ code: DecodedCode) -> Bool {
    switch (code.symbology, code.variant) {
    case (.qr, .none), (.qr, .microQR), (.qr, .rmqr), (.dataMatrix, _), (.maxiCode, _), (.aztec, _): true
    default: false
    }
  }
}
