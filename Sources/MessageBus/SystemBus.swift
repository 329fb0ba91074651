import CSystemBus
import EventLoop
import Glibc
import ReaderCore

/// The system's message bus through sd-bus, which is loaded on first use, on the loop.
public final class SystemBus: MessageBus {
  typealias Message = OpaquePointer
  /// The end of a call.
  public typealias Done = (Result<[BusValue], BusFailure>) -> Void

  let functions: csystembus_functions
  private let loop: EventLoop
  private let descriptor: Int32
  private var bus: OpaquePointer?
  private var timer: (id: EventLoop.TimerID, deadline: Int64)?
  private var waiting: [UInt64: Waiting] = [:]
  private var listeners: [Listener] = []
  private var nextCall: UInt64 = 1
  public var ended: (() -> Void)?

  /// What the callback of a call gets.
  private final class Waiting {
    weak var bus: SystemBus?
    let number: UInt64
    let done: Done

    init(_ bus: SystemBus, _ number: UInt64, _ done: @escaping Done) {
      self.bus = bus
      self.number = number
      self.done = done
    }
  }

  /// What the callback of a match gets.
  private final class Listener {
    weak var bus: SystemBus?
    let heard: (BusSignal) -> Void

    init(_ bus: SystemBus, _ heard: @escaping (BusSignal) -> Void) {
      self.bus = bus
      self.heard = heard
    }
  }

  /// Whether libsystemd is on this machine.
  public static var isAvailable: Bool { csystembus_load() != nil }

  /// Connects; any thread.
  ///
  /// - Parameters:
  ///   - rule: A match rule that is in force when this returns; nil: none.
  ///   - heard: Called on the loop for the signals that fit.
  /// - Throws: `.unsupported` without libsystemd or without a bus.
  public init(_ loop: EventLoop, _ rule: String? = nil, _ heard: @escaping (BusSignal) -> Void = { _ in })
    throws(ReaderError)
  {
    guard let functions = csystembus_load()?.pointee else {
      throw ReaderError(.unsupported, "libsystemd.so.0 is not installed: apt install libsystemd0.")
    }
    self.functions = functions
    self.loop = loop
    var bus: OpaquePointer?
    let code = functions.open_system(&bus)
    guard code >= 0, let bus else {
      throw ReaderError(.unsupported, "There is no system message bus (apt install dbus).", errno: -code)
    }
    self.bus = bus
    descriptor = functions.get_fd(bus)
    if let rule { match(rule, heard, isSynchronous: true) }
    loop.watch(descriptor) { [weak self] in self?.process() }
    loop.post { [weak self] in self?.process() }
  }

  deinit { close() }

  private func close() {
    guard let bus else { return }
    self.bus = nil
    if let timer { loop.cancel(timer.id) }
    loop.unwatch(descriptor)
    _ = functions.flush_close_unref(bus)
  }

  // MARK: Calls and signals

  public func call(_ call: BusCall, _ done: @escaping Done) {
    guard let bus else { return fail(done, .disconnected) }
    let number = nextCall
    nextCall += 1
    let entry = Waiting(self, number, done)
    do throws(BusFailure) {
      let message = try BusWriter(functions).message(bus, call)
      defer { _ = functions.unref(message) }
      waiting[number] = entry
      let code = functions.call_async(
        bus, nil, message,
        { message, data, _ in
          guard let message, let data else { return 0 }
          let entry = Unmanaged<Waiting>.fromOpaque(data).takeUnretainedValue()
          guard let bus = entry.bus, bus.waiting.removeValue(forKey: entry.number) != nil else { return 0 }
          entry.done(bus.answer(message))
          return 0
        }, Unmanaged.passUnretained(entry).toOpaque(), UInt64(max(1, call.timeout)) * 1_000_000)
      guard code >= 0 else { throw BusFailure("org.freedesktop.DBus.Error.Failed", "errno \(-code)") }
    } catch {
      waiting[number] = nil
      fail(done, error)
    }
    schedule()
  }

  public func listen(_ rule: String, _ heard: @escaping (BusSignal) -> Void) {
    match(rule, heard, isSynchronous: false)
    schedule()
  }

  private func match(_ rule: String, _ heard: @escaping (BusSignal) -> Void, isSynchronous: Bool) {
    guard let bus else { return }
    let listener = Listener(self, heard)
    listeners.append(listener)
    let data = Unmanaged.passUnretained(listener).toOpaque()
    let handler: csystembus_handler = { message, data, _ in
      guard let message, let data else { return 0 }
      let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
      guard let bus = listener.bus else { return 0 }
      listener.heard(bus.signal(message))
      return 0
    }
    if isSynchronous {
      _ = functions.add_match(bus, nil, rule, handler, data)
    } else {
      _ = functions.add_match_async(bus, nil, rule, handler, nil, data)
    }
  }

  private func fail(_ done: @escaping Done, _ failure: BusFailure) { loop.post { done(.failure(failure)) } }

  private func answer(_ message: Message) -> Result<[BusValue], BusFailure> {
    if functions.is_method_error(message, nil) > 0 {
      let error = functions.get_error(message)?.pointee
      return .failure(
        BusFailure(
          error?.name.map { String(cString: $0) } ?? "", error?.message.map { String(cString: $0) } ?? ""))
    }
    return .success(BusParser(functions, message).values())
  }

  private func signal(_ message: Message) -> BusSignal {
    BusSignal(
      functions.get_path(message).map { String(cString: $0) } ?? "",
      functions.get_interface(message).map { String(cString: $0) } ?? "",
      functions.get_member(message).map { String(cString: $0) } ?? "", BusParser(functions, message).values())
  }

  // MARK: The loop

  private func process() {
    // Bounded, as what else comes on the bus is not ours to choose; what is left makes the descriptor readable again,
    // or is taken with the timer.
    for _ in 0..<1000 {
      guard let bus else { return }
      let code = functions.process(bus, nil)
      if code > 0 { continue }
      if code < 0 { return lost() }
      break
    }
    schedule()
  }

  /// The bus is gone: a broken descriptor would be readable for ever.
  private func lost() {
    close()
    let calls = waiting.values.sorted { $0.number < $1.number }
    waiting = [:]
    for entry in calls { entry.done(.failure(.disconnected)) }
    ended?()
  }

  /// Follows what sd-bus waits for: room to write, and the next time-out of a call.
  private func schedule() {
    guard let bus else { return }
    let events = functions.get_events(bus)
    loop.watch(descriptor, forWriting: events > 0 && events & Int32(POLLOUT) != 0)
    var until: UInt64 = 0
    let isTimed = functions.get_timeout(bus, &until) >= 0 && until != UInt64.max
    let deadline = isTimed ? max(1, Int64(clamping: min(until, UInt64(Int64.max) / 1000)) &* 1000) : 0
    guard deadline != timer?.deadline ?? 0 else { return }
    if let timer { loop.cancel(timer.id) }
    timer = nil
    guard isTimed else { return }
    let id = loop.schedule(at: deadline) { [weak self] in
      self?.timer = nil
      self?.process()
    }
    timer = (id, deadline)
  }
}
