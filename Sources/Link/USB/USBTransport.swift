import CLibUSB
import EventLoop
import Glibc
import ReaderCore

/// A serial function of a USB device, claimed through libusb. Reads stand all the time; their buffers are filled again only
/// when the loop has taken what they brought, so that a host that is busy holds the device back and loses nothing.
public final class USBTransport: Transport {
  public let label: String
  private let system: USBSystem
  private let address: USBAddress
  private let loop: EventLoop
  private let writeTimeout: Int64
  private let closing = Once()
  private var sink: ((TransportEvent) -> Void)?
  private var port: USBPort?
  private var reads: [USBTransfer] = []
  private var write: USBTransfer?
  /// Reads that are not under way.
  private var parked: [USBTransfer] = []
  private var output: [UInt8] = []
  private var isWriting = false
  private var isRecovering = false
  /// Faults since the last byte.
  private var faults = 0
  private var failure: ReaderError?
  private var timer: EventLoop.TimerID?
  private var lastProgress: Int64 = 0

  private static let readSize = 16384
  private static let readCount = 4
  private static let mostFaults = 3

  /// Makes a link to a device that is plugged in.
  public init(_ system: USBSystem, _ address: USBAddress, loop: EventLoop, writeTimeout: Int64 = 5_000_000_000) {
    self.system = system
    self.address = address
    self.loop = loop
    self.writeTimeout = writeTimeout
    label = address.node
  }

  public func open(_ sink: @escaping (TransportEvent) -> Void) {
    self.sink = sink
    onThread { [system, address, loop] in
      do throws(ReaderError) {
        let port = try USBPort(system, address)
        loop.post { [weak self] in self?.opened(port) }
      } catch {
        loop.post { [weak self] in self?.finish(error) }
      }
    }
  }

  public func close() {
    if closing.first() { loop.post { self.finish(nil) } }
  }

  /// When the loop is abandoned the device is still given back.
  deinit { if let port { onThread { port.shutDown() } } }

  private func opened(_ port: USBPort) {
    // Closed meanwhile; giving back waits, so not here.
    guard let sink else { return onThread { port.shutDown() } }
    self.port = port
    do throws(ReaderError) {
      let packet = address.function.inPacket
      let size = max(1, USBTransport.readSize / packet) * packet
      for _ in 0..<USBTransport.readCount { reads.append(try transfer(size) { $0.readEnded($1) }) }
      write = try transfer(USBTransport.readSize) { $0.writeEnded($1) }
    } catch { return finish(error) }
    parked = reads
    sink(.opened)
    submitReads()
  }

  private func transfer(
    _ size: Int, _ ended: @escaping (USBTransport, USBTransfer) -> Void
  ) throws(ReaderError) -> USBTransfer {
    try USBTransfer(capacity: size) { [loop, weak self, weak port] transfer in
      loop.post { if let self { ended(self, transfer) } }
      port?.ended(transfer)
    }
  }

  // MARK: In

  private func submitReads() {
    while let port, !isRecovering, failure == nil, sink != nil, let transfer = parked.first {
      let code = port.submit(transfer, address.function.bulkIn, length: transfer.capacity)
      guard code == 0 else { return fail(code) }
      parked.removeFirst()
    }
  }

  private func readEnded(_ transfer: USBTransfer) {
    let bytes = transfer.bytes
    let status = transfer.status
    parked.append(transfer)
    if !bytes.isEmpty {
      faults = 0
      sink?(.received(bytes))
    }
    judge(status, address.function.bulkIn)
    if failure == nil { submitReads() }
    settle()
  }

  // MARK: Out

  public func send(_ bytes: [UInt8]) {
    guard port != nil, sink != nil, failure == nil, !bytes.isEmpty else { return }
    if output.isEmpty { lastProgress = loop.time }
    output += bytes
    submitWrite()
    if timer == nil { armTimer() }
  }

