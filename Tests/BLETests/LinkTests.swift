import MessageBus
import ReaderCore
import Tags
import Testing

@testable import BLE

/// What is asked of BlueZ, and what is made of its answers.
@Suite struct LinkTests {
  @Test func mapsTheServicesOfAReader() throws {
    let bench = try BLEBench()
    bench.bluez.appear()
    #expect(GATTMap(bench.central.tree, device: FakeBlueZ.device) == nil)
    bench.bluez.services()
    let map = try #require(GATTMap(bench.central.tree, device: FakeBlueZ.device))
    #expect(map.profile.name == "D600")
    #expect(map.profile.hasScanData && map.profile.hasCCID)
    #expect(map.characteristics[.scanData]?.path == FakeBlueZ.path(.scanData))
    #expect(map.characteristics[.scanData]?.notifies == true)
    #expect(map.characteristics[.ccidCommand]?.longestWrite == 20)
    #expect(map.characteristics[.battery]?.path == FakeBlueZ.path(.battery))
    #expect(map.characteristics[.serial] == nil)
    // A characteristic of the reader's under another service is none of its.
    bench.bluez.set(
      FakeBlueZ.path(.scanData), "org.bluez.GattCharacteristic1", "Service", .path(FakeBlueZ.device + "/service0040"))
    #expect(GATTMap(bench.central.tree, device: FakeBlueZ.device)?.characteristics[.scanData] == nil)
  }

  @Test func everyServiceIsKnownOnce() {
    #expect(Set(GATTProfile.all.map(\.service)).count == 7)
    #expect(GATTProfile.find(["0000180f-0000-1000-8000-00805f9b34fb"]) == nil)
    #expect(GATTProfile.find(["7F20CDC5-A9FC-4C70-9292-3ACF30373353"])?.name == "S370")
    for profile in GATTProfile.all { #expect(profile.hasCCID) }
  }

  @Test func connectsInItsOrder() throws {
    let bench = try BLEBench()
    let link = bench.connectedLink()
    #expect(bench.names == ["connected", "status [0]"])
    #expect(link.information.battery == 87)
    #expect(link.information.model == "D600")
    #expect(link.information.identifier == "ble:F0:F1:F2:F3:F4:F5")
    let members = bench.bluez.calls.map(\.member)
    #expect(members.first == "GetManagedObjects")
    // It was there, so nobody was looked for.
    #expect(!members.contains("StartDiscovery"))
    #expect(
      members.filter { ["Connect", "StartNotify", "ReadValue"].contains($0) }
        == ["Connect"] + [String](repeating: "StartNotify", count: 4) + [String](repeating: "ReadValue", count: 3))
    bench.bluez.notify(.scanData, [UInt8](repeating: 0x41, count: 20))
    bench.bluez.notify(.scanData, [0x42, 0x00])
    #expect(bench.names.suffix(2) == ["scan 20", "scan 2"])
    bench.bluez.notify(.battery, [86])
    #expect(bench.names.last == "battery 86")
    link.close()
    bench.run()
    #expect(bench.bluez.count("Disconnect") == 1)
    bench.bluez.notify(.scanData, [0x42, 0x00])
    #expect(bench.names.last == "battery 86")
  }

  @Test func looksForAReaderThatIsNotThere() throws {
    let bench = try BLEBench()
    let link = bench.link()
    let filter = bench.bluez.calls.first { $0.member == "SetDiscoveryFilter" }?.arguments.first?.properties
    #expect(filter?["Transport"]?.string == "le")
    #expect(filter?["UUIDs"]?.strings?.contains(FakeBlueZ.d600.lowercased()) == true)
    #expect(bench.bluez.count("StartDiscovery") == 1)
    bench.bluez.appear()
    bench.run()
    #expect(bench.bluez.count("Connect") == 1)
    // The radio rests while it connects.
    #expect(bench.bluez.count("StopDiscovery") == 1)
    link.close()
    let other = bench.link("ble:00:00:00:00:00:01")
    bench.pass(seconds: 31)
    #expect(bench.names == ["failed -20"])
    _ = other
  }

