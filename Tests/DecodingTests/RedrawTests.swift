import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// Matrix symbols drawn again from their codewords, against the symbols of zint.
@Suite(.enabled(if: Zint.isInstalled)) struct RedrawTests {
  private struct Noise {
    var state: UInt64
    mutating func next(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
  }

  private static func grid(_ arguments: String, _ data: String, columns: Int? = nil) -> ModuleGrid? {
    guard let modules = Zint.modules(arguments, data, columns: columns), let first = modules.first else { return nil }
    return ModuleGrid(columns: first.count, rows: modules.count, dark: modules.flatMap { $0 })
  }

  private static func code(_ symbology: Symbology, _ quad: Quad? = nil, variant: Variant = .none) -> DecodedCode {
    let none = Quad(Point(0, 0), Point(0, 0), Point(0, 0), Point(0, 0))
    return DecodedCode(symbology: symbology, variant: variant, bytes: [], aimID: "", corners: quad ?? none)
  }

  /// What is drawn again is what zint drew, also where some modules are damaged.
  private func check(
    _ symbology: Symbology, _ arguments: String, _ data: String, columns: Int? = nil, variant: Variant = .none
  ) throws {
    let grid = try #require(Self.grid(arguments, data, columns: columns), "\(arguments)")
    let code = Self.code(symbology, variant: variant)
    let drawn = try #require(RedrawnSymbol.drawn(code, seen: grid), "\(arguments)")
    #expect(drawn.grid == grid, "\(arguments)")
    #expect(drawn.corrected == 0, "\(arguments)")
    var damaged = grid
    var noise = Noise(state: UInt64(grid.dark.count))
    // Two modules are no more than two codewords; the smallest symbols bear them.
    for _ in 0..<2 { damaged.dark[noise.next(damaged.dark.count)].toggle() }
    let repaired = RedrawnSymbol.drawn(code, seen: damaged)
    #expect(repaired == nil || repaired?.grid == grid, "\(arguments)")
    #expect(repaired?.grid.differences(from: damaged) ?? 1 <= 2, "\(arguments)")
  }

  @Test("QR", arguments: [1, 2, 3, 6, 7, 10, 14, 21, 27, 32, 40]) func qr(version: Int) throws {
    for level in 1...4 { try check(.qr, "-b QRCODE --vers=\(version) --secure=\(level)", "A1") }
  }

  @Test("Micro QR", arguments: 1...4) func microQR(version: Int) throws {
    for level in 1...(version == 1 ? 1 : version == 4 ? 3 : 2) {
      try check(.qr, "-b MICROQR --vers=\(version) --secure=\(level)", "12345", variant: .microQR)
    }
  }

  @Test func microQRThatIsFull() throws {
    for (version, level, digits) in [(1, 1, 5), (2, 1, 10), (2, 2, 8), (3, 1, 23), (3, 2, 18), (4, 1, 35), (4, 3, 21)] {
      let data = String("98765432109876543210987654321098765".prefix(digits))
      try check(.qr, "-b MICROQR --vers=\(version) --secure=\(level)", data, variant: .microQR)
    }
  }

  @Test("rMQR", arguments: 1...32) func rmqr(version: Int) throws {
    let widths = [43, 59, 77, 99, 139, 43, 59, 77, 99, 139, 27, 43, 59, 77, 99, 139]
    let all = widths + [27, 43, 59, 77, 99, 139, 43, 59, 77, 99, 139, 43, 59, 77, 99, 139]
    for level in [2, 4] {
      try check(.qr, "-b RMQR --vers=\(version) --secure=\(level)", "12", columns: all[version - 1], variant: .rmqr)
    }
  }

  @Test("Data Matrix", arguments: 1...48) func dataMatrix(size: Int) throws {
    // The sizes of zint: 24 squares, 6 rectangles, the extension.
    let wide = [
      18, 32, 26, 36, 36, 48, 48, 64, 80, 96, 120, 144, 64, 88, 64, 36, 44, 64, 48, 48, 64, 40, 48, 64,
    ]
    try check(.dataMatrix, "-b DATAMATRIX --vers=\(size)", "A1", columns: size > 24 ? wide[size - 25] : nil)
  }

  @Test("Aztec", arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 20, 26, 27, 36]) func aztec(size: Int) throws {
    try check(.aztec, "-b AZTEC --vers=\(size)", "A1")
  }

  @Test("Aztec runes", arguments: [0, 25, 125, 255]) func rune(value: Int) throws {
    let grid = try #require(Self.grid("-b AZRUNE", "\(value)"))
    let places = try #require(AztecLayout(side: 11, isCompact: true)).modePlaces
    for wrong in 0...3 {
      // In that many of the seven codewords, each of four modules along the ring.
      var damaged = grid
      for i in 0..<wrong { damaged.dark[places[4 * i]].toggle() }
      let drawn = RedrawnSymbol.drawn(Self.code(.aztec), seen: damaged)
      #expect(wrong > 2 ? drawn?.grid != grid : drawn?.grid == grid && drawn?.corrected == wrong, "\(wrong)")
    }
  }

  @Test("MaxiCode", arguments: [4, 5, 6]) func maxiCode(mode: Int) throws {
    let grid = try #require(Self.grid("-b MAXICODE --mode=\(mode)", "MaxiCode 123456", columns: 30))
    let code = Self.code(.maxiCode)
    #expect(RedrawnSymbol.drawn(code, seen: grid)?.grid == grid)
    var damaged = grid
    for i in stride(from: 0, to: 864, by: 120) { damaged.dark[MaxiCodeLayout.cells[i]].toggle() }
    let repaired = try #require(RedrawnSymbol.drawn(code, seen: damaged))
    #expect(repaired.grid == grid)
    #expect(repaired.corrected > 0)
  }

  @Test func mirroredSymbolsAreDrawnMirrored() throws {
    let qr = try #require(Self.grid("-b QRCODE --vers=3", "MIRROR")).transposed
    #expect(RedrawnSymbol.drawn(Self.code(.qr), seen: qr)?.grid == qr)
    let matrix = try #require(Self.grid("-b DATAMATRIX", "MIRROR 123")).transposed.reversed
    #expect(RedrawnSymbol.drawn(Self.code(.dataMatrix), seen: matrix)?.grid == matrix)
    let micro = try #require(Self.grid("-b MICROQR", "MIRROR")).transposed
    #expect(RedrawnSymbol.drawn(Self.code(.qr, variant: .microQR), seen: micro)?.grid == micro)
  }

  @Test func whatIsNoSymbolIsNotDrawn() {
    var noise = Noise(state: 5)
    for _ in 0..<400 {
      let (columns, rows) = (1 + noise.next(60), 1 + noise.next(60))
      let square = noise.next(2) == 0
      let dark = (0..<columns * (square ? columns : rows)).map { _ in noise.next(2) == 0 }
      guard let grid = ModuleGrid(columns: columns, rows: square ? columns : rows, dark: dark) else { continue }
      for symbology in [Symbology.qr, .dataMatrix, .aztec, .pdf417] {
        #expect(RedrawnSymbol.drawn(Self.code(symbology), seen: grid) == nil)
      }
    }
    #expect(ModuleGrid(columns: 2, rows: 2, dark: [true]) == nil)
    #expect(ModuleGrid(columns: -1, rows: 2) == nil)
    #expect(ModuleGrid(columns: 4000, rows: 4000) == nil)
  }

  // MARK: against pixels

  /// Draws a grid with modules of four pixels and a quiet zone of as many modules.
  private func image(_ grid: ModuleGrid) throws -> LumaImage {
    let image = try LumaImage(width: 4 * (grid.columns + 8), height: 4 * (grid.rows + 8))
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (u, v) = (x / 4 - 4, y / 4 - 4)
        let isInside = u >= 0 && v >= 0 && u < grid.columns && v < grid.rows
        image.base[y * image.width + x] = isInside && grid[u, v] ? 30 : 220
      }
    }
    return image
  }

  @Test func pixelsConfirmOrRefute() throws {
    for (symbology, arguments) in [
      (Symbology.qr, "-b QRCODE --vers=1"), (.dataMatrix, "-b DATAMATRIX"), (.aztec, "-b AZTEC"),
    ] {
      let grid = try #require(Self.grid(arguments, "CONFIRMED 12345"))
      let image = try image(grid)
      let (right, bottom) = (Double(4 * (grid.columns + 4)), Double(4 * (grid.rows + 4)))
      let quad = Quad(Point(16, 16), Point(right, 16), Point(right, bottom), Point(16, bottom))
      let verdict = MatrixVerifier.verify(image.view, Self.code(symbology, quad), grid)
      #expect(verdict.outcome == .confirmed && verdict.confidence > 90, "\(arguments): \(verdict.reason)")
      // Corners without sense: the modules that were seen decide.
      for wild in [Double.nan, .infinity, 1e300, -1e9] {
        let wrong = Quad(Point(wild, 0), Point(1, 0), Point(1, wild), Point(0, 1))
        #expect(MatrixVerifier.verify(image.view, Self.code(symbology, wrong), grid).outcome == .confirmed)
      }
      // Another symbol was read here.
      let other = try #require(Self.grid(arguments, "ANOTHER 9876543"))
      #expect(MatrixVerifier.agreement(image.view, Self.code(symbology, quad), other) < 0.6, "\(arguments)")
    }
  }
}
