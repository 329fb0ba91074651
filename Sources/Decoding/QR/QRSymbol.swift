/// A QR code that was read from its modules.
struct QRSymbol {
  let content: QRContent
  let version: Int
  let level: QRLevel
  /// Codewords that error correction changed.
  let corrections: Int
  /// Whether the modules were those of the mirror image.
  let isMirrored: Bool

  /// Reads a grid of modules, as it stands or mirrored; nil when it is no readable QR code.
  init?(_ matrix: QRMatrix) {
    for mirrored in [false, true] {
      guard let data = QRCodewords.data(mirrored ? matrix.transposed : matrix),
        let content = QRContent(data.bytes, data.version)
      else { continue }
      self.content = content
      version = data.version.number
      level = data.level
      corrections = data.corrections
      isMirrored = mirrored
      return
    }
    return nil
  }
}