  @Test func sparesPowerWhileItLooks() throws {
    let bench = try BLEBench()
    let seeker = bench.central.seek()
    bench.run()
    bench.pass(seconds: 59)
    #expect(bench.bluez.count("StopDiscovery") == 0)
    // 20 of 30 seconds of rest from then on.
    bench.pass(seconds: 301)
    #expect(bench.bluez.count("StartDiscovery") == 11)
    bench.central.stopSeeking(seeker)
    bench.run()
    #expect(bench.bluez.count("StopDiscovery") == 11)
    bench.pass(seconds: 100)
    #expect(bench.bluez.count("StartDiscovery") == 11)
  }

  /// BlueZ says InProgress for seconds after it was restarted (bench of the device scenarios).
  @Test func asksAgainWhenLookingIsRefused() throws {
    let bench = try BLEBench()
    bench.bluez.answers["StartDiscovery"] = { _ in .failure(BusFailure("org.bluez.Error.InProgress", "")) }
    _ = bench.central.seek()
    bench.run()
    bench.pass(seconds: 10)
    // At once, and after 1, 2 and 4 seconds.
    #expect(bench.bluez.count("StartDiscovery") == 4)
    bench.bluez.answers["StartDiscovery"] = nil
    bench.pass(seconds: 10)
    #expect(bench.bluez.count("StartDiscovery") == 5)
  }

  @Test func lossesAreTold() throws {
    for loss in 0..<4 {
      let bench = try BLEBench()
      let link = bench.connectedLink()
      switch loss {
      case 0: bench.bluez.connected(false)
      case 1: bench.bluez.remove(FakeBlueZ.device, "org.bluez.Device1")
      case 2: bench.bluez.owner("")
      default: bench.bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", "Powered", .flag(false))
      }
      bench.run()
      if loss == 3 { bench.bluez.connected(false) }
      #expect(bench.names.filter { $0 == "lost -23" }.count == 1, "loss \(loss)")
      bench.bluez.connected(false)
      bench.run()
      #expect(bench.names.last == "lost -23")
      _ = link
    }
  }

  @Test func problemsAreTold() throws {
    let bench = try BLEBench()
    #expect(bench.central.snapshot?.problem == nil)
    bench.bluez.set(FakeBlueZ.adapter, "org.bluez.Adapter1", "Powered", .flag(false))
    #expect(bench.central.snapshot?.problem?.contains("switched off") == true)
    bench.bluez.remove(FakeBlueZ.adapter, "org.bluez.Adapter1")
    #expect(bench.central.snapshot?.problem?.contains("no Bluetooth adapter") == true)
    bench.bluez.answers["GetManagedObjects"] = { _ in
      .failure(BusFailure("org.freedesktop.DBus.Error.ServiceUnknown", ""))
    }
    bench.bluez.owner(":1.5")
    bench.run()
    #expect(bench.central.snapshot?.problem?.contains("bluez") == true)
    _ = bench.link()
    #expect(bench.names == ["failed -20"])
  }

  @Test func failuresOnTheWay() throws {
    for (member, status) in [("Connect", "-13"), ("StartNotify", "-22")] {
      let bench = try BLEBench()
      bench.bluez.answers[member] = { _ in
        .failure(BusFailure("org.bluez.Error." + (member == "Connect" ? "Failed" : "NotPermitted"), "no"))
      }
      _ = bench.connectedLink()
      #expect(bench.names == ["failed \(status)"])
    }
    // Services that are never found out.
    let bench = try BLEBench()
    bench.bluez.appear()
    let link = bench.link()
    bench.bluez.connected(true)
    bench.pass(seconds: 61)
    #expect(bench.names == ["failed -5"])
    #expect(bench.bluez.count("Disconnect") == 1)
    _ = link
  }

  @Test func aNewConnectionWaitsForTheEndOfTheOld() throws {
    let bench = try BLEBench()
    bench.bluez.silent = ["Disconnect"]
    let link = bench.connectedLink()
    link.close()
    let again = bench.link()
    #expect(bench.bluez.count("Connect") == 1)
    bench.bluez.silent = []
    // The answer comes: another end of the same.
    bench.central.disconnect(FakeBlueZ.device)
    bench.run()
    #expect(bench.bluez.count("Connect") == 2)
    _ = again
  }

