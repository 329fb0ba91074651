import CLibUSB
import Glibc
import ReaderCore

/// libusb with its one event thread: one for a context, for all its devices, until the context has gone.
public final class USBSystem {
  /// Shared with the thread, which outlives the system a little.
  private final class State {
    let context: OpaquePointer
    let lock = Lock()
    var stopping: Int32 = 0
    var listeners: [(key: UInt64, call: () -> Void)] = []
    var nextKey: UInt64 = 0
    init(_ context: OpaquePointer) { self.context = context }
  }

  private let state: State
  /// The libusb context.
  var context: OpaquePointer { state.context }

  /// Starts the thread. Throws `.unsupported` where there is no USB.
  public init() throws(ReaderError) {
    var context: OpaquePointer?
    let code = libusb_init(&context)
    guard code == 0, let context else {
      throw ReaderError(.unsupported, "USB cannot be used on this machine: \(USBFault.text(code)).")
    }
    let state = State(context)
    self.state = state
    var handle = libusb_hotplug_callback_handle()
    let events = LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED.rawValue | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT.rawValue
    let any = Int32(LIBUSB_HOTPLUG_MATCH_ANY)
    let registered = libusb_hotplug_register_callback(
      context, Int32(events), 0, any, any, any,
      { _, _, _, data in
        // On the event thread, where nothing may be asked of a device: only tell.
        let state = Unmanaged<State>.fromOpaque(data!).takeUnretainedValue()
        for listener in state.lock.locked({ state.listeners }) { listener.call() }
        return 0
      }, Unmanaged.passUnretained(state).toOpaque(), &handle)
    guard registered == 0 else {
      libusb_exit(context)
      throw ReaderError(
        .unsupported, "USB devices that come and go cannot be watched: \(USBFault.text(registered)).")
    }
    do throws(ReaderError) {
      _ = try WorkerThread(name: "scanbeam-usb") {
        while state.lock.locked({ state.stopping }) == 0 {
          _ = libusb_handle_events_completed(context, &state.stopping)
        }
        libusb_exit(context)
      }
    } catch {
      libusb_exit(context)
      throw error
    }
  }

  deinit {
    // Together: the thread ends the context as soon as it sees the one.
    state.lock.locked {
      state.stopping = 1
      libusb_interrupt_event_handler(state.context)
    }
  }

  /// Calls `changed` after each arrival and departure, on the event thread: it must only post.
  public func watch(_ changed: @escaping () -> Void) -> UInt64 {
    state.lock.locked {
      state.nextKey += 1
      state.listeners.append((state.nextKey, changed))
      return state.nextKey
    }
  }

  /// Ends the calls; one may still run.
  public func unwatch(_ key: UInt64) {
    let removed = state.lock.locked { () -> Any in
      defer { state.listeners.removeAll { $0.key == key } }
      return state.listeners
    }
    // Released outside the lock.
    withExtendedLifetime(removed) {}
  }
}

/// libusb's codes as errors of ours.
enum USBFault {
  static func text(_ code: Int32) -> String {
    libusb_error_name(code).map { String(cString: $0) } ?? "libusb error \(code)"
  }

  static func status(_ code: Int32) -> Status {
    switch code {
    case LIBUSB_ERROR_NO_DEVICE.rawValue: .lost
    case LIBUSB_ERROR_NOT_FOUND.rawValue: .notFound
    case LIBUSB_ERROR_BUSY.rawValue: .busy
    case LIBUSB_ERROR_ACCESS.rawValue: .access
    case LIBUSB_ERROR_NO_MEM.rawValue: .noMemory
    case LIBUSB_ERROR_TIMEOUT.rawValue: .timeout
    default: .io
    }
  }
}
