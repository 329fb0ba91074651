/// A QR code that was read from its modules.
struct QRSymbol {
  let content: QRContent
  let version: Int
  let level: QRLevel
  /// Codewords that error correction changed.
  let corrections: Int
  /// Whether the modules were those of the mirror image.
  let isMirrored: Bool

  /// The symbol of corrected blocks; nil when they say nothing.
  init?(_ read: QRCodewords.Corrected, isMirrored: Bool) {
    let check = read.version.checkCodewords(read.format.level)
    guard let content = QRContent(read.blocks.flatMap { $0.dropLast(check) }, read.version) else { return nil }
    self.content = content
    version = read.version.number
    level = read.format.level
    corrections = read.corrections
    self.isMirrored = isMirrored
  }

  /// Reads a grid of modules, as it stands or mirrored; nil when it is no readable QR code.
  init?(_ matrix: QRMatrix) {
    for mirrored in [false, true] {
      guard let read = QRCodewords.corrected(mirrored ? matrix.transposed : matrix),
        let symbol = QRSymbol(read, isMirrored: mirrored)
      else { continue }
      self = symbol
      return
    }
    return nil
  }
}
