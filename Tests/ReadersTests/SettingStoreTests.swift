import Pictures
import Testing

@testable import ReaderCore
@testable import Readers

/// The store by itself: values, handlers, observers.
@Suite struct SettingStoreTests {
  @Test func everySettingOfTheSheetIsThere() {
    for row in CommandRow.settings where row.name != "SYMBOL.UNKNOWN" {
      #expect(Setting.named(row.name) != nil, "\(row.name)")
    }
    let sheet = Set(CommandRow.settings.map(\.name))
    // The sheet is older than the symbologies that only Scanbeam has a number for.
    let own = Set(Symbology.all.filter { $0.symbology.rawValue >= 64 }.map { "SYMBOL.\($0.name)" })
    for setting in Setting.all where !own.contains(setting.name) {
      #expect(sheet.contains(setting.name), "\(setting.name) is not in the sheet")
    }
    #expect(Setting.named("beep.global-enable")?.name == "BEEPER.ENABLED")
  }

  @Test func aRefusedValueChangesNothing() {
    for row in CommandRow.settings {
      let store = SettingStore()
      guard let setting = Setting.named(row.name), store.has(setting) else { continue }
      let before = store.current
      for text in row.illegal {
        guard let value = setting.rule.parse(text.isEmpty ? [] : text.split(separator: " ").map(String.init)) else {
          continue
        }
        #expect(throws: ReaderError.self, "\(row.name) \(text)") { try store.set(value, for: setting) }
      }
      #expect(store.current == before)
    }
  }

  @Test func aDeviceSettingExistsWithItsHandlerAndIsRefusedByIt() throws {
    let store = SettingStore()
    #expect(!store.has(Setting.gain))
    #expect(throws: ReaderError.self) { try store.set(.number(5), for: Setting.gain) }
    var applied: [SettingValue] = []
    store.handle(
      Setting.gain,
      SettingHandler(limit: 80, read: { .number(33) }) { value throws(ReaderError) in
        guard value != .number(7) else { throw ReaderError(.io, "scripted") }
        applied.append(value)
      })
    #expect(store.has(Setting.gain))
    #expect(try store.value(of: Setting.gain) == .number(33))
    try store.set(.number(5), for: Setting.gain)
    #expect(throws: ReaderError.self) { try store.set(.number(7), for: Setting.gain) }
    #expect(throws: ReaderError.self) { try store.set(.number(81), for: Setting.gain) }
    #expect(store.current.device.gain == 5)
    #expect(applied == [.number(5)])
    store.applyAll()
    #expect(applied == [.number(5), .number(5)])
    store.applyAll(slow: true)
    #expect(applied.count == 2)
  }

  @Test func observersHearOfChangesAlone() throws {
    let store = SettingStore()
    var efforts: [Int] = []
    var all = 0
    store.observe(Setting.effort) { efforts.append($0.effort) }
    store.observe(nil) { _ in all += 1 }
    store.change { $0.effort = 5 }
    store.change { $0.effort = 5 }
    try store.set(.flag(true), for: Setting.targetDecoding)
    store.reset()
    #expect(efforts == [5, 2])
    #expect(all == 3)
  }

  @Test func modesIgnoreWhatTheyDoNotHave() throws {
    for (mode, lights, aimer) in [
      (CameraMode.noAimer, false, true), (.passiveAimer, true, false), (.activeAimer, false, false),
      (.frontCamera, true, true),
    ] {
      let store = SettingStore(ReaderSettings(mode), mode: mode)
      #expect(store.isIgnored(Setting.lights) == lights)
      #expect(store.isIgnored(Setting.aimer) == aimer)
      #expect(store.current.device.aimer == (aimer ? 0 : 1))
      if lights {
        try store.set(.flag(true), for: Setting.lights)
        #expect(try store.value(of: Setting.lights) == .flag(false))
      }
    }
  }
}

/// The table of settings for users.
@Suite struct SettingsPageTests {
  /// docs/settings.md names every setting with its default.
  @Test func thePageHasEverySetting() throws {
    let file = #filePath.split(separator: "/").dropLast(3).map(String.init).joined(separator: "/")
    let bytes = try PictureFile.bytes(path: "/\(file)/docs/settings.md")
    let page = String(decoding: bytes, as: UTF8.self)
    let lines = page.split(separator: "\n")
    for row in CommandRow.settings {
      if row.name.hasPrefix("SYMBOL.") {
        let stem = row.name.dropFirst(7)
        #expect(
          stem == "UNKNOWN"
            || lines.contains {
              $0.hasPrefix("| `SYMBOL.*`") && $0.split(separator: " ").contains { $0.hasPrefix(stem) }
            }, "\(row.name)")
        continue
      }
      let line = lines.first { $0.hasPrefix("| `\(row.name)` |") }
      #expect(line != nil, "\(row.name)")
      if let line, let first = row.first, row.name != "DECODER.MAX-THREADS", row.name != "LIGHT.AIMER" {
        #expect(line.components(of: "| \(first) |") == 1, "\(row.name): \(line)")
      }
    }
    for row in CommandRow.further
    where row.name != "DEVICE.SERIAL-NUMBER" && row.name != "DEVICE.ID" && row.name != "DEVICE.FIRMWARE-VER" {
      #expect(page.components(of: row.name) > 0, "\(row.name)")
    }
  }
}

extension Substring {
  fileprivate func components(of part: String) -> Int { String(self).components(of: part) }
}
