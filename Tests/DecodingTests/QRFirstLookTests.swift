import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite(.enabled(if: Zint.isInstalled)) struct QRFirstLookTests {
  private func look(_ drawing: Drawing, degrees: Double, module: Double) -> MatrixRead? {
    drawing.withView { luma in
      MatrixLight(luma).flatMap { QRFirstLook.read(luma, $0, angle: degrees * .pi / 180, module: module) }
    }
  }

  @Test(arguments: [1, 2, 7, 10]) func symbolsAreReadAtAnyAngle(version: Int) throws {
    let value = Array("QR 1".utf8)
    let rows = try #require(Zint.modules("-b QRCODE --vers=\(version)", value))
    let ways: [(Double, Double)] = [(3, 0), (4, -4), (3.3, 12), (3.4, 31), (4, -44)]
    for (i, (scale, degrees)) in ways.enumerated() {
      let isMirrored = i == 2
      let drawing = Drawing(rows, scale: scale, degrees: degrees, mirrored: isMirrored)
      // A candidate knows its direction by a few degrees, and its module by a part of it.
      let read = try #require(look(drawing, degrees: degrees + 2, module: 0.9 * scale), "\(scale) \(degrees)")
      #expect(read.code.bytes == value && read.code.aimID == "]Q1")
      // The fourth point of small symbols is far from their corner.
      #expect(try #require(read.seen.differences(from: read.symbol.grid)) * 50 <= rows.count * rows.count)
      let angle = degrees * .pi / 180
      let (x, y) = (Double(rows.count) / 2 * scale * (isMirrored ? 1 : -1), -Double(rows.count) / 2 * scale)
      let at = Point(
        Double(drawing.width) / 2 + x * cos(angle) - y * sin(angle),
        Double(drawing.height) / 2 + x * sin(angle) + y * cos(angle))
      let corner = read.code.corners.topLeft
      #expect(abs(at.x - corner.x) < 0.8 * scale && abs(at.y - corner.y) < 0.8 * scale, "\(scale) \(degrees)")
    }
  }

  /// Damage that its error correction bears, and more.
  @Test func damageIsCorrectedOrRefused() throws {
    let value = Array("QR 12345".utf8)
    let rows = try #require(Zint.modules("-b QRCODE --vers=3 --secure=4", value))
    for (size, isRead) in [(5, true), (16, false)] {
      var broken = rows
      for y in 10..<10 + size { for x in 10..<10 + size { broken[y][x].toggle() } }
      let read = look(Drawing(broken, scale: 4), degrees: 0, module: 4)
      #expect(read?.code.bytes == (isRead ? value : nil), "\(size)")
    }
  }
}