  // MARK: CCID

  /// Answers each command by its kind; collects the pieces as they were written.
  private func answering(_ bench: BLEBench, _ answer: @escaping (CCIDMessage) -> [CCIDMessage]) -> () -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var framer = CCIDFramer()
    bench.bluez.answers["WriteValue"] = { [unowned bench] call in
      let piece = call.arguments.first?.data ?? []
      pieces.append(piece)
      for command in framer.add(piece) {
        for message in answer(command) {
          let bytes = message.bytes
          for at in stride(from: 0, to: bytes.count, by: 20) {
            bench.bluez.notify(.ccidAnswer, Array(bytes[at..<min(at + 20, bytes.count)]))
          }
        }
      }
      return .success([])
    }
    return { pieces }
  }

  private static func answer(
    _ command: CCIDMessage, _ data: [UInt8], status: UInt8 = 0, error: UInt8 = 0
  ) -> CCIDMessage {
    var message = CCIDMessage(.dataAnswer, data, sequence: command.sequence)
    message.parameters = [status, error, 0]
    return message
  }

  @Test func longCommandsGoInPieces() throws {
    let bench = try BLEBench()
    let link = bench.connectedLink()
    let data = (0..<55).map { UInt8($0) }
    let pieces = answering(bench) { command in
      [Self.answer(command, [], status: 0x80), Self.answer(command, command.data + [0x90, 0x00])]
    }
    var got: CCIDMessage?
    link.ccid?.run(CCIDMessage(.transfer, data)) { got = try? $0.get() }
    bench.run()
    #expect(pieces().map(\.count) == [20, 20, 20, 5])
    #expect(got?.data == data + [0x90, 0x00])
  }

  @Test func commandsWaitForEachOtherAndForLoss() throws {
    let bench = try BLEBench()
    let link = bench.connectedLink()
    _ = answering(bench) { $0.data == [9] ? [] : [Self.answer($0, $0.data)] }
    var log: [String] = []
    for number: UInt8 in [1, 2, 9, 3] {
      link.ccid?.run(CCIDMessage(.transfer, [number])) { result in
        switch result {
        case .success(let message): log.append("\(message.data[0])")
        case .failure(let error): log.append("error \(error.status.rawValue)")
        }
      }
    }
    bench.run()
    #expect(log == ["1", "2"])
    bench.pass(seconds: 11)
    #expect(log == ["1", "2", "error -5", "3"])
    link.ccid?.run(CCIDMessage(.transfer, [9])) {
      if case .failure(let error) = $0 { log.append("error \(error.status.rawValue)") }
    }
    bench.run()
    bench.bluez.connected(false)
    bench.run()
    #expect(log.last == "error -23")
    #expect(log.count == 5)
  }

  @Test func aTagThroughCCID() throws {
    let bench = try BLEBench()
    let link = bench.connectedLink()
    let channel = try #require(link.ccid)
    _ = answering(bench) { command in
      switch command.kind {
      case 0x62: [Self.answer(command, [0x3b, 0x80, 0x80, 0x01, 0x01])]
      case 0x6f where command.data.starts(with: [0xff, 0xca]): [Self.answer(command, [1, 2, 3, 4, 0x90, 0x00])]
      case 0x6f: [Self.answer(command, [], status: 0x40, error: 0xfe)]
      default: []
      }
    }
    let lock = Lock()
    var outcome: [String]?
    let loop = bench.loop
    _ = try WorkerThread(name: "test") {
      var told: [String] = []
      do throws(ReaderError) {
        let card = try CCIDCard(channel, loop)
        told.append(Hex.text(card.atr))
        told.append(Hex.text(try card.transmit([0xff, 0xca, 0, 0, 0])))
        _ = try card.transmit([0, 0xb0, 0, 0, 1])
      } catch { told.append("error \(error.status.rawValue)") }
      lock.locked { outcome = told }
      loop.wake()
    }
    while lock.locked({ outcome }) == nil { _ = try loop.dispatch(timeoutMs: 1000) }
    #expect(outcome == ["3B80800101", "010203049000", "error -80"])
  }
}
