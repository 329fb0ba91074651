import ReaderCore
import TestSupport
import Testing

@testable import Decoding

#if ZXING
  /// What zxing-cpp adds, on symbols that zint draws.
  @Suite struct ZXingTests {
    struct Matrix: CustomStringConvertible {
      var arguments: String
      var data: String
      var symbology: Symbology
      var variant: Variant = .none
      var bytes: String
      var aimID: String
      var columns: Int?
      var rowHeight = 1.0
      var description: String { arguments }

      static let all: [Matrix] = [
        Matrix(
          arguments: "-b DATAMATRIX --square", data: "Data Matrix 1", symbology: .dataMatrix, bytes: "Data Matrix 1",
          aimID: "]d1"),
        Matrix(
          arguments: "-b DATAMATRIX --square --gs1", data: "[01]09501101530003[10]AB", symbology: .dataMatrix,
          bytes: "010950110153000310AB", aimID: "]d2"),
        Matrix(arguments: "-b MICROQR", data: "12345", symbology: .qr, variant: .microQR, bytes: "12345", aimID: "]Q1"),
        Matrix(arguments: "-b AZTEC", data: "Aztec code", symbology: .aztec, bytes: "Aztec code", aimID: "]z0"),
      ]
    }

    @Test(arguments: Matrix.all) func matrixAtAnyTurn(_ sample: Matrix) throws {
      let modules = try #require(Zint.modules(sample.arguments, sample.data, columns: sample.columns))
      for degrees in [0.0, 17, 90, 180, 270] {
        let drawing = Drawing(modules, scale: 4, rowHeight: sample.rowHeight, degrees: degrees)
        let codes = drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: Decoder.available)) }
        let code = try #require(codes.first, "\(degrees)")
        #expect(codes.count == 1 && code.symbology == sample.symbology && code.variant == sample.variant)
        #expect(code.bytes == Array(sample.bytes.utf8) && code.aimID == sample.aimID)
        #expect(code.isGS1 == (sample.aimID == "]d2"))
        let middle = code.corners.centre
        #expect(abs(middle.x - Double(drawing.width) / 2) < 4 && abs(middle.y - Double(drawing.height) / 2) < 4)
      }
    }

    @Test func nothingThatWasNotAskedFor() throws {
      let modules = try #require(Zint.modules("-b DATAMATRIX --square", "Data Matrix 1"))
      let drawing = Drawing(modules, scale: 4)
      var others = Decoder.available
      others.remove(.dataMatrix)
      #expect(drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: others)) }.isEmpty)
      #expect(ZXingFormats.mask(SymbologySet()) == 0)
    }

    @Test func pdf417AndMaxiCodeAreAvailable() {
      for symbology in [Symbology.pdf417, .microPDF417, .maxiCode, .telepen, .aztec, .dataMatrix] {
        #expect(Decoder.available.contains(symbology))
      }
      #expect(!ZXingEngine.version.isEmpty)
    }
  }
#endif
