import DMCC
import Discovery
import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// A reader over a terminal on the loopback interface.
final class TerminalBench {
  let terminal: FakeTerminal
  let context: ReaderContext
  let reader: Reader
  let witness = TerminalWitness()

  init(_ terminal: FakeTerminal? = nil, login: NetworkLogin = NetworkLogin()) throws {
    self.terminal = try terminal ?? FakeTerminal()
    context = try ReaderContext(.poll)
    reader = try context.networkReader(host: "127.0.0.1", port: self.terminal.port, login)
    reader.setObserver(witness)
  }

  deinit {
    reader.close()
    for _ in 0..<100
    where reader.connectionState != .disconnected && reader.connectionState != .unavailable {
      _ = try? context.loop.dispatch(timeoutMs: 5)
    }
    context.release()
    terminal.stop()
  }

  func run(until condition: () -> Bool) throws -> Bool {
    for _ in 0..<4000 where try context.loop.wait(timeoutMs: 5, until: condition) { return true }
    return false
  }

  func connect() throws -> ReaderError? {
    var answers: [ReaderError?] = []
    try reader.connect { answers.append($0) }
    #expect(try run { !answers.isEmpty })
    #expect(answers.count == 1)
    return answers.first ?? nil
  }

  func perform(_ operation: DeviceOperation) throws -> Result<DeviceAnswer, ReaderError> {
    var answers: [Result<DeviceAnswer, ReaderError>] = []
    reader.driver.perform(operation) { answers.append($0) }
    #expect(try run { !answers.isEmpty })
    #expect(answers.count == 1)
    return answers.first ?? .failure(ReaderError(.internalFault, "No answer."))
  }

  func command(_ text: String) throws -> DeviceAnswer {
    try perform(.command(text, data: [], expectsBinary: false, timeoutMs: 0)).get()
  }
}

/// Also remembers events.
final class TerminalWitness: ReaderObserver {
  let base = Witness()
  var events: [ReaderEvent] = []
  func reader(_ reader: Reader, availabilityChanged availability: Availability) {
    base.reader(reader, availabilityChanged: availability)
  }
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
    base.reader(reader, connectionStateChanged: state)
  }
  func reader(_ reader: Reader, received results: ReadResults) { base.reader(reader, received: results) }
  func reader(_ reader: Reader, failed error: ReaderError) { base.reader(reader, failed: error) }
  func reader(_ reader: Reader, told event: ReaderEvent) { events.append(event) }

  var missedBeats: Int { events.reduce(0) { if case .heartbeatMissed = $1 { $0 + 1 } else { $0 } } }
}

@Suite struct TerminalReaderTests {
  @Test func connectsAndKnowsWhatItIs() throws {
    let bench = try TerminalBench()
    #expect(bench.reader.deviceClass == .network)
    #expect(bench.reader.identity == "tcp:127.0.0.1:\(bench.terminal.port)")
    #expect(try bench.connect() == nil)
    #expect(bench.reader.terminalInfo?.type == "DM475")
    #expect(bench.reader.terminalInfo?.serial == "1A2134PP482281")
    #expect(bench.reader.terminalInfo?.firmware == "6.1.16_tc9")
    #expect(bench.reader.has(.battery) && bench.reader.has(.lights) && !bench.reader.has(.liveImage))
    #expect(bench.terminal.value("DATA.RESULT-TYPE") == "3")
    #expect(bench.witness.base.states == [.connecting, .connected])
    #expect(bench.witness.base.availabilities.last == .available)
  }

