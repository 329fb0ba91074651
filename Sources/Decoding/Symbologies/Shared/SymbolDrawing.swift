import ReaderCore

/// A symbol as its encoder makes it, for documents: what is dark, in modules from its top left corner.
public struct SymbolDrawing {
  /// The name of the symbology, and more where it has several forms.
  public let name: String
  public let symbology: Symbology
  /// What the symbol says.
  public let value: String
  public private(set) var width = 0.0
  public private(set) var height = 0.0
  /// Dark rectangles: left, top, width and height.
  public private(set) var boxes: [(x: Double, y: Double, width: Double, height: Double)] = []
  /// Whether the boxes are drawn as discs.
  public private(set) var areRound = false
  /// Dark rings: the middle, and both radii.
  public private(set) var rings: [(x: Double, y: Double, inner: Double, outer: Double)] = []

  private init(_ symbology: Symbology, _ value: String, _ form: String = "") {
    (self.symbology, self.value) = (symbology, value)
    name = form.isEmpty ? symbology.name : "\(symbology.name) \(form)"
  }

  private mutating func put(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    boxes.append((x, y, width, height))
    (self.width, self.height) = (max(self.width, x + width), max(self.height, y + height))
  }

  /// Bars and spaces in turn.
  private func drawn(_ pattern: LinearPattern?) -> SymbolDrawing {
    var (drawing, x) = (self, 0.0)
    for (i, width) in (pattern?.widths ?? []).enumerated() {
      if i % 2 == 0 { drawing.put(x, 0, Double(width), 30) }
      x += Double(width)
    }
    return drawing
  }

  /// Bars of several heights: the tracker is two of eight modules high; without one, both halves meet.
  private func drawn(_ bars: [PostalBars.State]?, tracker: Double = 2) -> SymbolDrawing {
    var drawing = self
    for (i, bar) in (bars ?? []).enumerated() {
      let top = bar.hasAscender ? 0 : 4 - tracker / 2
      drawing.put(Double(2 * i), top, 1, (bar.hasDescender ? 8 : 4 + tracker / 2) - top)
    }
    return drawing
  }

  /// Tall and short bars on one line.
  private func drawn(tall: [Bool]?) -> SymbolDrawing {
    var drawing = self
    for (i, isTall) in (tall ?? []).enumerated() { drawing.put(Double(2 * i), isTall ? 0 : 3, 1, isTall ? 5 : 2) }
    return drawing
  }

  /// Modules row by row; a row of a stack is eight modules high, with a separator around each.
  private func drawn(_ rows: [[Bool]]?, isStack: Bool = false, areDots: Bool = false) -> SymbolDrawing {
    var drawing = self
    drawing.areRound = areDots
    let (tall, pitch) = isStack ? (8.0, 9.0) : (1, 1)
    for (y, row) in (rows ?? []).enumerated() {
      var start: Int?
      for x in 0...row.count {
        let isDark = x < row.count && row[x]
        if let from = start, !isDark || areDots {
          drawing.put(
            Double(from), Double(y) * pitch + tall - (isStack ? 7 : tall), Double(x - from), isStack ? 8 : tall)
          start = nil
        }
        if isDark, start == nil { start = x }
      }
      if isStack { drawing.put(0, Double(y) * pitch, Double(row.count), 1) }
    }
    if isStack, let first = rows?.first { drawing.put(0, Double(rows?.count ?? 0) * pitch, Double(first.count), 1) }
    return drawing
  }

  /// Hexagons as discs, and the bull's eye.
  private func drawn(maxiCode words: [UInt8]?) -> SymbolDrawing {
    guard let words else { return self }
    var drawing = self
    drawing.areRound = true
    let (x0, y0) = (15.0, 15.0)
    for (row, modules) in MaxiCodeLayout.modules(words).enumerated() {
      for (column, isDark) in modules.enumerated() where isDark {
        let place = MaxiCodeLayout.place(row * MaxiCodeLayout.columns + column)
        drawing.put(x0 + place.x - 0.45, y0 + place.y - 0.45, 0.9, 0.9)
      }
    }
    let radii = MaxiCodeLayout.rings
    for i in stride(from: 0, to: radii.count - 1, by: 2) { drawing.rings.append((x0, y0, radii[i], radii[i + 1])) }
    return drawing
  }
}

extension SymbolDrawing {
  /// A symbol of each symbology that Scanbeam's own decoders read, by the encoders beside them.
  public static let all: [SymbolDrawing] = linear + postal + stacked + pdf417 + matrix

  private static let digits = [1, 2, 3, 4, 5, 6, 7, 8]

