import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

extension Bench {
  /// Sends a command and waits for its answer.
  func send(_ command: String, data: [UInt8] = []) throws -> DeviceAnswer {
    var answer: Result<DeviceAnswer, ReaderError>?
    try reader.sendCommand(command, data: data) { answer = $0 }
    guard try run(until: { answer != nil }) else { throw ReaderError(.timeout, "\(command): no answer") }
    return try answer!.get()
  }

  func status(_ command: String, data: [UInt8] = []) throws -> Int32 { try send(command, data: data).status }
  func text(_ command: String) throws -> String { try send(command).text }

  /// As a camera reader of cmbSDK begins, connected.
  static func camera(_ mode: CameraMode = .noAimer) throws -> Bench {
    let bench = try Bench(store: SettingStore(ReaderSettings(mode), mode: mode))
    _ = try bench.connect()
    return bench
  }
}

/// DMCC as the camera reader answers it. `camera` group.
@Suite struct CameraCommandsTests {
  /// Every row for a setting: first value, what is taken, what is refused, and that a refusal changes nothing.
  @Test(arguments: CommandRow.settings.indices) func row(_ index: Int) throws {
    let row = CommandRow.settings[index]
    let bench = try Bench.camera()
    guard row.exists else {
      #expect(try bench.status("GET \(row.name)") == 102)
      for value in row.legal { #expect(try bench.status("SET \(row.name) \(value)") == 102) }
      return
    }
    #expect(try bench.send("GET \(row.name)").status == 0)
    #expect(try bench.text("get \(row.name.lowercased())") == row.first)
    var before = row.first ?? ""
    for value in row.legal {
      #expect(try bench.status("SET \(row.name) \(value)") == 0, "\(row.name) \(value)")
      before = row.readBack(value)
      #expect(try bench.text("GET \(row.name)") == before, "\(row.name) \(value)")
      for wrong in row.illegal {
        #expect(
          try bench.status(wrong.isEmpty ? "SET \(row.name)" : "SET \(row.name) \(wrong)") == 102,
          "\(row.name) \(wrong)")
      }
      #expect(try bench.text("GET \(row.name)") == before)
    }
    #expect(try bench.status("GET \(row.name) 1") == 102)
    #expect(try bench.status(row.name) == 101)
    #expect(try bench.status("\(row.name) \(row.legal[0])") == 101)
    // Back by CONFIG.DEFAULT, but for the form of replies.
    #expect(try bench.status("CONFIG.DEFAULT") == 0)
    #expect(try bench.text("GET \(row.name)") == (row.name.hasPrefix("COM.") ? before : row.first))
    #expect(try bench.status("DEVICE.DEFAULT") == 0)
    #expect(try bench.text("GET \(row.name)") == row.first)
  }

