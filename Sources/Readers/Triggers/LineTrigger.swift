import EventLoop
import Glibc
import ReaderCore

/// A line of a GPIO chip that triggers scans.
public struct TriggerLine: Equatable {
  /// What holds the line while nothing presses.
  public enum Bias: Int32 {
    /// As it is wired, or as another program left it.
    case asIs = 0
    case disabled = 1
    case pullUp = 2
    case pullDown = 3
  }

  /// Name, path, number or label of the chip.
  public var chip: String
  /// Its number on the chip, or nil: by its name.
  public var offset: UInt32?
  /// Its name, where the chip names its lines.
  public var name: String?
  public var mode: TriggerKey.Mode
  /// Low is pressed.
  public var isActiveLow: Bool
  public var bias: Bias
  /// Milliseconds that the line has to be still before it counts; 0: none.
  public var debounceMs: Int

  /// Makes a line.
  public init(
    chip: String, offset: UInt32? = nil, name: String? = nil, mode: TriggerKey.Mode, isActiveLow: Bool = false,
    bias: Bias = .asIs, debounceMs: Int = 5
  ) {
    self.chip = chip
    self.offset = offset
    self.name = name
    self.mode = mode
    self.isActiveLow = isActiveLow
    self.bias = bias
    self.debounceMs = debounceMs
  }
}

/// libgpiod 1.x (libgpiod2 in Debian 12), which is loaded when a line is first asked for.
final class GPIOLibrary {
  typealias Handle = OpaquePointer
  let openChip: @convention(c) (UnsafePointer<CChar>) -> Handle?
  let closeChip: @convention(c) (Handle) -> Void
  let lineAt: @convention(c) (Handle, UInt32) -> Handle?
  let lineNamed: @convention(c) (Handle, UnsafePointer<CChar>) -> Handle?
  let request: @convention(c) (Handle, UnsafePointer<CChar>, Int32) -> Int32
  let release: @convention(c) (Handle) -> Void
  let descriptor: @convention(c) (Handle) -> Int32
  let readEvent: @convention(c) (Handle, UnsafeMutableRawPointer) -> Int32
  let value: @convention(c) (Handle) -> Int32
  private let library: DynamicLibrary

  /// Bytes of a struct gpiod_line_event: a timespec and an int.
  static let eventSize = MemoryLayout<timespec>.size + 8

  /// - Throws: `.unsupported` when it is not installed.
  init(_ names: [String] = ["libgpiod.so.2"]) throws(ReaderError) {
    library = try DynamicLibrary(names, package: "libgpiod2")
    openChip = try library.function(
      "gpiod_chip_open_lookup", as: (@convention(c) (UnsafePointer<CChar>) -> Handle?).self)
    closeChip = try library.function("gpiod_chip_close", as: (@convention(c) (Handle) -> Void).self)
    lineAt = try library.function("gpiod_chip_get_line", as: (@convention(c) (Handle, UInt32) -> Handle?).self)
    lineNamed = try library.function(
      "gpiod_chip_find_line", as: (@convention(c) (Handle, UnsafePointer<CChar>) -> Handle?).self)
    request = try library.function(
      "gpiod_line_request_both_edges_events_flags",
      as: (@convention(c) (Handle, UnsafePointer<CChar>, Int32) -> Int32).self)
    release = try library.function("gpiod_line_release", as: (@convention(c) (Handle) -> Void).self)
    descriptor = try library.function("gpiod_line_event_get_fd", as: (@convention(c) (Handle) -> Int32).self)
    readEvent = try library.function(
      "gpiod_line_event_read", as: (@convention(c) (Handle, UnsafeMutableRawPointer) -> Int32).self)
    value = try library.function("gpiod_line_get_value", as: (@convention(c) (Handle) -> Int32).self)
  }
}

/// Listens to a GPIO line on the loop.
final class LineTrigger {
  private let gpio: GPIOLibrary
  private let chip: GPIOLibrary.Handle
  private let line: GPIOLibrary.Handle
  private let fd: Int32
  private let loop: EventLoop
  private let log: Log
  private let delay: Int64
  private let pressed: (Bool) -> Void
  private let lock = Lock()
  private var isOpen = true
  // Loop only:
  private var isDown: Bool
  private var timer: EventLoop.TimerID?

