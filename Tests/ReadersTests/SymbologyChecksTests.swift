import Decoding
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// Options that reach into the decoder: check digits of Code 11 and MSI, and add-ons that are waited for. Symbols by zint.
@Suite(.enabled(if: Zint.isInstalled)) struct SymbologyChecksTests {
  private func settings(_ commands: [String]) throws -> ReaderSettings {
    let store = SettingStore()
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let setting = try #require(Setting.named(words[0]))
      try store.set(try #require(setting.rule.parse(Array(words.dropFirst()))), for: setting)
    }
    return store.current
  }

  private func picture(_ arguments: String, _ data: String) throws -> LumaImage {
    var row = try #require(Zint.modules(arguments, data, columns: 4000)?.first)
    while row.last == false { row.removeLast() }
    let drawing = Drawing([row], scale: 3, rowHeight: 40)
    return try #require(drawing.withView { try? LumaImage(copying: $0) })
  }

  private func read(_ image: LumaImage, _ commands: String...) throws -> [String] {
    let reader = SceneReader(LiveDecoder(log: nil), arePictures: true)
    let frame = Frame(luma: image.view, time: 0)
    let found = try reader.read(frame, try settings(commands), zoom: 100) {}
    return (found?.codes ?? []).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func code11DemandsItsCheckCharacters() throws {
    let on = "SYMBOL.C11 ON"
    // zint draws two check characters, or with --vers=1 one.
    let two = try picture("-b 1", "123-45679012")
    let one = try picture("-b 1 --vers=1", "123-4567")
    #expect(try read(one, on) == ["123-4567"])
    #expect(try read(one, on, "C11.CHKCHAR-OPTION 2") == [])
    #expect(try read(two, on, "C11.CHKCHAR-OPTION 2") == ["123-45679012"])
    #expect(try read(two, on) == [])
    #expect(try read(one, on, "C11.CODESIZE ON 9 20") == [])
    #expect(try read(one, on, "C11.CODESIZE ON 8 8") == ["123-4567"])
    // Without a demand what is printed is read, check characters and all.
    #expect(try read(one, on, "C11.CHKCHAR OFF").map { String($0.prefix(8)) } == ["123-4567"])
  }

  @Test func msiDemandsItsScheme() throws {
    let on = "SYMBOL.MSI ON"
    for (scheme, vers) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 4), (5, 6)] {
      let image = try picture("-b 47 --vers=\(vers)", "1234567")
      let read = try read(image, on, "MSI.CHKCHAR-OPTION \(scheme)")
      #expect(read.map { String($0.prefix(7)) } == ["1234567"], "scheme \(scheme)")
    }
    let plain = try picture("-b 47", "1234567")
    #expect(try read(plain, on) == [])
    #expect(try read(plain, on, "MSI.CHKCHAR OFF") == ["1234567"])
    #expect(try read(plain, on, "MSI.CHKCHAR OFF", "MSI.CODESIZE ON 8 80") == [])
  }

  private static let sized: [(name: String, arguments: String, data: String)] = [
    ("HANXIN", "-b 116", "Han Xin 12"), ("GRIDMATRIX", "-b 142", "Grid 12345"),
    ("CODEONE", "-b 141 --vers=2", "Code One 1"),
    ("DOTCODE", "-b 115", "Dots 12345"), ("CODABLOCKF", "-b 74", "Codablock 123456 abc"),
    ("CODE16K", "-b 23", "Sixteen 16"), ("CODE49", "-b 24", "FORTY 49XY"),
    ("PLESSEY", "-b 86", "0123456789"), ("TELEPEN", "-b 32", "Telepen 12"), ("C25", "-b 2", "0123456789"),
  ]

  /// Each is off until it is asked for, and kept to its lengths.
  @Test(arguments: sized.indices) func lengthsAndSwitchesHoldForEach(_ index: Int) throws {
    let (name, arguments, data) = Self.sized[index]
    let image = try drawn("\(arguments) --scale=2", data)
    let on = "SYMBOL.\(name) ON"
    #expect(try read(image) == [] && read(image, on) == [data])
    #expect(try read(image, on, "SYMBOL.\(name) OFF") == [])
    let count = data.utf8.count
    #expect(try read(image, on, "\(name).CODESIZE ON \(count) \(count)") == [data])
    #expect(try read(image, on, "\(name).CODESIZE ON \(count + 1) \(count + 9)") == [])
    #expect(try read(image, on, "\(name).CODESIZE ON 1 \(count - 1)") == [])
    #expect(try read(image, on, "\(name).CODESIZE OFF \(count + 1) \(count + 9)") == [data])
  }

  /// Postal and other codes of one form: on and off.
  @Test(arguments: [
    ("POSTNET", "-b 40", "123456789"), ("PLANET", "-b 82", "12345678901"), ("CEPNET", "-b 54", "12345678"),
    ("4STATE-RMC", "-b 70", "AB12CD34"), ("4STATE-JAP", "-b 76", "1234567-12-345"), ("KOREAPOST", "-b 77", "123456"),
    ("4STATE-KIX", "-b 90", "1234AB5678X"), ("4STATE-DAFT", "-b 93", "DAFTFADTDAFTFFDA"), ("FIM", "-b 49", "D"),
    ("PHARMACODE", "-b 51", "64321"), ("PHARMACODE", "-b 53", "12345678"),
  ])
  func switchesHoldForEach(_ name: String, _ arguments: String, _ data: String) throws {
    let image = try drawn("\(arguments) --scale=2", data)
    #expect(try read(image) == [] && read(image, "SYMBOL.\(name) ON") == [data])
    #expect(try read(image, "SYMBOL.\(name) ON", "SYMBOL.\(name) OFF") == [])
  }

  @Test func checkDigitsOf2Of5AreDemandedAndCut() throws {
    let on = "SYMBOL.C25 ON"
    let image = try picture("-b 7", "1234567895")
    #expect(try read(image, on) == ["1234567895"])
    let wrong = try picture("-b 7", "1234567894")
    #expect(try read(wrong, on) == ["1234567894"] && read(wrong, on, "C25.CHKCHAR ON") == [])
    #expect(try read(image, on, "C25.CHKCHAR ON") == ["1234567895"])
    #expect(try read(image, on, "C25.CHKCHAR ON", "C25.XMTCHK OFF") == ["123456789"])
  }

  /// A picture of zint's own drawing, with light around it.
  private func drawn(_ arguments: String, _ data: String) throws -> LumaImage {
    let drawing = try #require(Zint.drawing("\(arguments) --notext", data, margin: 30))
    return try #require(drawing.withView { try? LumaImage(copying: $0) })
  }

  @Test func anOptionalAddOnIsWaitedForAFewFrames() throws {
    let bare = try picture("-b EANX", "978020137962")
    let whole = try picture("-b EANX", "978020137962+51999")
    let on = try settings(["SYMBOL.UPC-EAN ON", "UPC-EAN.SUPPLEMENT 4"])
    func told(_ images: [LumaImage], _ settings: ReaderSettings) throws -> [String] {
      let reader = SceneReader(LiveDecoder(log: nil), arePictures: false)
      reader.begin(watching: false)
      return try images.enumerated().map { i, image in
        let frame = Frame(luma: image.view, time: Int64(i) * 33_000_000)
        let found = try reader.read(frame, settings, zoom: 100) {}
        return (found?.codes ?? []).map { $0.text!.text + "+" + ($0.addOn ?? "") }.joined(separator: " ")
      }
    }
    let code = "9780201379624+"
    #expect(try told([bare, bare, bare, bare], on) == ["", "", "", code])
    #expect(try told([bare, whole], on) == ["", code + "51999"])
    #expect(try told([whole], on) == [code + "51999"])
    // One that has left the view is told all the same.
    let blank = try LumaImage(width: bare.width, height: bare.height)
    #expect(try told([bare, blank, blank, blank, blank], on) == ["", "", "", code, ""])
    // Nothing waits where add-ons are ignored.
    #expect(try told([bare], try settings(["SYMBOL.UPC-EAN ON"])) == [code])
  }
}
