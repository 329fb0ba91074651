import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// Symbols in pictures, read by the outline that they have.
enum MatrixDrawing {
  typealias Reader = (LumaView, MatrixOutline) -> DecodedCode?

  /// What a reader makes of the outline of a whole drawing.
  static func read(_ drawing: Drawing, _ reader: Reader) -> [DecodedCode] {
    drawing.withView { luma -> [DecodedCode] in
      guard let outline = MatrixOutline.find(luma, x: 0..<luma.width, y: 0..<luma.height, module: 0) else { return [] }
      return reader(luma, outline).map { [$0] } ?? []
    }
  }

  /// Demands that modules are read when they are drawn, and lie where they were drawn.
  static func expectRead(
    _ grid: SymbolModules, _ value: [UInt8], scale: Double, degrees: Double, isInverted: Bool, isMirrored: Bool,
    _ reader: Reader
  ) throws -> DecodedCode {
    let drawing = Drawing(grid.rows, scale: scale, degrees: degrees, mirrored: isMirrored, inverted: isInverted)
    let codes = read(drawing, reader)
    #expect(codes.map { $0.bytes } == [value])
    let code = try #require(codes.first)
    #expect(code.isInverted == isInverted)
    // Where the top left corner was drawn.
    let angle = degrees * .pi / 180
    let (x, y) = (Double(grid.width) / 2 * scale * (isMirrored ? 1 : -1), -Double(grid.height) / 2 * scale)
    let at = Point(
      Double(drawing.width) / 2 + x * cos(angle) - y * sin(angle),
      Double(drawing.height) / 2 + x * sin(angle) + y * cos(angle))
    let (dx, dy) = (at.x - code.corners.topLeft.x, at.y - code.corners.topLeft.y)
    #expect((dx * dx + dy * dy).squareRoot() < 1.5 * scale, "\(code.corners.topLeft) for \(at)")
    return code
  }
}
