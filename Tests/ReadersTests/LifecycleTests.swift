import EventLoop
import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// Suspending, connecting again, keys, and the sleep of the machine.
@Suite struct LifecycleTests {
  @Test func aSuspendedReaderIsInitialisedAndNotConnected() throws {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    try bench.reader.suspend()
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    #expect(bench.witness.reasons == [.disconnected])
    #expect(bench.source.calls.closed == 1)
    // A connect meanwhile is completed after resuming.
    var done = false
    try bench.reader.connect { done = $0 == nil }
    bench.context.loop.drain()
    #expect(!done && bench.source.calls.opened == 1)
    try bench.reader.resume()
    #expect(try bench.run { done })
    #expect(bench.reader.connectionState == .connected)
    #expect(bench.witness.failures.isEmpty)
    // One that was not connected stays so.
    try bench.reader.disconnect()
    try bench.reader.suspend()
    try bench.reader.resume()
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    bench.context.loop.drain()
    #expect(bench.source.calls.opened == 2)
  }

  @Test func whatPressesDo() {
    func orders(_ mode: TriggerKey.Mode) -> [TriggerKey.Order?] {
      [(true, false), (false, true), (true, true), (false, false)].map {
        mode.order(isDown: $0.0, isScanning: $0.1)
      }
    }
    #expect(orders(.hold) == [.start, .stop, .start, .stop])
    #expect(orders(.toggle) == [.start, nil, .stop, nil])
    #expect(orders(.start) == [.start, nil, .start, nil])
  }

  @Test func sleepSuspendsAndWakingResumes() throws {
    guard system("command -v dbus-daemon >/dev/null 2>&1") == 0 else {
      return print("skipped: dbus-daemon is not installed")
    }
    // A bus of our own, on which we may be org.freedesktop.login1.
    let path = "/tmp/scanbeam-bus-\(getpid())"
    #expect(system("dbus-daemon --session --fork --address=unix:path=\(path) --print-pid >\(path).pid") == 0)
    defer { _ = system("kill $(cat \(path).pid); rm -f \(path) \(path).pid") }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    let logind = try FakeLogind()
    try bench.context.followSleep(true)
    // Sleep has to wait until the readers are given back …
    #expect(try bench.run { logind.isHeld })
    logind.tell(sleeps: true)
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    // … and no longer.
    #expect(try bench.run { !logind.isHeld })
    logind.tell(sleeps: false)
    #expect(try bench.run { bench.reader.connectionState == .connected })
    #expect(try bench.run { logind.isHeld })
    try bench.context.followSleep(false)
    #expect(try bench.run { !logind.isHeld })
    unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
  }
}

/// Speaks as systemd-logind on the bus.
private final class FakeLogind {
  private typealias New =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafePointer<CChar>
    ) -> Int32
  private typealias Handler =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private let library: DynamicLibrary
  private var bus: OpaquePointer?
  private let process: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
  /// The end of a pipe whose other end is the inhibitor; -1: none was asked for.
  fileprivate var end: Int32 = -1

  init() throws {
    library = try DynamicLibrary(["libsystemd.so.0"], package: "libsystemd0")
    let open = try library.function(
      "sd_bus_open_system", as: (@convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32).self)
    let own = try library.function(
      "sd_bus_request_name", as: (@convention(c) (OpaquePointer?, UnsafePointer<CChar>, UInt64) -> Int32).self)
    process = try library.function(
      "sd_bus_process", as: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32).self)
    let filter = try library.function(
      "sd_bus_add_filter",
      as: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Handler, UnsafeMutableRawPointer?) -> Int32).self)
    try #require(open(&bus) >= 0)
    let data = Unmanaged.passUnretained(self).toOpaque()
    let code = filter(
      bus, nil,
      { message, data, _ in
        guard let data else { return 0 }
        return Unmanaged<FakeLogind>.fromOpaque(data).takeUnretainedValue().answer(message)
      }, data)
    try #require(code >= 0)
    try #require(own(bus, "org.freedesktop.login1", 0) >= 0)
  }

  deinit {
    let close = try? library.function(
      "sd_bus_flush_close_unref", as: (@convention(c) (OpaquePointer?) -> OpaquePointer?).self)
    _ = close?(bus)
  }

  /// Whether somebody has sleep wait. Answers what was asked meanwhile.
  var isHeld: Bool {
    while process(bus, nil) > 0 {}
    guard end >= 0 else { return false }
    var poll = pollfd(fd: end, events: 0, revents: 0)
    guard Glibc.poll(&poll, 1, 0) == 1 else { return true }
    close(end)
    end = -1
    return false
  }

  /// Inhibit: one end of a pipe.
  fileprivate func answer(_ message: OpaquePointer?) -> Int32 {
    typealias Reply = @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    guard
      let isCall = try? library.function(
        "sd_bus_message_is_method_call",
        as: (@convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>) -> Int32).self),
      isCall(message, "org.freedesktop.login1.Manager", "Inhibit") > 0,
      let new = try? library.function("sd_bus_message_new_method_return", as: Reply.self),
      let append = try? library.function(
        "sd_bus_message_append_basic",
        as: (@convention(c) (OpaquePointer?, CChar, UnsafeRawPointer) -> Int32).self),
      let send = try? library.function(
        "sd_bus_send", as: (@convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Int32).self),
      let unref = try? library.function(
        "sd_bus_message_unref", as: (@convention(c) (OpaquePointer?) -> OpaquePointer?).self)
    else { return 0 }
    var ends: [Int32] = [-1, -1]
    var reply: OpaquePointer?
    #expect(pipe(&ends) == 0 && new(message, &reply) >= 0)
    #expect(append(reply, CChar(UInt8(ascii: "h")), &ends[1]) >= 0 && send(bus, reply, nil) >= 0)
    _ = unref(reply)
    close(ends[1])
    if end >= 0 { close(end) }
    end = ends[0]
    return 1
  }

  func tell(sleeps: Bool) {
    guard let new = try? library.function("sd_bus_message_new_signal", as: New.self),
      let append = try? library.function(
        "sd_bus_message_append_basic",
        as: (@convention(c) (OpaquePointer?, CChar, UnsafeRawPointer) -> Int32).self),
      let send = try? library.function(
        "sd_bus_send", as: (@convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Int32).self),
      let flush = try? library.function("sd_bus_flush", as: (@convention(c) (OpaquePointer?) -> Int32).self),
      let unref = try? library.function(
        "sd_bus_message_unref", as: (@convention(c) (OpaquePointer?) -> OpaquePointer?).self)
    else { return }
    var message: OpaquePointer?
    var value: Int32 = sleeps ? 1 : 0
    #expect(
      new(bus, &message, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep") >= 0)
    #expect(append(message, CChar(UInt8(ascii: "b")), &value) >= 0)
    #expect(send(bus, message, nil) >= 0)
    #expect(flush(bus) >= 0)
    _ = unref(message)
  }
}