  /// - Parameter pressed: Called on the loop with each press (true) and release.
  /// - Throws: `.notFound`, `.access`, `.busy`, `.io`, `.unsupported` without libgpiod.
  init(
    _ line: TriggerLine, _ gpio: GPIOLibrary, _ loop: EventLoop, _ log: Log, _ pressed: @escaping (Bool) -> Void
  ) throws(ReaderError) {
    self.gpio = gpio
    self.loop = loop
    self.log = log
    self.pressed = pressed
    delay = Int64(line.debounceMs) &* 1_000_000
    guard let chip = gpio.openChip(line.chip) else { throw LineTrigger.failure(errno, "The GPIO chip \(line.chip)") }
    let found = line.name.map { gpio.lineNamed(chip, $0) } ?? gpio.lineAt(chip, line.offset ?? 0)
    let what = "The line \(line.name ?? "\(line.offset ?? 0)") of the GPIO chip \(line.chip)"
    guard let found else {
      let code = errno
      gpio.closeChip(chip)
      throw LineTrigger.failure(code == EINVAL ? ENOENT : code, what)
    }
    // GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW, _BIAS_DISABLE, _BIAS_PULL_DOWN and _BIAS_PULL_UP of gpiod.h 1.6.
    var flags: Int32 = line.isActiveLow ? 1 << 2 : 0
    switch line.bias {
    case .asIs: break
    case .disabled: flags |= 1 << 3
    case .pullDown: flags |= 1 << 4
    case .pullUp: flags |= 1 << 5
    }
    guard gpio.request(found, "scanbeam", flags) == 0 else {
      let code = errno
      gpio.closeChip(chip)
      throw LineTrigger.failure(code, what)
    }
    (self.chip, self.line, fd) = (chip, found, gpio.descriptor(found))
    // A trigger that is held when listening begins is not a press.
    isDown = gpio.value(found) == 1
    loop.watch(fd) { [weak self] in self?.read() }
  }

  deinit { end() }

  /// Ends listening. Any thread.
  func end() {
    let wasOpen = lock.locked { () -> Bool in
      defer { isOpen = false }
      return isOpen
    }
    guard wasOpen else { return }
    loop.unwatch(fd)
    gpio.release(line)
    gpio.closeChip(chip)
  }

  /// An edge came. What the line is once it is still counts, not which edges there were.
  private func read() {
    let isLost = lock.locked { () -> Bool in
      guard isOpen else { return false }
      var event = [UInt8](repeating: 0, count: GPIOLibrary.eventSize)
      return event.withUnsafeMutableBytes { gpio.readEvent(line, $0.baseAddress!) } != 0 && errno != EAGAIN
        && errno != EINTR
    }
    guard !isLost else {
      log(.warning, "The GPIO line went away; it triggers no more.")
      end()
      if isDown { change(false) }
      return
    }
    guard delay > 0 else { return look() }
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: loop.time &+ delay) { [weak self] in
      self?.timer = nil
      self?.look()
    }
  }

  private func look() {
    let value = lock.locked { isOpen ? gpio.value(line) : -1 }
    if value >= 0, (value == 1) != isDown { change(value == 1) }
  }

  private func change(_ down: Bool) {
    isDown = down
    pressed(down)
  }

  private static func failure(_ code: Int32, _ what: String) -> ReaderError {
    switch code {
    case EACCES, EPERM:
      ReaderError(
        .access, "\(what) may not be used: add the user to the group gpio, or give access with a udev rule.",
        errno: code)
    case EBUSY: ReaderError(.busy, "\(what) is in use by another program.", errno: code)
    case ENOENT, ENODEV, ENXIO: ReaderError(.notFound, "\(what) is not there; gpioinfo shows what is.", errno: code)
    default: ReaderError(.io, "\(what) could not be used.", errno: code)
    }
  }
}
