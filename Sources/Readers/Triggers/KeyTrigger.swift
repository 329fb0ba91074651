import CPlatform
import Discovery
import EventLoop
import Glibc
import ReaderCore

/// A key or button that triggers scans.
public struct TriggerKey: Equatable {
  /// What presses do.
  public enum Mode: Int32 {
    /// A press starts a scan, the release stops it.
    case hold = 1
    /// A press starts a scan, the next one stops it.
    case toggle = 2
    /// A press starts a scan.
    case start = 3

    /// What a new state of the key asks for; nil: nothing.
    func order(isDown: Bool, isScanning: Bool) -> Order? {
      switch (self, isDown) {
      case (.hold, true), (.start, true): .start
      case (.hold, false): .stop
      case (.toggle, true): isScanning ? .stop : .start
      default: nil
      }
    }
  }

  /// Path or identity of the device, see `InputDevices.node`.
  public var device: String
  /// The kernel's number of the key (linux/input-event-codes.h).
  public var key: Int
  public var mode: Mode
  /// Nobody else hears of the device.
  public var isExclusive: Bool

  /// What the preview option for a hardware trigger stands for until the host chooses another key (KEY_VOLUMEDOWN of
  /// linux/input-event-codes.h): the key of cmbSDK, on whatever has it.
  static let volumeDown = TriggerKey(device: "input:", key: 114, mode: .hold)

  /// Makes a key.
  public init(device: String, key: Int, mode: Mode, isExclusive: Bool = false) {
    self.device = device
    self.key = key
    self.mode = mode
    self.isExclusive = isExclusive
  }

  enum Order {
    case start
    case stop
  }
}

/// Listens to a key on the loop, through unplugging and plugging in.
final class KeyTrigger {
  private let key: TriggerKey
  private let loop: EventLoop
  private let log: Log
  private let pressed: (Bool) -> Void
  private let lock = Lock()
  private var fd: Int32 = -1
  private var monitor: Int32 = -1
  private var isDown = false
  /// Bytes of an event that has not come in whole.
  private var rest: [UInt8] = []

  /// - Parameter pressed: Called on the loop with each press (true) and release.
  /// - Throws: `.access`, `.io`. A device that is not there is waited for.
  init(_ key: TriggerKey, _ loop: EventLoop, _ log: Log, _ pressed: @escaping (Bool) -> Void) throws(ReaderError) {
    self.key = key
    self.loop = loop
    self.log = log
    self.pressed = pressed
    try open()
    monitor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    if monitor >= 0, inotify_add_watch(monitor, "/dev/input", UInt32(IN_CREATE) | UInt32(IN_ATTRIB)) >= 0 {
      loop.watch(monitor) { [weak self] in self?.look() }
    }
  }

  deinit { end() }

  /// Ends listening.
  func end() {
    let (device, monitor) = lock.locked { () -> (Int32, Int32) in
      defer { (fd, self.monitor) = (-1, -1) }
      return (fd, self.monitor)
    }
    for descriptor in [device, monitor] where descriptor >= 0 {
      loop.unwatch(descriptor)
      close(descriptor)
    }
  }

  private func open() throws(ReaderError) {
    guard lock.locked({ fd < 0 }), let node = InputDevices.node(key.device, key: key.key) else { return }
    let descriptor = Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENODEV || code == ENXIO { return }
      throw code == EACCES || code == EPERM
        ? ReaderError(
          .access,
          "No permission to read \(node): add the user to the group input (sudo usermod -aG input USER, then log in again) "
            + "or give access with a udev rule.", errno: code)
        : ReaderError(ReaderError.status(ofErrno: code), "The input device \(node) could not be opened.", errno: code)
    }
    if key.isExclusive {
      let code = cplatform_input_grab(descriptor)
      if code < 0 { log(.warning, "The input device \(node) could not be taken for this program alone.") }
    }
    lock.locked { (fd, isDown, rest) = (descriptor, false, []) }
    loop.watch(descriptor) { [weak self] in self?.read() }
  }

  /// Something happened in the folder of the devices.
  private func look() {
    let monitor = lock.locked { self.monitor }
    var bytes = [UInt8](repeating: 0, count: 4096)
    while monitor >= 0, Glibc.read(monitor, &bytes, bytes.count) > 0 {}
    // Rights come after the node: the next event tries again.
    do throws(ReaderError) { try open() } catch { log(.debug, error.message) }
  }

  private func read() {
    var states: [Bool] = []
    let isGone = lock.locked { () -> Bool in
      guard fd >= 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.size)
      // Bounded: a device that never stops must not hold the loop.
      for _ in 0..<64 {
        let count = Glibc.read(fd, &bytes, bytes.count)
        guard count > 0 else { return count == 0 || (errno != EAGAIN && errno != EINTR) }
        rest += bytes[..<count]
        states += takeEvents()
      }
      return false
    }
    for state in states { pressed(state) }
    if isGone { lose() }
  }

  /// The presses and releases among the events that have come in whole. With the lock held.
  private func takeEvents() -> [Bool] {
    var states: [Bool] = []
    let size = MemoryLayout<input_event>.size
    let whole = rest.count / size * size
    rest.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: whole, by: size) {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: input_event.self)
        // 2 is the repetition of a key that is held.
        guard event.type == UInt16(EV_KEY), Int(event.code) == key.key, event.value == 0 || event.value == 1 else {
          continue
        }
        let down = event.value == 1
        if down != isDown { states.append(down) }
        isDown = down
      }
    }
    rest.removeFirst(whole)
    return states
  }

  /// The device went away: a key that was held is let go.
  private func lose() {
    let (descriptor, wasDown) = lock.locked { () -> (Int32, Bool) in
      defer { (fd, isDown) = (-1, false) }
      return (fd, isDown)
    }
    guard descriptor >= 0 else { return }
    loop.unwatch(descriptor)
    close(descriptor)
    if wasDown { pressed(false) }
  }
}
