import EventLoop
import ReaderCore

/// Hears from systemd-logind when the machine goes to sleep and when it wakes: the signal PrepareForSleep of
/// org.freedesktop.login1.Manager (man org.freedesktop.login1). Speaks to the bus through libsystemd, which is loaded here.
final class SleepMonitor {
  private typealias Bus = OpaquePointer
  private typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, OpaquePointer?) -> Int32

  private let loop: EventLoop
  private let process: @convention(c) (Bus?, UnsafeMutableRawPointer?) -> Int32
  private let close: @convention(c) (Bus?) -> Bus?
  private let receiver: Unmanaged<Receiver>
  private let descriptor: Int32
  private var bus: Bus?

  /// What the callback of the bus gets.
  private final class Receiver {
    let readBasic: @convention(c) (OpaquePointer?, CChar, UnsafeMutableRawPointer?) -> Int32
    let changed: (Bool) -> Void

    init(
      _ readBasic: @escaping @convention(c) (OpaquePointer?, CChar, UnsafeMutableRawPointer?) -> Int32,
      _ changed: @escaping (Bool) -> Void
    ) {
      self.readBasic = readBasic
      self.changed = changed
    }
  }

  /// - Parameter changed: Called on the loop: true before sleep, false after it.
  /// - Throws: `.unsupported` without libsystemd or without a system bus.
  init(_ loop: EventLoop, _ changed: @escaping (Bool) -> Void) throws(ReaderError) {
    let library = try DynamicLibrary(["libsystemd.so.0"], package: "libsystemd0")
    let open = try library.function(
      "sd_bus_open_system", as: (@convention(c) (UnsafeMutablePointer<Bus?>) -> Int32).self)
    let getFD = try library.function("sd_bus_get_fd", as: (@convention(c) (Bus?) -> Int32).self)
    let match = try library.function(
      "sd_bus_match_signal",
      as: (@convention(c) (
        Bus?, UnsafeMutablePointer<OpaquePointer?>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, Handler, UnsafeMutableRawPointer?
      ) -> Int32).self)
    let readBasic = try library.function(
      "sd_bus_message_read_basic",
      as: (@convention(c) (OpaquePointer?, CChar, UnsafeMutableRawPointer?) -> Int32).self)
    process = try library.function(
      "sd_bus_process", as: (@convention(c) (Bus?, UnsafeMutableRawPointer?) -> Int32).self)
    close = try library.function("sd_bus_flush_close_unref", as: (@convention(c) (Bus?) -> Bus?).self)
    self.loop = loop
    var bus: Bus?
    let code = open(&bus)
    guard code >= 0, let bus else {
      throw ReaderError(.unsupported, "There is no system bus to hear of sleep from.", errno: -code)
    }
    self.bus = bus
    receiver = Unmanaged.passRetained(Receiver(readBasic, changed))
    descriptor = getFD(bus)
    let matched = match(
      bus, nil, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
      "PrepareForSleep",
      { message, data, _ in
        guard let data else { return 0 }
        let receiver = Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue()
        var sleeps: Int32 = 0
        if receiver.readBasic(message, CChar(UInt8(ascii: "b")), &sleeps) > 0 { receiver.changed(sleeps != 0) }
        return 0
      }, receiver.toOpaque())
    guard matched >= 0, descriptor >= 0 else {
      _ = close(bus)
      self.bus = nil
      throw ReaderError(.unsupported, "The system bus does not tell of sleep.", errno: max(0, -matched))
    }
    loop.watch(descriptor) { [weak self] in self?.handle() }
    handle()
  }

  deinit {
    if let bus {
      loop.unwatch(descriptor)
      _ = close(bus)
    }
    receiver.release()
  }

  private func handle() {
    // Bounded, as what else comes on the bus is not ours to choose.
    for _ in 0..<1000 {
      guard let bus else { return }
      let code = process(bus, nil)
      if code > 0 { continue }
      if code < 0 {
        // The bus is gone: a broken descriptor would be readable for ever.
        loop.unwatch(descriptor)
        _ = close(bus)
        self.bus = nil
      }
      return
    }
  }
}