  /// Offline comes before what is wrong with arguments, and after what is wrong with the name.
  @Test func offlineIs105() throws {
    let bench = try Bench(store: SettingStore())
    for row in CommandRow.settings {
      #expect(try bench.status("GET \(row.name)") == 105, "\(row.name)")
      #expect(try bench.status("SET \(row.name) nonsense") == 105, "\(row.name)")
      #expect(try bench.status(row.name) == 101, "\(row.name)")
    }
    for row in CommandRow.further {
      for form in row.forms { #expect(try bench.status(form + " x") == 105, "\(form)") }
      for form in row.unknown { #expect(try bench.status(form) == 101, "\(form)") }
    }
  }

  /// Forms that do not exist, and commands of other readers.
  @Test func unknownCommandsAre101() throws {
    let bench = try Bench.camera()
    for row in CommandRow.further { for form in row.unknown { #expect(try bench.status(form) == 101, "\(form)") } }
    for name in CommandRow.otherReaders {
      #expect(try bench.status("GET \(name)") == 101, "\(name)")
      #expect(try bench.status("SET \(name) ON") == 101, "\(name)")
      #expect(try bench.status(name) == 101, "\(name)")
    }
    for text in [" ", "GET", "SET", "GET ", " GET DECODER.EFFORT", "HELLO", "DECODER.EFFORT", "||>GET DECODER.EFFORT"] {
      #expect(try bench.status(text) == 101, "\(text)")
    }
    for text in ["", "GET A\r\nTRIGGER ON", "A\0B", String(repeating: "A", count: 65_537)] {
      #expect(throws: ReaderError.self) { try bench.reader.sendCommand(text, nil) }
    }
  }

  /// What takes no arguments refuses them.
  @Test func surplusArgumentsAre102() throws {
    let bench = try Bench.camera()
    for row in CommandRow.further where row.name != "DEVICE.NAME" {
      for form in row.forms { #expect(try bench.status(form + " surplus") == 102, "\(form)") }
    }
    #expect(try bench.status("DECODER.EFFORT  ") == 101)
    #expect(try bench.status("SET DECODER.EFFORT  3") == 102)
    #expect(try bench.status("SET DECODER.EFFORT 3 ") == 102)
  }

  /// Commands that a running scan refuses.
  @Test func aRunningScanIs104() throws {
    let bench = try Bench.camera()
    #expect(try bench.status("TRIGGER ON") == 0)
    #expect(bench.reader.isScanning)
    for command in ["CONFIG.DEFAULT", "CONFIG.RESTORE", "DEVICE.DEFAULT"] {
      #expect(try bench.status(command) == 104, "\(command)")
      #expect(try bench.status(command + " x") == 102, "\(command)")
    }
    #expect(try bench.status("IMAGE.LOAD 3", data: [1, 2, 3]) == 104)
    #expect(try bench.status("IMAGE.LOAD 4", data: [1, 2, 3]) == 102)
    #expect(try bench.status("CONFIG.SAVE") == 0)
    #expect(try bench.status("SET DECODER.EFFORT 5") == 0)
    // A second start is no second scan, a stop gives the one result.
    #expect(try bench.status("trigger on") == 0)
    #expect(try bench.status("TRIGGER OFF") == 0)
    #expect(try bench.status("TRIGGER OFF") == 0)
    #expect(bench.witness.reasons == [.stopped])
    #expect(try bench.status("CONFIG.DEFAULT") == 0)
    for command in ["TRIGGER", "TRIGGER MAYBE", "TRIGGER ON ON"] { #expect(try bench.status(command) == 102) }
  }

  @Test func beepsAreTheHosts() throws {
    let bench = try Bench.camera()
    #expect(try bench.status("BEEP") == 0)
    #expect(try bench.status("BEEP 3 2") == 0)
    for command in ["BEEP 0 1", "BEEP 4 1", "BEEP 1 3", "BEEP 1", "BEEP 1 1 1", "BEEP ON"] {
      #expect(try bench.status(command) == 102, "\(command)")
    }
    try bench.reader.beep(nil)
    #expect(try bench.run { bench.witness.beeps.count == 3 })
    #expect(bench.witness.beeps.map(\.count) == [1, 3, 1])
    #expect(bench.witness.beeps.map(\.tone) == [1, 2, 1])
    #expect(try bench.status("SET BEEPER.ENABLED OFF") == 0)
    #expect(try bench.status("BEEP") == 0)
    #expect(bench.witness.beeps.count == 3)
    #expect(try bench.text("GET BEEP.GLOBAL-ENABLE") == "OFF")
    #expect(try bench.status("SET BEEP.GLOBAL-ENABLE ON") == 0)
    #expect(try bench.text("GET BEEPER.ENABLED") == "ON")
    // After a no-read.
    #expect(try bench.status("SET BEEP.NO-READ 2 0") == 0)
    #expect(try bench.status("TRIGGER ON") == 0)
    #expect(try bench.status("TRIGGER OFF") == 0)
    #expect(bench.witness.beeps.last?.count == 2)
    #expect(bench.witness.beeps.last?.tone == 0)
  }

  @Test func aDeviceTellsWhatItIs() throws {
    let bench = try Bench.camera()
    #expect(try bench.text("GET DEVICE.TYPE") == "Scanbeam camera reader")
    #expect(try bench.text("GET DEVICE.FIRMWARE-VER") == "0.1.0")
    #expect(try bench.text("GET DEVICE.SERIAL-NUMBER") == "")
    #expect(try bench.text("GET DEVICE.NAME") == "")
    for (value, name) in [
      ("Till 7", "Till 7"), ("\"Till \\\"7\\\"\\\\A\\|B\"", "Till \"7\"\\A|B"), ("Käse", "Käse"),
      (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
    ] {
      #expect(try bench.status("SET DEVICE.NAME \(value)") == 0)
      #expect(try bench.text("GET DEVICE.NAME") == name)
      for wrong in ["", " " + String(repeating: "x", count: 65), " \"open", " \"\"", " \"bad \\q\"", " \"a\" b"] {
        #expect(try bench.status("SET DEVICE.NAME" + wrong) == 102, "\(wrong)")
      }
      #expect(try bench.text("GET DEVICE.NAME") == name)
    }
    #expect(try bench.status("CONFIG.DEFAULT") == 0)
    #expect(try bench.text("GET DEVICE.NAME") == String(repeating: "x", count: 64))
    #expect(try bench.status("DEVICE.DEFAULT") == 0)
    #expect(try bench.text("GET DEVICE.NAME") == "")
  }

  @Test func serialNumbersComeFromIdentities() {
    #expect(DeviceInformation.serialNumber("v4l2:usb-046d:0825-1A2B3C") == "1A2B3C")
    #expect(DeviceInformation.serialNumber("v4l2:usb-046d:0825-1A-2#2") == "1A-2")
    #expect(DeviceInformation.serialNumber("v4l2:usb-0000:00:14.0-1") == "")
    #expect(DeviceInformation.serialNumber("v4l2:platform:vivid-000") == "")
    #expect(DeviceInformation.serialNumber("push:") == "")
  }

  @Test func theFormOfRepliesIsReset() throws {
    let bench = try Bench.camera()
    for command in [
      "SET COM.DMCC-RESPONSE 0", "SET COM.DMCC-HEADER 0", "SET DATA.RESULT-TYPE 9", "SET DECODER.EFFORT 5",
    ] {
      #expect(try bench.status(command) == 0)
    }
    #expect(try bench.status("COM.DMCC-SAVE") == 0)
    #expect(try bench.status("COM.DMCC-RESET") == 0)
    #expect(try bench.text("GET COM.DMCC-RESPONSE") == "1")
    #expect(try bench.text("GET COM.DMCC-HEADER") == "1")
    #expect(try bench.text("GET DATA.RESULT-TYPE") == "3")
    #expect(try bench.text("GET DECODER.EFFORT") == "5")
  }

  @Test func theBatteryIsTheHosts() throws {
    #expect(Battery(root: "/nowhere").percent() == nil)
    let root = "/tmp/scanbeam-battery-\(getpid())"
    for (folder, files) in [
      ("BAT0", ["type": "Battery", "capacity": "80"]), ("BAT1", ["type": "Battery", "capacity": "41"]),
      ("AC", ["type": "Mains", "online": "1"]), ("mouse", ["type": "Battery", "scope": "Device", "capacity": "5"]),
    ] {
      mkdir(root, 0o700)
      mkdir("\(root)/\(folder)", 0o700)
      for (name, text) in files {
        let file = fopen("\(root)/\(folder)/\(name)", "w")
        fputs(text + "\n", file)
        fclose(file)
      }
    }
    #expect(Battery(root: root).percent() == 60)
    for folder in ["BAT0", "BAT1", "AC", "mouse"] {
      for name in ["type", "capacity", "online", "scope"] { unlink("\(root)/\(folder)/\(name)") }
      rmdir("\(root)/\(folder)")
    }
    rmdir(root)
    let bench = try Bench.camera()
    let answer = try bench.send("GET BATTERY.CHARGE")
    #expect(answer.status == (Battery().percent() == nil ? 102 : 0))
  }

  @Test func modesIgnoreLightsAndAimer() throws {
    for (mode, lights, aimer) in [(CameraMode.passiveAimer, 0, 102), (.frontCamera, 0, 0), (.noAimer, 102, 0)] {
      let bench = try Bench.camera(mode)
      #expect(try bench.status("SET LIGHT.INTERNAL-ENABLE ON") == Int32(lights), "\(mode)")
      #expect(try bench.status("SET LIGHT.AIMER 1") == Int32(aimer), "\(mode)")
      if lights == 0 { #expect(try bench.text("GET LIGHT.INTERNAL-ENABLE") == "OFF") }
      if aimer == 0 { #expect(try bench.text("GET LIGHT.AIMER") == "0") }
    }
  }

  /// Both doors open into one store.
  @Test func theOtherDoorLeadsToTheSameSettings() throws {
    let bench = try Bench.camera()
    var errors: [ReaderError?] = []
    try bench.reader.setSymbology(.upcEan, enabled: true) { errors.append($0) }
    #expect(try bench.run { errors.count == 1 })
    #expect(try bench.text("GET SYMBOL.UPC-EAN") == "ON")
    #expect(try bench.status("SET SYMBOL.UPC-EAN OFF") == 0)
    var enabled: Bool?
    try bench.reader.isSymbologyEnabled(.upcEan) { enabled = try? $0.get() }
    #expect(try bench.run { enabled != nil })
    #expect(enabled == false)
    #expect(throws: ReaderError.self) { try bench.reader.setSymbology(.vericode, enabled: true, nil) }
    #expect(throws: ReaderError.self) { try bench.reader.setSymbology(.unknown, enabled: true, nil) }
    try bench.reader.configure { $0.imageResults = true }
    #expect(try bench.text("GET DATA.RESULT-TYPE") == "11")
    try bench.reader.configure { $0.svgResults = true }
    #expect(try bench.text("GET DATA.RESULT-TYPE") == "27")
    #expect(try bench.status("SET DATA.RESULT-TYPE 3") == 0)
    #expect(!bench.reader.settings.imageResults && !bench.reader.settings.svgResults)
    try bench.reader.configure { $0.scanTimeoutMs = 1500 }
    #expect(try bench.text("GET DECODER.MAX-SCAN-TIMEOUT") == "2")
    try bench.reader.setLights(true) { errors.append($0) }
    #expect(try bench.run { errors.count == 2 })
    #expect(errors[1]?.status == .unsupported && errors[1]?.dmcc == 102)
    try bench.reader.resetConfiguration { errors.append($0) }
    #expect(try bench.run { errors.count == 3 })
    #expect(errors[2] == nil)
    #expect(bench.reader.settings.scanTimeoutMs == 60_000)
  }

  @Test func regionsShowTheSameInPercentAndPixels() throws {
    let bench = try Bench.camera()
    #expect(try bench.status("GET DECODER.ROI") == 104)
    #expect(try bench.status("SET DECODER.ROI 0 100 0 100") == 104)
    #expect(try bench.status("SET DECODER.ROI 100 0 0 100") == 102)
    bench.source.add(.picture(try LumaImage(width: 640, height: 480)))
    #expect(try bench.status("TRIGGER ON") == 0)
    #expect(try bench.run { bench.reader.statistics.framesDecoded == 1 })
    #expect(try bench.text("GET DECODER.ROI") == "0 640 0 480")
    #expect(try bench.status("SET DECODER.ROI-PERCENT 25 50 10 80") == 0)
    #expect(try bench.text("GET DECODER.ROI") == "160 480 48 432")
    #expect(try bench.status("SET DECODER.ROI 64 640 0 240") == 0)
    #expect(try bench.text("GET DECODER.ROI") == "64 640 0 240")
    #expect(try bench.text("GET DECODER.ROI-PERCENT") == "10 90 0 50")
    for wrong in ["0 641 0 480", "0 640 0 481", "5 5 0 10", "6 5 0 10", "0 640 0", "", "0 1 2 x", "0 640 0 480 1"] {
      #expect(try bench.status("SET DECODER.ROI \(wrong)") == 102, "\(wrong)")
    }
    #expect(try bench.text("GET DECODER.ROI") == "64 640 0 240")
  }

  /// Whatever bytes come, there is one answer and no crash.
  @Test func nonsenseIsAnswered() throws {
    let bench = try Bench.camera()
    var seed: UInt64 = 7
    func next(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    let words = [
      "GET", "SET", "TRIGGER", "ON", "OFF", "", "-1", "999999999999999999999", "\"", "\\", "é", "\u{0}x", "100",
    ]
    let names = CommandRow.settings.map(\.name) + CommandRow.further.map(\.name)
    var count = 0
    for _ in 0..<2000 {
      var text = (0...next(6)).map { _ in next(3) == 0 ? names[next(names.count)] : words[next(words.count)] }
      if next(4) == 0 { text.append(String(UnicodeScalar(UInt8(32 + next(90))))) }
      let line = text.joined(separator: " ")
      guard !line.isEmpty, !line.utf8.contains(0) else { continue }
      count += 1
      #expect([0, 101, 102, 104].contains(try bench.status(line)), "\(line)")
    }
    #expect(count > 1000)
  }
}
