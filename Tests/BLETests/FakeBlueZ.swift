import EventLoop
import MessageBus
import ReaderCore

@testable import BLE

/// A message bus with a BlueZ of our own on it: a tree of objects, and the calls that came. It answers on the loop.
final class FakeBlueZ: MessageBus {
  static let adapter = "/org/bluez/hci0"
  static let device = adapter + "/dev_F0_F1_F2_F3_F4_F5"
  static let d600 = "6CB501B7-96F6-4EEF-ACB1-D7535F153CF0"

  let loop: EventLoop
  var ended: (() -> Void)?
  private var listeners: [(rule: String, heard: (BusSignal) -> Void)] = []
  var objects: [String: [String: [String: BusValue]]] = [
    adapter: ["org.bluez.Adapter1": ["Powered": .flag(true), "Address": .text("02:00:00:00:00:01")]]
  ]
  private(set) var calls: [BusCall] = []
  /// Answers by member; without one a call succeeds with nothing.
  var answers: [String: (BusCall) -> Result<[BusValue], BusFailure>] = [:]
  /// Members whose calls are never answered.
  var silent: Set<String> = []

  init(_ loop: EventLoop) { self.loop = loop }

  func call(_ call: BusCall, _ done: @escaping (Result<[BusValue], BusFailure>) -> Void) {
    calls.append(call)
    if silent.contains(call.member) { return }
    loop.post { [self] in
      if let answer = answers[call.member] { return done(answer(call)) }
      if call.member == "GetManagedObjects" { return done(.success([tree])) }
      done(.success([]))
    }
  }

  func listen(_ rule: String, _ heard: @escaping (BusSignal) -> Void) { listeners.append((rule, heard)) }

  func count(_ member: String) -> Int { calls.filter { $0.member == member }.count }

  private static func dictionary(_ properties: [String: BusValue]) -> BusValue {
    .options(properties.map { ($0.key, $0.value) })
  }

  private static func interfaces(_ interfaces: [String: [String: BusValue]]) -> BusValue {
    .dictionary(interfaces.map { BusValue.Entry($0.key, dictionary($0.value)) }, of: "{sa{sv}}")
  }

  private var tree: BusValue {
    .dictionary(objects.map { BusValue.Entry($0.key, FakeBlueZ.interfaces($0.value)) }, of: "{oa{sa{sv}}}")
  }

  // MARK: What it tells

  private func say(_ signal: BusSignal, _ word: String) {
    for listener in listeners where listener.rule.contains(word) { listener.heard(signal) }
  }

  func add(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
    objects[path, default: [:]][interface] = properties
    say(
      BusSignal(
        "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded",
        [.path(path), FakeBlueZ.interfaces([interface: properties])]), "ObjectManager")
  }

  func remove(_ path: String, _ interface: String) {
    objects[path]?[interface] = nil
    say(
      BusSignal(
        "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved",
        [.path(path), .array([.text(interface)], of: "s")]), "ObjectManager")
  }

  func set(_ path: String, _ interface: String, _ name: String, _ value: BusValue?) {
    objects[path]?[interface]?[name] = value
    say(
      BusSignal(
        path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
        [
          .text(interface), FakeBlueZ.dictionary(value.map { [name: $0] } ?? [:]),
          .array(value == nil ? [.text(name)] : [], of: "s"),
        ]), "Properties")
  }

  /// A characteristic tells something.
  func notify(_ role: GATTRole, _ bytes: [UInt8]) {
    set(FakeBlueZ.path(role), "org.bluez.GattCharacteristic1", "Value", .bytes(bytes))
  }

