import Glibc
import Imaging
import ReaderCore
import TestSupport

@testable import Decoding

/// Stacked symbols in pictures, and the words of rows of modules.
enum StackDrawing {
  /// Rows of ten modules with separators of one module around and between them.
  static func separated(_ rows: [[Bool]]) -> [[Bool]] {
    let bar = [Bool](repeating: true, count: rows.first?.count ?? 0)
    return [bar] + rows.flatMap { [[Bool]](repeating: $0, count: 10) + [bar] }
  }

  /// The words of a row of characters of 11 modules that begin at a module: with a bar, or with a space (Code 16K).
  static func words128(_ row: [Bool], from: Int, bars: Bool, count: Int = .max) -> [Int] {
    var out: [Int] = []
    var at = from
    while at + 11 <= row.count, out.count < count {
      var value: UInt32 = 0
      var (run, last) = (0, row[at])
      guard last == bars else { return out }
      for bit in row[at..<at + 11] + [!row[at + 10]] {
        if bit == last {
          run += 1
        } else {
          value = value << 4 | UInt32(run)
          (run, last) = (1, bit)
        }
      }
      let widths = Code128Tables.widths + [0x211133]
      guard let word = widths.firstIndex(of: value), !bars || at + 13 != row.count else { return out }
      out.append(word)
      at += 11
    }
    return out
  }

  /// What a pipeline reads in a drawing.
  static func read(_ drawing: Drawing, _ symbologies: SymbologySet, effort: Int = 2) throws -> [DecodedCode] {
    let image = try LumaImage(width: drawing.width, height: drawing.height)
    image.base.update(from: drawing.pixels, count: drawing.pixels.count)
    let request = DecodeRequest(symbologies: symbologies, effort: effort)
    let pipeline = EngineRegistry.makePipeline(nil)
    return withExtendedLifetime(image) { pipeline.decode(image.view, request) }
  }
}

func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
