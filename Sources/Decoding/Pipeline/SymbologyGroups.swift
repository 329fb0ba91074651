import ReaderCore

extension SymbologySet {
  /// Bars along one line.
  static let linear = SymbologySet([
    .code128, .upcEan, .code39, .code93, .interleaved2of5, .codabar, .dataBar, .code39ToCode32, .telepen, .code11, .msi,
    .code25, .pharmacode, .plessey, .koreaPost, .fim,
  ])
  /// Bars of several heights, read one by one.
  static let postal = SymbologySet([
    .postnet, .planet, .cepNet, .intelligentMail, .royalMail, .kix, .mailmark, .japanPost, .australiaPost, .upu,
    .daft,
  ])
  /// What a candidate of stripes can be for zxing-cpp: linear, and rows of bars on top of each other.
  static let striped = linear.union(postal).union(SymbologySet([.pdf417, .microPDF417])).union(stacked)
  /// Rows of bars on top of each other that only Scanbeam's own decoders read.
  static let stacked = SymbologySet([.codablockF, .code16K, .code49])
  /// Codes of several rows of bars.
  static let manyRows = SymbologySet([.pdf417, .microPDF417]).union(.stacked)
  /// Linear codes that can have a 2D component above them.
  static let underComposites = SymbologySet([.upcEan, .code128, .dataBar])
  /// Linear codes that are on goods and papers beside those that a till reads.
  static let explaining = SymbologySet([.code128, .upcEan, .code39, .code93, .interleaved2of5, .codabar])
  /// Squares, dots and hexagons.
  static let matrix = SymbologySet([.dataMatrix, .qr, .aztec, .maxiCode, .dotCode]).union(.outlined)
  /// What is more than bars along a line.
  static let areas = matrix.union(SymbologySet([.pdf417, .microPDF417]))
  /// Squares and rectangles that Scanbeam finds by their outline.
  static let outlined = SymbologySet([.hanXin, .gridMatrix, .codeOne])
}
