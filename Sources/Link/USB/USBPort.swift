import CLibUSB
import Glibc
import ReaderCore

/// Where a USB device is now, and how to talk to it.
public struct USBAddress: Equatable {
  public var bus: UInt8
  public var device: UInt8
  public var function: USBSerialFunction
  public var needsZeroPacket: Bool
  /// Kernel driver of the data interface, for messages; empty when none.
  public var driver: String

  /// Makes an address.
  public init(
    bus: UInt8, device: UInt8, function: USBSerialFunction, needsZeroPacket: Bool = false, driver: String = ""
  ) {
    self.bus = bus
    self.device = device
    self.function = function
    self.needsZeroPacket = needsZeroPacket
    self.driver = driver
  }

  /// Path of the node that libusb opens.
  public var node: String {
    func digits(_ value: UInt8) -> String { String(repeating: "0", count: max(0, 3 - "\(value)".count)) + "\(value)" }
    return "/dev/bus/usb/\(digits(bus))/\(digits(device))"
  }
}

/// A claimed serial function. Everything here may wait, so it runs on worker threads; only `submit` does not.
final class USBPort {
  let system: USBSystem
  let address: USBAddress
  private let handle: OpaquePointer
  private let lock = Lock()
  private var inFlight: [ObjectIdentifier: USBTransfer] = [:]
  private var isShutDown = false

  /// Opens, claims and sets up. The kernel's driver is given back whatever happens.
  init(_ system: USBSystem, _ address: USBAddress) throws(ReaderError) {
    self.system = system
    self.address = address
    handle = try USBPort.openPatiently(system, address)
    libusb_set_auto_detach_kernel_driver(handle, 1)
    var claimed: [UInt8] = []
    for interface in interfaces {
      let code = libusb_claim_interface(handle, Int32(interface))
      guard code == 0 else {
        for one in claimed.reversed() { libusb_release_interface(handle, Int32(one)) }
        libusb_close(handle)
        throw USBPort.error(code, address)
      }
      claimed.append(interface)
    }
    configure()
  }

  private var interfaces: [UInt8] {
    guard let control = address.function.control, control != address.function.data else {
      return [address.function.data]
    }
    return [control, address.function.data]
  }

  /// 115200 8N1 and DTR with RTS (USB CDC PSTN 1.2, 6.3.10 and 6.3.12). Some devices refuse the former and work; none says
  /// anything before the latter.
  private func configure() {
    guard let control = address.function.control else { return }
    var coding: [UInt8] = [0x00, 0xc2, 0x01, 0x00, 0, 0, 8]
    _ = libusb_control_transfer(handle, 0x21, 0x20, 0, UInt16(control), &coding, 7, 1000)
    setLines(3)
  }

  private func setLines(_ lines: UInt16) {
    guard let control = address.function.control else { return }
    _ = libusb_control_transfer(handle, 0x21, 0x22, lines, UInt16(control), nil, 0, 1000)
  }

  /// Takes a stall back; true when the device answered.
  func clearHalt(_ endpoint: UInt8) -> Bool { libusb_clear_halt(handle, endpoint) == 0 }

  /// Starts a transfer; its end is told on libusb's thread. Any thread; does not wait.
  func submit(_ transfer: USBTransfer, _ endpoint: UInt8, length: Int, zeroPacket: Bool = false) -> Int32 {
    lock.locked {
      guard !isShutDown else { return LIBUSB_ERROR_NO_DEVICE.rawValue }
      transfer.prepare(handle, endpoint, length: length, zeroPacket: zeroPacket)
      let code = libusb_submit_transfer(transfer.pointer)
      if code == 0 { inFlight[ObjectIdentifier(transfer)] = transfer }
      return code
    }
  }

  /// libusb's thread: a transfer has ended.
  func ended(_ transfer: USBTransfer) {
    lock.locked {
      inFlight[ObjectIdentifier(transfer)] = nil
      lock.signal()
    }
  }

  /// Asks for the end of what is under way on an endpoint; nil: on all.
  func cancel(_ endpoint: UInt8? = nil) {
    lock.locked {
      for transfer in inFlight.values where endpoint == nil || transfer.pointer.pointee.endpoint == endpoint {
        libusb_cancel_transfer(transfer.pointer)
      }
    }
  }

  /// Ends all transfers, lowers DTR, gives the kernel's driver back. Once.
  func shutDown() {
    let isFirst = lock.locked { () -> Bool in
      defer { isShutDown = true }
      return !isShutDown
    }
    guard isFirst else { return }
    cancel()
    let deadline = SystemClock.now() &+ 5_000_000_000
    let isIdle = lock.locked { () -> Bool in
      while !inFlight.isEmpty, SystemClock.now() < deadline { lock.wait(until: deadline) }
      return inFlight.isEmpty
    }
    setLines(0)
    for interface in interfaces.reversed() { libusb_release_interface(handle, Int32(interface)) }
    // A transfer that never ends would use the handle after its end: better to leave it open.
    if isIdle { libusb_close(handle) }
  }

  deinit { shutDown() }

  // MARK: Opening

  /// A device that has just come gets its rights from udev a moment later, and its old address may still be known.
  private static func openPatiently(_ system: USBSystem, _ address: USBAddress) throws(ReaderError) -> OpaquePointer {
    let deadline = SystemClock.now() &+ (isFresh(address.node) ? 3_000_000_000 : 0)
    while true {
      let (code, handle) = open(system, address)
      if let handle { return handle }
      let mayChange = code == LIBUSB_ERROR_ACCESS.rawValue || code == LIBUSB_ERROR_NOT_FOUND.rawValue
      guard mayChange, SystemClock.now() < deadline else { throw error(code, address) }
      usleep(100_000)
    }
  }

  /// Whether the node is younger than what udev takes.
  private static func isFresh(_ node: String) -> Bool {
    var info = stat()
    guard stat(node, &info) == 0 else { return true }
    return time(nil) - info.st_ctim.tv_sec < 5
  }

  private static func open(_ system: USBSystem, _ address: USBAddress) -> (Int32, OpaquePointer?) {
    var list: UnsafeMutablePointer<OpaquePointer?>?
    let count = libusb_get_device_list(system.context, &list)
    guard count >= 0, let list else { return (Int32(clamping: count), nil) }
    defer { libusb_free_device_list(list, 1) }
    for i in 0..<count {
      guard let device = list[i], libusb_get_bus_number(device) == address.bus,
        libusb_get_device_address(device) == address.device
      else { continue }
      var handle: OpaquePointer?
      let code = libusb_open(device, &handle)
      return (code, code == 0 ? handle : nil)
    }
    return (LIBUSB_ERROR_NOT_FOUND.rawValue, nil)
  }

  private static func error(_ code: Int32, _ address: USBAddress) -> ReaderError {
    let node = address.node
    switch USBFault.status(code) {
    case .access:
      return ReaderError(
        .access,
        "No permission for \(node): install 60-scanbeam.rules in /etc/udev/rules.d, run `udevadm control --reload`, and "
          + "plug the terminal in again.", errno: EACCES)
    case .busy:
      return ReaderError(
        .busy,
        "The terminal at \(node) is in use by another program"
          + (address.driver.isEmpty || address.driver == "usbfs" ? "." : " (kernel driver \(address.driver))."),
        errno: EBUSY)
    case .lost, .notFound:
      return ReaderError(.notFound, "The terminal at \(node) has gone; plug it in.")
    case let status:
      return ReaderError(status, "The terminal at \(node) cannot be opened: \(USBFault.text(code)).")
    }
  }
}