  /// bluetoothd ends, or a new one comes.
  func owner(_ name: String) {
    if name.isEmpty { objects = objects.filter { $0.key == FakeBlueZ.adapter } }
    say(
      BusSignal(
        "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        [.text("org.bluez"), .text(""), .text(name)]), "NameOwnerChanged")
  }

  // MARK: A reader

  static func path(_ role: GATTRole) -> String { "\(device)/service0010/char\(role)" }

  /// The reader is heard.
  func appear() {
    add(
      FakeBlueZ.device, "org.bluez.Device1",
      [
        "Address": .text("F0:F1:F2:F3:F4:F5"), "Name": .text("Bench"), "RSSI": .signed(-50),
        "UUIDs": .array([.text(FakeBlueZ.d600.lowercased())], of: "s"), "Connected": .flag(false),
        "ServicesResolved": .flag(false),
      ])
  }

  /// What the reader has on it.
  func services() {
    let roles: [GATTRole] = [.scanData, .scanControl, .ccidStatus, .ccidCommand, .ccidAnswer, .battery, .model]
    let service = FakeBlueZ.device + "/service0010"
    add(service, "org.bluez.GattService1", ["UUID": .text(FakeBlueZ.d600), "Primary": .flag(true)])
    add(
      FakeBlueZ.device + "/service0040", "org.bluez.GattService1",
      ["UUID": .text("0000180f-0000-1000-8000-00805f9b34fb"), "Primary": .flag(true)])
    for role in roles {
      let isCommon = GATTProfile.common.values.contains(role)
      let table = isCommon ? GATTProfile.common : GATTProfile.all[0].roles
      guard let uuid = table.first(where: { $0.value == role })?.key else { continue }
      let flags: [String] =
        switch role {
        case .scanData, .ccidAnswer: ["notify"]
        case .ccidStatus, .battery: ["read", "notify"]
        case .scanControl, .ccidCommand: ["write", "write-without-response"]
        default: ["read"]
        }
      add(
        FakeBlueZ.path(role), "org.bluez.GattCharacteristic1",
        [
          "UUID": .text(uuid.uppercased()), "Service": .path(isCommon ? FakeBlueZ.device + "/service0040" : service),
          "Flags": .array(flags.map { .text($0) }, of: "s"), "MTU": .unsigned(23),
        ])
    }
  }

  func connected(_ isConnected: Bool) {
    set(FakeBlueZ.device, "org.bluez.Device1", "Connected", .flag(isConnected))
  }

  func resolved() { set(FakeBlueZ.device, "org.bluez.Device1", "ServicesResolved", .flag(true)) }
}

/// A central on a fake BlueZ, with a clock that only tests move.
final class BLEBench {
  private final class Clock {
    var now: Int64 = 1_000_000_000
  }
  private let clock: Clock
  let loop: EventLoop
  let bluez: FakeBlueZ
  let central: BLECentral
  var events: [BLELink.Event] = []

  init() throws {
    let clock = Clock()
    self.clock = clock
    let loop = try EventLoop(clock: { clock.now })
    self.loop = loop
    let bluez = FakeBlueZ(loop)
    self.bluez = bluez
    central = BLECentral(loop, Log()) { () throws(ReaderError) in bluez }
    run()
  }

  /// Everything that is ready.
  func run() { loop.drain() }

  func pass(seconds: Int64) {
    for _ in 0..<seconds {
      clock.now += 1_000_000_000
      run()
    }
  }

  /// A link that goes as far as it can.
  func link(_ identity: String = "ble:F0:F1:F2:F3:F4:F5") -> BLELink {
    let link = BLELink(central, identity) { [weak self] in self?.events.append($0) }
    link.connect()
    run()
    return link
  }

  /// A link to a reader that is there and answers.
  func connectedLink() -> BLELink {
    bluez.appear()
    bluez.answers["ReadValue"] = { call in
      if call.path == FakeBlueZ.path(.battery) { return .success([.bytes([87])]) }
      if call.path == FakeBlueZ.path(.model) { return .success([.bytes(Array("D600".utf8))]) }
      return .success([.bytes([0x00])])
    }
    let link = link()
    bluez.connected(true)
    bluez.services()
    bluez.resolved()
    run()
    return link
  }

  var names: [String] {
    events.map {
      switch $0 {
      case .connected: "connected"
      case .failed(let error): "failed \(error.status.rawValue)"
      case .lost(let error): "lost \(error.status.rawValue)"
      case .scanData(let bytes): "scan \(bytes.count)"
      case .status(let bytes): "status \(bytes)"
      case .battery(let charge): "battery \(charge)"
      }
    }
  }
}
