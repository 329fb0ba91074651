import Testing

@testable import ReaderCore

@Suite struct SymbologyTests {
  /// Numbers of CMBSymbology (cmbSDK 2.6.2) and the stems of the device commands.
  @Test(
    arguments: [
      (1, "DATAMATRIX"), (2, "QR"), (3, "C128"), (4, "UPC-EAN"), (5, "C11"), (6, "C39"), (7, "C93"), (8, "I2O5"),
      (9, "CODABAR"), (10, "EAN-UCC"), (11, "PHARMACODE"), (12, "MAXICODE"), (13, "PDF417"), (14, "MICROPDF417"),
      (15, "DATABAR"), (16, "PLANET"), (17, "POSTNET"), (18, "4STATE-JAP"), (19, "4STATE-AUS"), (20, "4STATE-UPU"),
      (21, "4STATE-IMB"), (22, "VERICODE"), (23, "RPC"), (24, "MSI"), (25, "AZTECCODE"), (26, "DOTCODE"), (27, "C25"),
      (28, "C39-CONVERT-TO-C32"), (29, "OCR"), (30, "4STATE-RMC"), (31, "TELEPEN"), (64, "PLESSEY"), (65, "CEPNET"),
      (66, "4STATE-KIX"), (67, "4STATE-MAILMARK"), (68, "KOREAPOST"), (69, "4STATE-DAFT"), (70, "FIM"),
      (71, "CODABLOCKF"), (72, "CODE16K"), (73, "CODE49"),
      (74, "HANXIN"), (75, "GRIDMATRIX"), (76, "CODEONE"),
    ] as [(Int32, String)])
  func namesAndNumbers(_ number: Int32, _ name: String) {
    #expect(Symbology(rawValue: number).name == name)
    #expect(Symbology(name: name)?.rawValue == number)
    #expect(Symbology(name: "SYMBOL." + name.lowercased())?.rawValue == number)
  }

  @Test func furtherNames() {
    #expect(Symbology(name: "Code 128") == .code128)
    #expect(Symbology(name: "data_matrix") == .dataMatrix)
    #expect(Symbology(name: "EAN-13") == .upcEan)
    #expect(Symbology(name: "itf") == .interleaved2of5)
    #expect(Symbology(name: "") == nil)
    #expect(Symbology(name: "SYMBOL.") == nil)
    #expect(Symbology(name: "no such") == nil)
  }

  @Test func noNameStandsForTwo() {
    var seen: [String: Symbology] = [:]
    for entry in Symbology.all {
      for name in [entry.name] + entry.aliases {
        #expect(Symbology(name: "\(name)") == entry.symbology, "\(name)")
        #expect(seen.updateValue(entry.symbology, forKey: "\(name)".lowercased()) == nil, "\(name)")
      }
    }
  }

  @Test(arguments: [Int32.min, -1, 0, 32, 63, 127, 128, Int32.max])
  func unknownNumbersAreLegal(_ number: Int32) {
    #expect(Symbology(rawValue: number).name == "UNKNOWN")
    var set = SymbologySet()
    set.insert(Symbology(rawValue: number))
    #expect(set.contains(Symbology(rawValue: number)) == (1..<128).contains(number))
    set.remove(Symbology(rawValue: number))
    #expect(set.isEmpty)
  }

  @Test func sets() {
    let retail = SymbologySet([.upcEan, .dataBar, .qr])
    let matrix = SymbologySet([.qr, .dataMatrix])
    #expect(retail.intersection(matrix) == SymbologySet([.qr]))
    #expect(retail.union(matrix).members == [.dataMatrix, .qr, .upcEan, .dataBar])
    #expect(SymbologySet().members.isEmpty)
  }

  @Test func confirmations() {
    let some: Confirmations = [.pixels, .check]
    #expect(some.rawValue == 9)
    #expect(some.names == ["CHECK", "PIXELS"])
    #expect(Confirmations.quietZones.name == "QUIET_ZONES")
    #expect(some.name == "UNKNOWN")
    #expect(Confirmations(rawValue: 1 << 31).names.isEmpty)
  }
}

extension Confirmations {
  fileprivate var name: String { "\(staticName)" }
}