  private static let linear = [
    SymbolDrawing(.code11, "123-456").drawn(Code11.pattern(Array("123-456".utf8), checkCharacters: 1)),
    SymbolDrawing(.msi, "12345678").drawn(MSI.pattern(digits)),
    SymbolDrawing(.plessey, "12345678").drawn(Plessey.pattern(digits)),
    SymbolDrawing(.telepen, "Scanbeam").drawn(Telepen.pattern(Array("Scanbeam".utf8))),
    SymbolDrawing(.code25, "12345678", "industrial").drawn(Code25.pattern(digits, .industrial)),
    SymbolDrawing(.code25, "12345678", "IATA").drawn(Code25.pattern(digits, .iata)),
    SymbolDrawing(.code25, "12345678", "matrix").drawn(Code25.pattern(digits, .matrix)),
    SymbolDrawing(.pharmacode, "64321").drawn(Pharmacode.pattern(64321)),
    SymbolDrawing(.koreaPost, "123456").drawn(KoreaPost.pattern([1, 2, 3, 4, 5, 6])),
    SymbolDrawing(.fim, "C").drawn(FIM.pattern(0x43)),
  ]

  private static let postal = [
    SymbolDrawing(.pharmacode, "12345678", "two-track").drawn(PharmacodeTwoTrack.bars(12_345_678), tracker: 0),
    SymbolDrawing(.postnet, "123456789").drawn(tall: Postnet.bars(digits + [9], .postnet)),
    SymbolDrawing(.planet, "12345678901").drawn(tall: Postnet.bars(digits + [9, 0, 1], .planet)),
    SymbolDrawing(.cepNet, "12345678").drawn(tall: Postnet.bars(digits, .cepNet)),
    SymbolDrawing(.intelligentMail, "01234567094987654321").drawn(
      IntelligentMail.bars(Array("01234567094987654321".utf8))),
    SymbolDrawing(.royalMail, "AB12CD34").drawn(RoyalMail.bars(Array("AB12CD34".utf8), kix: false)),
    SymbolDrawing(.kix, "1234AB5678X").drawn(RoyalMail.bars(Array("1234AB5678X".utf8), kix: true)),
    SymbolDrawing(.japanPost, "1234567-12-345").drawn(JapanPost.bars(Array("1234567-12-345".utf8))),
    SymbolDrawing(.australiaPost, "1112345678").drawn(
      AustraliaPost.bars(format: 11, sorting: Array("12345678".utf8), customer: [])),
    SymbolDrawing(.mailmark, "1100000000000XY11").drawn(Mailmark.bars(Array("1100000000000XY11     ".utf8))),
    SymbolDrawing(.upu, "J18CUSA8E6N062315014880T").drawn(UPU.bars(Array("J18CUSA8E6N062315014880T".utf8))),
    SymbolDrawing(.daft, "DAFTFADTDAFTFFDA").drawn(DAFT.bars(Array("DAFTFADTDAFTFFDA".utf8))),
  ]

  private static let stacked = [
    SymbolDrawing(.codablockF, "Codablock F 123456").drawn(
      CodablockF.encode(Array("Codablock F 123456".utf8), columns: 6).flatMap { CodablockF.modules($0) }, isStack: true),
    SymbolDrawing(.code16K, "Code 16K 123456").drawn(
      Code16K.encode(Array("Code 16K 123456".utf8)).flatMap { Code16K.modules($0) }, isStack: true),
    SymbolDrawing(.code49, "CODE 49 123456").drawn(
      Code49.encode(Array("CODE 49 123456".utf8)).flatMap { Code49.modules($0) }, isStack: true),
  ]

  /// Rows three modules high.
  private static func high(_ symbol: PDF417Symbol?) -> [[Bool]]? {
    symbol?.modules?.flatMap { [[Bool]](repeating: $0, count: 3) }
  }

  private static let pdf417 = [
    SymbolDrawing(.pdf417, "Scanbeam 123456").drawn(
      high(PDF417Encoder.pdf417(Array("Scanbeam 123456".utf8), columns: 2))),
    SymbolDrawing(.pdf417, "Scanbeam 123456", "compact").drawn(
      high(PDF417Encoder.pdf417(Array("Scanbeam 123456".utf8), columns: 2, isCompact: true))),
    SymbolDrawing(.microPDF417, "Scanbeam 123456").drawn(
      high(PDF417Encoder.micro(Array("Scanbeam 123456".utf8), columns: 2))),
  ]

  private static let matrix = [
    SymbolDrawing(.dataMatrix, "Scanbeam").drawn(
      DataMatrixText.encode(Array("Scanbeam".utf8)).flatMap { DataMatrix.symbol($0)?.lines }),
    SymbolDrawing(.maxiCode, "Scanbeam").drawn(maxiCode: MaxiCode.codewords(Array("Scanbeam".utf8), mode: 4)),
    SymbolDrawing(.dotCode, "Scanbeam 1234").drawn(DotCode.modules(Array("Scanbeam 1234".utf8)), areDots: true),
    SymbolDrawing(.hanXin, "Scanbeam").drawn(HanXin.modules(Array("Scanbeam".utf8), level: 2, mask: 1)?.rows),
    SymbolDrawing(.gridMatrix, "Scanbeam").drawn(GridMatrix.modules(Array("Scanbeam".utf8))?.rows),
    SymbolDrawing(.codeOne, "Scanbeam").drawn(CodeOne.modules(Array("Scanbeam".utf8), version: "B")?.rows),
  ]
}
