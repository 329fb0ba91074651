import Discovery
import EventLoop
import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// What a manager does about devices that come and go, on a clock that only tests move.
@Suite struct DeviceManagerTests {
  /// A device that connects at once, or not at all when its name says so.
  final class Driver: ReaderDriver {
    let deviceClass = DeviceClass.tag
    let capabilities: [Capability] = []
    let availability = Availability.available
    let answersEveryFrame = false
    private let refuses: () -> Bool
    private var sink: ((DriverEvent) -> Void)?

    init(_ refuses: @escaping () -> Bool) { self.refuses = refuses }
    func begin(_ sink: @escaping (DriverEvent) -> Void) { self.sink = sink }
    func connect() { sink?(refuses() ? .connectFailed(ReaderError(.io, "no")) : .connected) }
    func disconnect() { sink?(.disconnected) }
    func startScan(_ scan: UInt64) {}
    func stopScan() {}
    func push(_ luma: LumaView, time: Int64) throws(ReaderError) {}
    func consumed() {}
    func end() { sink = nil }
  }

  /// Devices as a test says.
  final class Source: DeviceSource {
    var changed: (([DiscoveredDevice], String?) -> Void)?
    var seeking: [Bool] = []
    var reachable: Set<String> = []
    var forgotten: [String] = []

    func begin(_ changed: @escaping ([DiscoveredDevice], String?) -> Void) { self.changed = changed }
    func end() {}
    func seek(_ isSeeking: Bool) { seeking.append(isSeeking) }
    func forget(_ identifier: String) { forgotten.append(identifier) }
    func device(named identifier: String) -> DiscoveredDevice? {
      reachable.contains(identifier) ? Source.device(identifier) : nil
    }

    static func device(_ identifier: String) -> DiscoveredDevice {
      DiscoveredDevice(identifier: identifier, name: identifier, service: "test")
    }

    func show(_ identifiers: [String], problem: String? = nil) { changed?(identifiers.map(Source.device), problem) }
  }

  final class Ear: ManagerObserver {
    var log: [String] = []
    var readers: [String: Reader] = [:]

    func manager(_ manager: DeviceManager, isUsable: Bool, problem: String?) {
      log.append(isUsable ? "usable" : "unusable")
    }
    func manager(_ manager: DeviceManager, discovered device: DiscoveredDevice) {
      log.append("found \(device.identifier)")
    }
    func manager(_ manager: DeviceManager, discoveryEnded error: ReaderError?) {
      log.append("ended \(error?.status.rawValue ?? 0)")
    }
    func manager(_ manager: DeviceManager, deviceArrived device: ManagedDevice) {
      log.append("+\(device.device.identifier) \(device.handle)")
      readers[device.device.identifier] = device.reader
    }
    func manager(_ manager: DeviceManager, deviceRemoved device: ManagedDevice) {
      log.append("-\(device.device.identifier) \(device.handle)")
    }
  }

  final class Desk {
    let folder: String
    let clock = Bench.ManualClock()
    let context: ReaderContext
    let source = Source()
    let ear = Ear()
    let manager: DeviceManager
    /// Identifiers that cannot be connected.
    let refused: Refused

    final class Refused {
      var identifiers: Set<String> = []
    }

    init() throws {
      var template = Array("/tmp/scanbeam-manager-XXXXXX".utf8CString)
      _ = mkdtemp(&template)
      folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let clock = clock
      let context = try ReaderContext(.poll, clock: { clock.now })
      self.context = context
      let refused = Refused()
      self.refused = refused
      manager = DeviceManager(context, .usb, source, deviceContext: context, stateFolder: folder) { identifier in
        Reader(
          context: context, identity: identifier, driver: Driver { refused.identifiers.contains(identifier) },
          shared: ReaderShared(SettingStore(.plain)))
      }
      manager.setObserver(ear)
    }

    deinit {
      manager.close()
      settle()
      context.release()
      unlink(folder + "/favorites-usb")
      rmdir(folder)
    }

    /// Everything that is ready, and what it leads to.
    func settle() { for _ in 0..<20 { context.loop.drain() } }

    func favorites(_ text: String) throws {
      try manager.set(favorites: try Favorites(text))
      settle()
    }

    func show(_ identifiers: String...) {
      source.show(identifiers)
      settle()
    }

    func pass(seconds: Int) {
      for _ in 0..<seconds {
        clock.now += 1_000_000_000
        settle()
      }
    }
  }

