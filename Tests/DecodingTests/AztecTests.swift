import Glibc
import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite(.enabled(if: Zint.isInstalled)) struct AztecTests {
  private func zint(_ arguments: String, _ data: [UInt8]) -> ModuleGrid? {
    guard let rows = Zint.modules("-b AZTEC \(arguments)", data) else { return nil }
    return ModuleGrid(columns: rows[0].count, rows: rows.count, dark: rows.flatMap { $0 })
  }

  private func content(_ grid: ModuleGrid) -> AztecText.Content? {
    Aztec.corrected(grid).flatMap { AztecText.decode($0.data, width: $0.bits) }
  }

  @Test func everyModeOfZintIsRead() throws {
    var values: [[UInt8]] = [
      "A", "abc", "ABCdefGHI", "1234567890", "12.5, 7", "A. B, C: D\r\nE", "a{b}c[d]e", "@\\^_`|~\u{7f}",
      "Aa1!Bb2?Cc3.Dd4, ",
      "ABC 123 abc 456 ABC", "\u{1}\u{2}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}", "HELLO world: 3.14 (pi), [x] {y} <z>",
    ].map { Array($0.utf8) }
    values += [Array(0x80...0xff), Array(1...0x7f), (0..<40).map { UInt8(200 + $0) }]
    values.append((0..<300).map { UInt8(truncatingIfNeeded: 130 + $0 * 7) })
    for value in values {
      let read = try #require(zint("--binary", value).flatMap(content), "\(value)")
      #expect(read.bytes == value && read.aimID == "]z0" && read.segments.isEmpty)
    }
  }

  @Test func everySizeOfZintIsRead() throws {
    for number in 1...36 {
      let read = try #require(zint("--vers=\(number)", Array("Az1".utf8)).flatMap(content), "\(number)")
      #expect(read.bytes == Array("Az1".utf8), "\(number)")
    }
  }

  @Test func whatZintDeclaresIsRead() throws {
    let gs1 = try #require(zint("--gs1", Array("[01]12345678901231[10]AB[17]251231".utf8)).flatMap(content))
    #expect(gs1.aimID == "]z1" && gs1.bytes == Array("011234567890123110AB\u{1d}17251231".utf8))
    for eci in [3, 26, 899, 811_799] {
      let read = try #require(zint("--binary --eci=\(eci)", Array("abcd".utf8)).flatMap(content), "\(eci)")
      #expect(read.aimID == "]z3" && read.segments == [ECISegment(eci: Int32(eci), range: 0..<4)])
    }
    let part = try #require(zint("--structapp=3,9,5120", Array("abc".utf8)).flatMap(content))
    #expect(part.structuredAppend == StructuredAppend(index: 2, count: 9, parity: 5120))
    #expect(part.bytes == Array("abc".utf8) && part.aimID == "]z6")
    let nameless = try #require(zint("--structapp=1,26", Array("abc".utf8)).flatMap(content))
    #expect(nameless.structuredAppend == StructuredAppend(index: 0, count: 26, parity: 0))
  }

  @Test func stuffedBitsAreTakenOut() {
    // All alike but the last bit; all alike is nothing.
    #expect(AztecText.bits([1, 62, 5], width: 6)?.words(width: 8) == [0b0000_0111, 0b1100_0101])
    #expect(AztecText.bits([0], width: 6) == nil && AztecText.bits([63], width: 6) == nil)
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 64)
    for number in [1, 4, 5, 8, 12] {
      let grid = try #require(zint("--vers=\(number)", Array("AZTEC1".utf8)))
      let read = try #require(Aztec.corrected(grid))
      // zint numbers the compact ones first.
      let layout = try #require(AztecLayout(side: grid.columns, isCompact: number <= 4))
      let places = layout.dataPlaces
      let skipped = places.count % layout.bits
      for excess in 0...1 {
        var broken = grid
        var left = Array(0..<places.count / layout.bits)
        for _ in 0..<read.symbol.correctable + excess {
          let word = left.remove(at: Int(noise.next() % UInt64(left.count)))
          broken.dark[places[skipped + layout.bits * word + Int(noise.next() % UInt64(layout.bits))]].toggle()
        }
        let again = Aztec.corrected(broken)
        #expect(excess == 0 ? again?.symbol.grid == grid : again?.data != read.data, "\(number)")
      }
    }
  }

  @Test func symbolsAreReadAtAnyAngle() throws {
    let value = Array("Aztec 1".utf8)
    for (i, number) in [1, 4, 5, 9].enumerated() {
      let rows = try #require(Zint.modules("-b AZTEC --vers=\(number)", value))
      for (scale, degrees) in [(2.4, 0.0), (3.4, 31), (3, -44)] {
        let (isInverted, isMirrored) = (i % 2 == 1, i % 3 == 0)
        let drawing = Drawing(rows, scale: scale, degrees: degrees, mirrored: isMirrored, inverted: isInverted)
        // A candidate knows its direction by a few degrees, and its module by a part of it.
        let reads = drawing.withView { luma -> [MatrixRead] in
          guard let light = MatrixLight(luma) else { return [] }
          return AztecReader.reads(luma, light, angle: (degrees + 2) * .pi / 180, module: 0.9 * scale)
        }
        let read = try #require(reads.first, "\(number) \(scale) \(degrees)")
        #expect(read.code.bytes == value && read.code.isInverted == isInverted)
        #expect(try #require(read.seen.differences(from: read.symbol.grid)) * 50 <= rows.count * rows.count)
        let angle = degrees * .pi / 180
        let (x, y) = (Double(rows.count) / 2 * scale * (isMirrored ? 1 : -1), -Double(rows.count) / 2 * scale)
        let at = Point(
          Double(drawing.width) / 2 + x * cos(angle) - y * sin(angle),
          Double(drawing.height) / 2 + x * sin(angle) + y * cos(angle))
        let corner = read.code.corners.topLeft
        #expect(abs(at.x - corner.x) < 0.8 * scale && abs(at.y - corner.y) < 0.8 * scale, "\(number) \(degrees)")
      }
    }
  }
  /// What is asked before anybody looks for an Aztec Code in a large patch: those that are there pass, other codes do not.
  @Test func ringsTellAztecCodesFromOthers() throws {
    let value = Array("Aztec 1".utf8)
    func shows(_ arguments: String, _ scale: Double, _ degrees: Double, inverted: Bool = false) throws -> Bool {
      let rows = try #require(Zint.modules(arguments, value))
      return Drawing(rows, scale: scale, degrees: degrees, mirrored: false, inverted: inverted).withView { luma in
        guard let image = try? LumaImage(width: luma.width, height: luma.height) else { return false }
        splitLocally(luma, into: image.base)
        return AztecRings.mayShow(image.view, module: scale)
      }
    }
    for (number, scale, degrees) in [(1, 4.0, 0.0), (4, 3, 3), (5, 3, -7)] {
      for inverted in [false, true] {
        #expect(try shows("-b AZTEC --vers=\(number)", scale, degrees, inverted: inverted), "\(number)")
      }
    }
    for other in ["-b DATAMATRIX", "-b QRCODE", "-b DATAMATRIX --vers=18"] {
      #expect(try !shows(other, 3, 2), "\(other)")
    }
  }
}