  @Test func aTriggerEndsWithItsRead() throws {
    let bench = try TerminalBench()
    bench.terminal.willRead(["4006381333931"])
    #expect(try bench.connect() == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.witness.base.results.isEmpty })
    let results = bench.witness.base.results
    #expect(bench.witness.base.texts == ["4006381333931"])
    #expect(results[0].codes[0].symbology == .qr && results[0].codes[0].text?.text == "4006381333931")
    #expect(results[0].xml!.contains("<symbology>QR</symbology>"))
    #expect(!bench.reader.isScanning)
    // Nothing was read: the end of the second scan.
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.base.results.count == 2 })
    #expect(bench.witness.base.reasons == [.none, .noCode])
    #expect(bench.terminal.commands.filter { $0 == "TRIGGER OFF" }.isEmpty)
  }

  @Test func stoppingSwitchesTheTriggerOff() throws {
    let bench = try TerminalBench()
    bench.terminal.set("DATA.RESULT-TYPE", "0")
    bench.terminal.refuse("DATA.RESULT-TYPE")
    #expect(try bench.connect() == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.terminal.commands.contains("TRIGGER ON") })
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.terminal.commands.contains("TRIGGER OFF") })
    #expect(bench.witness.base.reasons == [.stopped])
  }

  @Test func readsOfItsOwnTriggerComeWithoutAScan() throws {
    let bench = try TerminalBench()
    #expect(try bench.connect() == nil)
    for i in 0..<50 { bench.terminal.readNow("OWN-\(i)") }
    #expect(try bench.run { bench.witness.base.results.count == 50 })
    #expect(bench.witness.base.texts == (0..<50).map { "OWN-\($0)" })
  }

  @Test func imagesComeWithTheirRead() throws {
    let bench = try TerminalBench()
    try bench.reader.configure { $0.imageResults = true }
    bench.terminal.willRead(["A", "B"])
    #expect(try bench.connect() == nil)
    for count in 1...2 {
      try bench.reader.startScanning()
      #expect(try bench.run { bench.witness.base.results.count == count })
    }
    #expect(bench.witness.base.texts == ["A", "B"])
    #expect(bench.witness.base.results.map { $0.image?.view.row(0)[0] } == [0x41, 0x42])
    #expect(bench.terminal.value("DATA.RESULT-TYPE") == "11")
  }

  @Test func highLevelCallsAreCommands() throws {
    let bench = try TerminalBench()
    #expect(try bench.connect() == nil)
    #expect(try bench.perform(.setSymbology(.qr, enabled: true)).get().status == 0)
    #expect(bench.terminal.value("SYMBOL.QR") == "ON")
    #expect(try bench.perform(.isSymbologyEnabled(.qr)).get().text == "ON")
    #expect(try bench.perform(.isSymbologyEnabled(.dotCode)).get().status == 101)
    #expect(try bench.perform(.setLights(true)).get().status == 0)
    #expect(try bench.perform(.lights).get().text == "ON")
    #expect(try bench.perform(.batteryLevel).get().text == "87")
    #expect(try bench.perform(.beep).get().status == 0)
    #expect(try bench.perform(.resetConfiguration).get().status == 0)
    let image = try bench.perform(.command("IMAGE.SEND", data: [], expectsBinary: true, timeoutMs: 1000)).get()
    #expect(image.bytes == FakeTerminal.picture(1))
    #expect(throws: ReaderError.self) { try bench.command("||>GET DEVICE.TYPE") }
    #expect(bench.terminal.commands.contains("BEEP 1 1"))
  }

  @Test func aLossEndsEverythingOnceAndCanBeConnectedAgain() throws {
    let bench = try TerminalBench()
    #expect(try bench.connect() == nil)
    bench.terminal.isMute = true
    var ends: [Result<DeviceAnswer, ReaderError>] = []
    for _ in 0..<5 { bench.reader.driver.perform(.batteryLevel) { ends.append($0) } }
    try bench.reader.startScanning()
    _ = try bench.context.loop.dispatch(timeoutMs: 20)
    bench.terminal.hangUp()
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    #expect(ends.count == 5)
    for end in ends { if case .failure(let error) = end { #expect(error.status == .lost) } else { Issue.record() } }
    #expect(bench.witness.base.failures.map(\.status) == [.lost])
    #expect(bench.witness.base.reasons == [.disconnected])
    bench.terminal.isMute = false
    #expect(try bench.connect() == nil)
    #expect(try bench.command("GET DEVICE.TYPE").text == "DM475")
  }

  @Test func comesBackByItselfWithItsSettings() throws {
    let bench = try TerminalBench()
    try bench.reader.configureLink {
      $0.reconnects = true
      $0.keepsConfiguration = true
    }
    #expect(try bench.connect() == nil)
    #expect(try bench.command("SET SYMBOL.QR ON").status == 0)
    #expect(try bench.command("SET DEVICE.NAME \"Till \\\"7\\\"\"").status == 0)
    #expect(try bench.command("SET SYMBOL.QR OFF").status == 0)
    // It was switched off and on: its settings are lost.
    bench.terminal.set("SYMBOL.QR", "?")
    bench.terminal.set("DATA.RESULT-TYPE", "1")
    bench.terminal.hangUp()
    #expect(try bench.run { bench.terminal.connectionCount == 2 && bench.reader.connectionState == .connected })
    #expect(bench.terminal.value("SYMBOL.QR") == "OFF" && bench.terminal.value("DATA.RESULT-TYPE") == "3")
    let sent = bench.terminal.commands.suffix(3)
    #expect(sent.contains("SET DEVICE.NAME \"Till \\\"7\\\"\""))
    // Another device at the same place gets none of them.
    bench.terminal.set("DEVICE.SERIAL-NUMBER", "OTHER")
    bench.terminal.set("SYMBOL.QR", "?")
    bench.terminal.hangUp()
    #expect(try bench.run { bench.terminal.connectionCount == 3 && bench.reader.connectionState == .connected })
    #expect(bench.terminal.value("SYMBOL.QR") == "?")
  }

  @Test func missedHeartbeatsAreTold() throws {
    let bench = try TerminalBench()
    #expect(try bench.connect() == nil)
    try bench.reader.configureLink { $0.heartbeatMs = 30 }
    let before = bench.terminal.commands.count
    #expect(try bench.run { bench.terminal.commands.count >= before + 3 })
    #expect(bench.witness.missedBeats == 0)
    bench.terminal.isMute = true
    #expect(try bench.run { bench.witness.missedBeats >= 2 })
    #expect(bench.reader.connectionState == .connected)
  }

  @Test func aLiveImageRunsUntilItIsStopped() throws {
    let bench = try TerminalBench()
    bench.terminal.set("LIVEIMG.MODE", "0")
    #expect(try bench.connect() == nil)
    #expect(bench.reader.has(.liveImage))
    var started: [ReaderError?] = []
    try bench.reader.setLiveImage(LiveImageOptions()) { started.append($0) }
    func pictures() -> Int { bench.witness.events.reduce(0) { if case .liveImage = $1 { $0 + 1 } else { $0 } } }
    #expect(try bench.run { pictures() >= 5 })
    #expect(started.count == 1 && started[0] == nil && bench.terminal.value("LIVEIMG.MODE") == "2")
    var stopped = false
    try bench.reader.setLiveImage(nil) { _ in stopped = true }
    #expect(try bench.run { stopped })
    #expect(bench.terminal.value("LIVEIMG.MODE") == "0")
  }

  @Test func aTriggerThatIsRefusedIsTold() throws {
    let bench = try TerminalBench()
    bench.terminal.refuse("ON")
    #expect(try bench.connect() == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.witness.base.results.isEmpty })
    #expect(bench.witness.base.failures.map(\.status) == [.state])
    #expect(bench.terminal.commands.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER ON", "TRIGGER OFF", "TRIGGER ON"])
  }

  @Test func severalReadersKeepTheirReadsApart() throws {
    let benches = try (0..<4).map { _ in try TerminalBench() }
    for bench in benches { #expect(try bench.connect() == nil) }
    for round in 0..<20 { for (i, bench) in benches.enumerated() { bench.terminal.readNow("\(i)-\(round)") } }
    for (i, bench) in benches.enumerated() {
      #expect(try bench.run { bench.witness.base.results.count == 20 })
      #expect(bench.witness.base.texts == (0..<20).map { "\(i)-\($0)" })
    }
  }

  @Test func saysWhatIsWrongWithAnAddress() throws {
    let terminal = try FakeTerminal()
    terminal.stop()
    let bench = try TerminalBench(terminal)
    let error = try bench.connect()
    #expect(error?.status == .notFound && error?.message.contains("check the port") == true)
    #expect(bench.reader.connectionState == .unavailable)
  }

  @Test func theFirstTerminalMayBeAwaited() throws {
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let reader = try context.mxReader()
    #expect(reader.identity == "mx:" && reader.deviceClass == .mx)
    #expect(try context.reader(identity: "serial:no-such-line").availability == .unavailable)
    #expect(throws: ReaderError.self) { try context.reader(identity: "usb:nonsense") }
  }
}