  private func submitWrite() {
    guard let port, let write, !isWriting, !isRecovering, failure == nil, !output.isEmpty else { return }
    let chunk = output.prefix(write.capacity)
    write.fill(chunk)
    let packet = max(1, address.function.outPacket)
    let isLast = chunk.count == output.count
    let code = port.submit(
      write, address.function.bulkOut, length: chunk.count,
      zeroPacket: address.needsZeroPacket && isLast && chunk.count % packet == 0)
    guard code == 0 else { return fail(code) }
    isWriting = true
  }

  private func writeEnded(_ transfer: USBTransfer) {
    isWriting = false
    let taken = min(transfer.actual, output.count)
    if taken > 0 {
      output.removeFirst(taken)
      lastProgress = loop.time
      faults = 0
      sink?(.sent(taken))
    }
    judge(transfer.status, address.function.bulkOut)
    if failure == nil { submitWrite() }
    if output.isEmpty, let timer {
      loop.cancel(timer)
      self.timer = nil
    }
    settle()
  }

  private func armTimer() {
    timer = loop.schedule(at: lastProgress &+ writeTimeout) { [weak self] in
      guard let self, !output.isEmpty, failure == nil, sink != nil else { return }
      timer = nil
      guard loop.time &- lastProgress >= writeTimeout else { return armTimer() }
      fail(
        ReaderError(
          .timeout,
          "The terminal at \(label) has taken no byte for \(writeTimeout / 1_000_000) ms; switch it off and on."))
      settle()
    }
  }

  // MARK: Faults

  /// What the end of a transfer means for the link.
  private func judge(_ status: libusb_transfer_status, _ endpoint: UInt8) {
    switch status {
    case LIBUSB_TRANSFER_COMPLETED, LIBUSB_TRANSFER_CANCELLED:
      break
    case LIBUSB_TRANSFER_NO_DEVICE:
      fail(LIBUSB_ERROR_NO_DEVICE.rawValue)
    default:
      // A stall, or a fault such as a sleeping device makes: clear it and go on, but not for ever.
      guard failure == nil, !isRecovering else { return }
      faults += 1
      guard faults <= USBTransport.mostFaults else {
        return fail(
          ReaderError(.lost, "The terminal at \(label) answers with USB faults; plug it in again."))
      }
      isRecovering = true
      port?.cancel(endpoint)
    }
    faultyEndpoint = isRecovering ? faultyEndpoint ?? endpoint : nil
  }
  private var faultyEndpoint: UInt8?

  /// Goes on once nothing is under way on a faulty endpoint.
  private func settle() {
    guard failure == nil, isRecovering, let port, let endpoint = faultyEndpoint else {
      if failure != nil, parked.count == reads.count, !isWriting { finish(failure) }
      return
    }
    guard endpoint == address.function.bulkIn ? parked.count == reads.count : !isWriting else { return }
    faultyEndpoint = nil
    let pause = UInt32(faults) * 50_000
    onThread { [loop] in
      usleep(pause)
      _ = port.clearHalt(endpoint)
      loop.post { [weak self] in
        guard let self else { return }
        isRecovering = false
        submitReads()
        submitWrite()
        settle()
      }
    }
  }

  private func fail(_ code: Int32) {
    switch USBFault.status(code) {
    case .lost, .io, .notFound:
      fail(ReaderError(.lost, "The terminal at \(label) was unplugged or switched off."))
    case let status:
      fail(ReaderError(status, "The terminal at \(label) cannot be used any more: \(USBFault.text(code))."))
    }
  }

  /// What is under way ends first: some of it may have brought bytes.
  private func fail(_ error: ReaderError) {
    guard failure == nil, sink != nil else { return }
    failure = error
    port?.cancel()
    loop.post { [weak self] in self?.settle() }
  }

  // MARK: The end

  private func finish(_ error: ReaderError?) {
    guard let sink else { return }
    self.sink = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    let port = self.port
    self.port = nil
    onThread { [loop] in
      port?.shutDown()
      loop.post { sink(.closed(error)) }
    }
  }

  /// On a thread of its own, or else here.
  private func onThread(_ work: @escaping () -> Void) {
    do throws(ReaderError) { _ = try WorkerThread(name: "scanbeam-usb-port", work) } catch { work() }
  }
}