  @Test func withoutFavouritesNothingIsConnected() throws {
    let desk = try Desk()
    desk.show("push:a", "push:b")
    #expect(desk.ear.log == ["usable"])
    #expect(desk.source.seeking.isEmpty)
  }

  @Test func oneFavourite() throws {
    let desk = try Desk()
    try desk.favorites("push:b")
    #expect(desk.source.seeking == [true])
    desk.show("push:a", "push:b")
    #expect(desk.ear.log == ["usable", "+push:b 1"])
    // What is wanted is there: the radio may rest.
    #expect(desk.source.seeking == [true, false])
    desk.show("push:a")
    #expect(desk.ear.log.last == "-push:b 1")
    #expect(desk.source.seeking.last == true)
    desk.show("push:a", "push:b")
    #expect(desk.ear.log.last == "+push:b 2")
    #expect(desk.manager.identifier(of: 1) == "push:b")
    #expect(desk.manager.identifier(of: 2) == "push:b")
    try desk.favorites("")
    #expect(desk.ear.log.last == "-push:b 2")
    #expect(desk.source.seeking.last == false)
  }

  @Test func theFirstFound() throws {
    let desk = try Desk()
    try desk.favorites("*")
    desk.show("push:a", "push:b")
    #expect(desk.ear.log == ["usable", "+push:a 1"])
    // It stays with the one that it has.
    desk.show("push:b", "push:a")
    #expect(desk.ear.log == ["usable", "+push:a 1"])
    desk.show("push:b")
    #expect(desk.ear.log.suffix(2) == ["-push:a 1", "+push:b 2"])
    #expect(desk.manager.favorites.text == "*")
  }

  @Test func theFirstFoundPinned() throws {
    let desk = try Desk()
    try desk.manager.setPinsToFirst(true)
    try desk.favorites("*")
    desk.show("push:a", "push:b")
    #expect(desk.manager.favorites.text == "push:a")
    desk.show("push:b")
    #expect(desk.ear.log == ["usable", "+push:a 1", "-push:a 1"])
    // And it is on disk.
    let again = try DeviceManager(desk.context, .usb, stateFolder: desk.folder)
    #expect(again.favorites.text == "push:a")
    again.close()
  }

  @Test func anyOfSeveral() throws {
    let desk = try Desk()
    try desk.favorites("push:c;push:a;push:x")
    desk.show("push:a", "push:b", "push:c")
    #expect(desk.ear.log == ["usable", "+push:c 1", "+push:a 2"])
    #expect(desk.source.seeking == [true])
    try desk.favorites("push:a")
    #expect(desk.ear.log.suffix(1) == ["-push:c 1"])
    #expect(desk.source.seeking.last == false)
  }

  @Test func devicesAreAddedAndRemoved() throws {
    let desk = try Desk()
    desk.show("push:a", "push:b")
    try desk.manager.add("push:b")
    desk.settle()
    #expect(desk.ear.log.last == "+push:b 1")
    try desk.manager.add("push:a")
    try desk.manager.add("push:a")
    desk.settle()
    #expect(desk.manager.favorites.text == "push:b;push:a")
    #expect(desk.ear.log.last == "+push:a 2")
    try desk.manager.remove("push:b")
    desk.settle()
    #expect(desk.ear.log.last == "-push:b 1")
    #expect(desk.source.forgotten == ["push:b"])
    #expect(desk.manager.favorites.text == "push:a")
    #expect(#expect(throws: ReaderError.self) { try desk.manager.remove("push:b") }?.status == .notFound)
    for wrong in ["", "*", "a;b", "a\n"] {
      #expect(#expect(throws: ReaderError.self) { try desk.manager.add(wrong) }?.status == .invalidArgument)
    }
    try desk.manager.connect("push:b")
    try desk.manager.remove("push:b")
    desk.settle()
    #expect(desk.source.forgotten.count == 2)
    try desk.favorites("*")
    #expect(#expect(throws: ReaderError.self) { try desk.manager.add("push:b") }?.status == .favoriteActive)
  }

  @Test func discoveryIsRefusedWithFavourites() throws {
    let desk = try Desk()
    try desk.favorites("push:a")
    #expect(
      #expect(throws: ReaderError.self) { try desk.manager.startDiscovery(timeoutMs: 1000) }?.status == .favoriteActive)
    try desk.favorites("")
    try desk.manager.startDiscovery(timeoutMs: 5000)
    #expect(#expect(throws: ReaderError.self) { try desk.manager.startDiscovery(timeoutMs: 1000) }?.status == .busy)
    desk.settle()
    #expect(desk.source.seeking.last == true)
    desk.show("push:a")
    desk.show("push:a", "push:b")
    #expect(desk.ear.log == ["usable", "found push:a", "found push:b"])
    desk.pass(seconds: 4)
    #expect(desk.ear.log.count == 3)
    desk.pass(seconds: 1)
    #expect(desk.ear.log.last == "ended 0")
    #expect(desk.source.seeking.last == false)
    try desk.manager.startDiscovery(timeoutMs: 5000)
    try desk.manager.cancelDiscovery()
    desk.settle()
    #expect(desk.ear.log.last == "ended -11")
  }

