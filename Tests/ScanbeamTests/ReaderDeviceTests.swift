import Glibc
import ScanbeamAsync
import TestSupport
import Testing

/// The Swift interface: a delegate, and an asynchronous sequence.
@Suite struct ReaderDeviceTests {
  /// A picture file of an EAN-13 in a place of its own; nil without zint.
  static func picture(_ name: String) throws -> String? {
    guard Zint.isInstalled, let rows = Zint.modules("-b EANX", "400638133393", columns: 95) else { return nil }
    let drawing = Drawing([rows[0]], scale: 3, rowHeight: 30)
    let path = "/tmp/scanbeam-\(name)-\(getpid()).png"
    guard let image = drawing.withView({ try? LumaImage(copying: $0) }) else { return nil }
    try PNGWriter.write(try PNGWriter.encode(image.view), path: path)
    return path
  }

  final class Recorder: ReaderDeviceDelegate {
    let lock = Lock()
    var states: [ConnectionState] = []
    var texts: [String] = []
    var beeps = 0
    func connectionStateDidChange(of reader: ReaderDevice) {
      lock.locked { states.append(reader.reader.connectionState) }
    }
    func reader(_ reader: ReaderDevice, didReceive results: ReadResults) {
      lock.locked { texts += results.codes.compactMap { $0.text?.text } }
    }
    func reader(_ reader: ReaderDevice, beeps count: Int, tone: Int) { lock.locked { beeps += count } }
  }

  @Test func aDelegateHears() throws {
    guard let path = try Self.picture("delegate") else { return print("skipped: zint is not installed") }
    defer { unlink(path) }
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let recorder = Recorder()
    do {
      let device = try ReaderDevice.camera(mode: .frontCamera, identity: path, context: context)
      device.delegate = recorder
      #expect(device.reader.preview?.mode == .frontCamera)
      try device.reader.setSymbology(.upcEan, enabled: true, nil)
      try device.reader.connect(nil)
      try device.reader.startScanning()
      #expect(try context.loop.wait(timeoutMs: 20_000) { recorder.beeps > 0 })
      #expect(recorder.states == [.connecting, .connected])
      #expect(recorder.texts == ["4006381333931"])
    }
    context.loop.drain()
  }

  @Test func resultsAreASequence() async throws {
    guard let path = try Self.picture("sequence") else { return print("skipped: zint is not installed") }
    defer { unlink(path) }
    let device = try ReaderDevice.camera(identity: "file:" + path)
    try await device.connect()
    #expect(try await device.send("SET SYMBOL.UPC-EAN ON").status == 0)
    #expect(try await device.send("SET NOTHING ON").status == 101)
    let results = device.results
    try device.reader.startScanning()
    for try await result in results {
      #expect(result.main?.text?.text == "4006381333931")
      try device.reader.disconnect()
    }
    await #expect(throws: ReaderError.self) { try await device.send("") }
    let missing = try ReaderDevice.device(identity: "file:/no/such/picture.png")
    await #expect(throws: ReaderError.self) { try await missing.connect() }
  }
}

/// Contactless readers and managers by the Swift interface. There need be no reader: Tests/Contactless has the emulated ones.
@Suite struct ContactlessTests {
  private final class Ear: ManagerObserver {
    var usable = 0
    func manager(_ manager: DeviceManager, isUsable: Bool, problem: String?) { usable += 1 }
    func manager(_ manager: DeviceManager, discovered device: DiscoveredDevice) {}
    func manager(_ manager: DeviceManager, discoveryEnded error: ReaderError?) {}
    func manager(_ manager: DeviceManager, deviceArrived device: ManagedDevice) {}
    func manager(_ manager: DeviceManager, deviceRemoved device: ManagedDevice) {}
  }

  @Test func readersThatAreNotThere() throws {
    #expect(throws: ReaderError.self) { try ReaderDevice.contactless(identity: "file:x") }
    for identity in ["pcsc:nobody", "ble:00:00:00:00:00:00"] {
      do throws(ReaderError) {
        let device = try ReaderDevice.contactless(identity: identity, format: .dataOnly)
        #expect(device.reader.settings.tags.format == .dataOnly)
        #expect(device.reader.captureType != 0)
        var outcome: Result<[UInt8], ReaderError>?
        let context = device.context
        let lock = Lock()
        try device.reader.perform(.readMessage) { result in lock.locked { outcome = result } }
        _ = try context.loop.wait(timeoutMs: 60_000) { lock.locked { outcome != nil } }
        #expect(throws: ReaderError.self) { try lock.locked { outcome }?.get() }
      } catch {
        #expect(error.status == .unsupported)
      }
    }
  }

  @Test func aManager() throws {
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let folder = "/tmp/scanbeam-swift-\(getpid())"
    defer { rmdir(folder) }
    let manager = try DeviceManager(context, .network, stateFolder: folder)
    let ear = Ear()
    manager.setObserver(ear)
    #expect(try context.loop.wait(timeoutMs: 60_000) { ear.usable > 0 })
    #expect(manager.captureType == 1 << 24)
    #expect(CaptureResult.code(.favoriteActive) == -95)
    #expect("\(CaptureResult.name(-95))" == "FAVORITENOTEMPTY")
    manager.close()
  }
}
