import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct DataMatrixTests {
  private func content(_ grid: ModuleGrid) -> DataMatrixText.Content? {
    guard let size = DataMatrixSize.of(rows: grid.rows, columns: grid.columns), let layout = DataMatrixLayout(size),
      let read = DataMatrix.corrected(grid, layout)
    else { return nil }
    return DataMatrixText.decode(read.data)
  }

  private func zint(_ arguments: String, _ data: [UInt8], columns: Int? = nil) -> ModuleGrid? {
    guard let rows = Zint.modules("-b DATAMATRIX \(arguments)", data, columns: columns) else { return nil }
    return ModuleGrid(columns: rows[0].count, rows: rows.count, dark: rows.flatMap { $0 })
  }

  // MARK: against the standard and zint

  /// Data and symbol of ISO/IEC 16022:2006, annex O.
  @Test func theExampleOfTheStandardIsEncoded() {
    #expect(DataMatrixText.encode(Array("123456".utf8)) == [142, 164, 186])
    #expect(DataMatrix.code.checks(of: [142, 164, 186] as [UInt8], count: 5) == [114, 25, 5, 88, 102])
  }

  /// zint numbers the squares first, then the rectangles, then the extension.
  @Test(.enabled(if: Zint.isInstalled)) func everySizeOfZintIsRead() throws {
    var noise = Noise(state: 61)
    for number in 1...48 {
      let digits = (0..<6).map { _ in UInt8(0x30 + noise.next() % 10) }
      let arguments = "-b DATAMATRIX --vers=\(number)\(number > 30 ? " --dmre" : "")"
      // Rows are padded to whole hexadecimal digits.
      let padded = try #require(Zint.modules(arguments, digits, columns: 144), "\(number)")
      let sizes = DataMatrixSize.all.filter { size in
        let rows = padded.map { Array($0.prefix(size.columns)) }
        guard (size.columns + 3) / 4 * 4 == padded[0].count, size.rows == rows.count,
          let grid = ModuleGrid(columns: size.columns, rows: size.rows, dark: rows.flatMap { $0 }),
          let read = content(grid)
        else { return false }
        return read.bytes == digits && DataMatrix.symbol(DataMatrixText.encode(digits) ?? [], size) == grid
      }
      #expect(sizes.count == 1, "\(number)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func everyModeOfZintIsRead() throws {
    var values: [[UInt8]] = [
      "1", "12", "ABC", "abc", "ABCDEFGHIJKLM", "ABCDEFGHIJKLMN", "ABCDEFGHIJKLMNO", "abcdefghijklmnopq",
      "ABC*123>DEF\r",
      "ABCDEFGHIJ*KLMNO>PQRST\rUVWXYZ", "ABC.DEF!GHI/JKL(MNO)", "ABC.DEF!GHI/JKL(MNO)P", "ABC.DEF!GHI/JKL(MNO)PQ",
      "ABC.DEF!GHI/JKL(MNO)PQR", "A\u{1d}B", "ABCDEFGHabcdefghABCDEFGH", "ABCDEFGHIJ\u{1}\u{2}KLMNOPQRS{|}~\u{7f}TUVW",
      "Data Matrix 1234567890 data matrix",
    ].map { Array($0.utf8) }
    values += [Array(0x80...0xff), Array(0...0x7f), [0xe9], Array("ABCDEFGHIJ".utf8) + [0xc9] + Array("KLMNOPQ".utf8)]
    values.append((0..<400).map { UInt8(truncatingIfNeeded: 200 + $0 * 7) })
    for value in values {
      let grid = try #require(zint("--binary --square", value), "\(value)")
      let read = try #require(content(grid), "\(value)")
      #expect(read.bytes == value && read.aimID() == "]d1" && read.segments.isEmpty)
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func whatZintDeclaresIsRead() throws {
    let gs1 = try #require(zint("--square --gs1", Array("[01]12345678901231[10]AB[17]251231".utf8)).flatMap(content))
    #expect(gs1.aimID() == "]d2" && gs1.bytes == Array("011234567890123110AB\u{1d}17251231".utf8))
    for eci in [3, 9, 26, 126, 127, 899, 16382, 16383, 811_799, 999_999] {
      let read = try #require(zint("--square --binary --eci=\(eci)", Array("abcd".utf8)).flatMap(content), "\(eci)")
      #expect(read.aimID() == "]d4" && read.segments == [ECISegment(eci: Int32(eci), range: 0..<4)])
      #expect(read.bytes == Array("abcd".utf8))
    }
    // zint writes both numbers of the set side by side, in three digits each.
    let part = try #require(zint("--square --structapp=3,9,5120", Array("abc".utf8)).flatMap(content))
    #expect(part.structuredAppend == StructuredAppend(index: 2, count: 9, parity: 5 << 8 | 120))
    #expect(part.bytes == Array("abc".utf8))
    let setup = try #require(zint("--square --init", Array("abc".utf8)).flatMap(content))
    #expect(setup.isForReader && setup.bytes == Array("abc".utf8))
    for macro in ["05", "06"] {
      let message = Array("[)>\u{1e}\(macro)\u{1d}DATA\u{1e}\u{4}".utf8)
      #expect(try #require(zint("--square", message).flatMap(content)).bytes == message)
    }
  }

  // MARK: what zint does not write

  @Test func placesOfFNC1AndCharacterSetsCount() throws {
    typealias Word = DataMatrixText.Word
    let a: [UInt8] = [66]
    #expect(DataMatrixText.decode(a + [Word.fnc1] + a)?.aimID() == "]d3")
    let inside = try #require(DataMatrixText.decode(a + a + [Word.fnc1] + a))
    #expect(inside.aimID() == "]d1" && inside.bytes == Array("AA\u{1d}A".utf8))
    #expect(DataMatrixText.decode([Word.structuredAppend, 0x1e, 1, 2, Word.fnc1] + a)?.aimID() == "]d2")
    let sets = [9, 26].map { DataMatrixText.encode(eci: $0) }
    let late = try #require(DataMatrixText.decode(a + sets[0] + a + sets[1]))
    #expect(late.segments == [ECISegment(eci: 3, range: 0..<1), ECISegment(eci: 9, range: 1..<2)])
    #expect(late.aimID() == "]d4")
    #expect(late.aimID(isExtended: true) == "]dA" && inside.aimID(isExtended: true) == "]d7")
    #expect(DataMatrixSize.all.count { $0.isExtended } == 18)
    // Reader programming and sets come first or not at all.
    #expect(DataMatrixText.decode(a + [Word.readerProgramming]) == nil)
    #expect(DataMatrixText.decode(a + [Word.structuredAppend, 1, 2, 3]) == nil)
    #expect(DataMatrixText.decode([Word.base256, 200, 7]) == nil)
    #expect(DataMatrixText.decode([Word.c40, 255, 255]) == nil)
    #expect(DataMatrixText.decode([243]) == nil)
    #expect(DataMatrixText.decode([66, 254])?.bytes == Array("A".utf8))
  }

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 62)
    for mode in DataMatrixText.Mode.allCases {
      for round in 0..<8 {
        let bytes = (0..<1 + Int(noise.next() % 300)).map { _ -> UInt8 in
          switch mode {
          case .x12: DataMatrixShift.x12[Int(noise.next() % 40)]
          case .edifact: UInt8(0x20 + noise.next() % 63)
          default: UInt8(noise.next() % (round % 2 == 0 ? 256 : 128))
          }
        }
        let words = try #require(DataMatrixText.encode(bytes, mode), "\(mode)")
        let grid = try #require(DataMatrix.symbol(words), "\(mode)")
        #expect(content(grid)?.bytes == bytes, "\(mode) \(bytes)")
      }
    }
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 63)
    for size in DataMatrixSize.all {
      let layout = try #require(DataMatrixLayout(size))
      let data = (0..<size.data).map { _ in UInt8(noise.next() % 256) }
      let grid = try #require(DataMatrix.symbol(data, size))
      for excess in 0...1 {
        var broken = grid
        var left = layout.indices(of: size.blocks - 1)
        for _ in 0..<size.checks / 2 + excess {
          let word = left.remove(at: Int(noise.next() % UInt64(left.count)))
          broken.dark[layout.places[8 * word + Int(noise.next() % 8)]].toggle()
        }
        let read = DataMatrix.corrected(broken, layout)
        if excess == 0 {
          #expect(read?.data == data && read?.symbol.grid == grid && read?.symbol.corrected == size.checks / 2)
        } else {
          #expect(read?.data != data, "\(size.rows) x \(size.columns)")
        }
      }
    }
  }

  // MARK: pictures

  private func look(_ drawing: Drawing, degrees: Double = 0, module: Double = 0, short: Double = 0) -> [MatrixRead] {
    drawing.withView { luma in
      MatrixLight(luma).map {
        DataMatrixReader().reads(luma, $0, angle: degrees * .pi / 180, module: module, short: short)
      } ?? []
    }
  }

  @Test func symbolsAreReadAtAnyAngle() throws {
    let value = Array("A1".utf8)
    let words = try #require(DataMatrixText.encode(value))
    let sizes = [(10, 10), (16, 16), (32, 32), (8, 18), (16, 48), (8, 64)]
    for (i, size) in sizes.enumerated() {
      let grid = try #require(DataMatrixSize.of(rows: size.0, columns: size.1).flatMap { DataMatrix.symbol(words, $0) })
      for (scale, degrees) in [(2.4, 0.0), (3.4, 31), (3, -44)] {
        let (isInverted, isMirrored) = (i % 2 == 1, i % 3 == 0 && grid.rows == grid.columns)
        let drawing = Drawing(grid.lines, scale: scale, degrees: degrees, mirrored: isMirrored, inverted: isInverted)
        // A candidate knows its direction by a few degrees, and its module by a part of it.
        let read = try #require(
          look(drawing, degrees: degrees + 2, module: 0.9 * scale, short: Double(grid.rows) * scale).first,
          "\(size) \(scale) \(degrees)")
        #expect(read.code.bytes == value && read.code.isInverted == isInverted && read.seen == read.symbol.grid)
        // The corner where the solid sides meet.
        let angle = degrees * .pi / 180
        let (x, y) = (Double(grid.columns) / 2 * scale * (isMirrored ? 1 : -1), Double(grid.rows) / 2 * scale)
        let at = Point(
          Double(drawing.width) / 2 + x * cos(angle) - y * sin(angle),
          Double(drawing.height) / 2 + x * sin(angle) + y * cos(angle))
        let corner = read.code.corners.bottomLeft
        #expect(abs(at.x - corner.x) < 0.5 * scale && abs(at.y - corner.y) < 0.5 * scale, "\(size) \(degrees)")
      }
    }
  }

  /// Two labels whose quiet zones of one module touch, and what is read already.
  @Test func neighboursAreRead() throws {
    let drawing = Drawing(width: 200, height: 90)
    for (i, text) in ["FIRST1", "SECOND"].enumerated() {
      let words = try #require(DataMatrixText.encode(Array(text.utf8)))
      let grid = try #require(DataMatrixSize.of(rows: 14, columns: 14).flatMap { DataMatrix.symbol(words, $0) })
      drawing.draw(grid.lines, at: Point(60 + 64 * Double(i), 45), scale: 4)
    }
    let reads = look(drawing)
    #expect(Set(reads.map { String(decoding: $0.code.bytes, as: UTF8.self) }) == ["FIRST1", "SECOND"])
    let rest = drawing.withView { luma in
      MatrixLight(luma).map { DataMatrixReader().reads(luma, $0, angle: 0, module: 4) { $0.x < 90 } } ?? []
    }
    #expect(rest.map { $0.code.bytes } == [Array("SECOND".utf8)])
  }
}
