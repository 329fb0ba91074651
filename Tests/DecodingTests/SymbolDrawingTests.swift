import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct SymbolDrawingTests {
  /// What documents show is read.
  @Test(arguments: SymbolDrawing.all.indices) func whatIsDrawnIsRead(_ index: Int) {
    let symbol = SymbolDrawing.all[index]
    let (scale, margin) = (4.0, 48.0)
    let drawing = Drawing(
      width: Int(symbol.width * scale + 2 * margin), height: Int(symbol.height * scale + 2 * margin))
    func fill(_ holds: (Double, Double) -> Bool, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
      for v in Int(y.lowerBound * scale + margin)...Int(y.upperBound * scale + margin) {
        for u in Int(x.lowerBound * scale + margin)...Int(x.upperBound * scale + margin)
        where holds((Double(u) + 0.5 - margin) / scale, (Double(v) + 0.5 - margin) / scale) {
          drawing.pixels[v * drawing.width + u] = 0
        }
      }
    }
    for box in symbol.boxes {
      let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
      fill(
        { u, v in
          let (a, b) = (abs(u - x) / box.width * 2, abs(v - y) / box.height * 2)
          return symbol.areRound ? a * a + b * b < 1 : max(a, b) < 1
        }, box.x...box.x + box.width, box.y...box.y + box.height)
    }
    for ring in symbol.rings {
      fill(
        { u, v in
          let r = ((u - ring.x) * (u - ring.x) + (v - ring.y) * (v - ring.y)).squareRoot()
          return r >= ring.inner && r < ring.outer
        }, ring.x - ring.outer...ring.x + ring.outer, ring.y - ring.outer...ring.y + ring.outer)
    }
    var request = DecodeRequest(symbologies: SymbologySet([symbol.symbology]))
    request.checks.code11 = 1
    let codes = drawing.withView { Decoder().decode($0, request) }
    let texts = codes.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts.map { String($0.prefix(symbol.value.utf8.count)) } == [symbol.value], "\(symbol.name): \(texts)")
  }
}