  @Test func whatIsAskedForIsConnectedBesides() throws {
    let desk = try Desk()
    desk.show("push:a", "push:b")
    try desk.manager.connect("push:b")
    desk.settle()
    #expect(desk.ear.log.last == "+push:b 1")
    try desk.manager.disconnect("push:b")
    desk.settle()
    #expect(desk.ear.log.last == "-push:b 1")
    // Reached without telling of itself, as readers on the network are.
    desk.source.reachable = ["push:far"]
    try desk.manager.connect("push:far")
    desk.settle()
    #expect(desk.ear.log.last == "+push:far 2")
    #expect(desk.source.seeking.allSatisfy { !$0 })
  }

  @Test func failedConnectionsAreTriedLaterAndLater() throws {
    let desk = try Desk()
    desk.refused.identifiers = ["push:a"]
    try desk.favorites("push:a")
    desk.show("push:a")
    // Tried at once and after 1, 2, 4 … 64, 64 seconds: at 0, 1, 3, 7, 15, 31, 63, 127, 191.
    desk.pass(seconds: 150)
    #expect(desk.ear.log == ["usable"])
    desk.refused.identifiers = []
    desk.pass(seconds: 40)
    #expect(desk.ear.log == ["usable"])
    desk.pass(seconds: 1)
    #expect(desk.ear.log == ["usable", "+push:a 1"])
  }

  /// A device that goes as soon as it is connected is not connected faster and faster.
  @Test func flappingIsSlowedDown() throws {
    let desk = try Desk()
    try desk.favorites("push:a")
    desk.show("push:a")
    var times: [Int64] = []
    for _ in 0..<5 {
      let count = desk.ear.log.filter { $0.hasPrefix("+") }.count
      try desk.ear.readers["push:a"]?.disconnect()
      desk.settle()
      let begin = desk.clock.now
      while desk.ear.log.filter({ $0.hasPrefix("+") }).count == count, desk.clock.now - begin < 200_000_000_000 {
        desk.pass(seconds: 1)
      }
      times.append((desk.clock.now - begin) / 1_000_000_000)
    }
    #expect(times == [1, 2, 4, 8, 16])
    // One that lasted begins anew.
    desk.pass(seconds: 20)
    let count = desk.ear.log.count
    try desk.ear.readers["push:a"]?.disconnect()
    desk.settle()
    #expect(desk.ear.log.count == count + 2)
  }

  @Test func problemsOfTheTransport() throws {
    let desk = try Desk()
    desk.source.show([], problem: "off")
    desk.settle()
    desk.show("push:a")
    #expect(desk.ear.log == ["unusable", "usable"])
  }

  // MARK: Terminals

  @Test func aNetworkReaderIsAFavourite() throws {
    let terminal = try FakeTerminal()
    defer { terminal.stop() }
    let desk = try Desk()
    let identity = "tcp:127.0.0.1:\(terminal.port)"
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let ear = Ear()
    let manager = try DeviceManager(context, .network, stateFolder: desk.folder)
    manager.setObserver(ear)
    try manager.set(favorites: try Favorites(identity))
    func until(_ condition: () -> Bool) throws { #expect(try context.loop.wait(timeoutMs: 60_000, until: condition)) }
    try until { ear.log.contains("+\(identity) 1") }
    terminal.hangUp()
    try until { ear.log.contains("-\(identity) 1") }
    try until { ear.log.contains("+\(identity) 2") }
    try manager.set(favorites: .none)
    try until { ear.log.contains("-\(identity) 2") }
    // Listed by its host, it is discovered.
    var options = DiscoveryOptions()
    options.hosts = ["127.0.0.1:\(terminal.port)"]
    try context.setDiscovery(options)
    try manager.startDiscovery(timeoutMs: 60_000)
    try until { ear.log.contains("found \(identity)") }
    try manager.cancelDiscovery()
    try until { ear.log.last == "ended -11" }
    manager.close()
    unlink(desk.folder + "/favorites-network")
  }
}
