import Decoding
import Discovery
import EventLoop
import Link
import ReaderCore

/// A hand scanner of the class HID POS behind the reader: it scans by its own trigger, and what it reads are results, with or
/// without a scan. Everything on the loop, but for what says otherwise.
final class ScannerDriver: ReaderDriver {
  var deviceClass: DeviceClass { .scanner }
  var capabilities: [Capability] { [] }
  var answersEveryFrame: Bool { false }
  private let loop: EventLoop
  private let log: Log
  private let presence: ScannerPresence
  private let lock = Lock()
  private var sink: ((DriverEvent) -> Void)?
  private var link: HIDTransport?
  private var assembler = HIDScanAssembler()
  private var timer: EventLoop.TimerID?

  init(_ name: String, _ hub: TerminalHub, _ log: Log) {
    loop = hub.loop
    self.log = log
    presence = ScannerPresence(name, hub)
  }

  var availability: Availability { presence.current() }

  func begin(_ sink: @escaping (DriverEvent) -> Void) {
    lock.locked { self.sink = sink }
    presence.watch { [weak self] in self?.send(.availability($0)) }
  }

  func connect() {
    do throws(ReaderError) {
      let link = HIDTransport(path: try presence.node(), loop: loop)
      try link.open { [weak self] in
        self?.take($0)
      } closed: { [weak self] in
        self?.lost($0)
      }
      assembler = HIDScanAssembler(layout: link.layout)
      self.link = link
    } catch { return send(.connectFailed(error)) }
    send(.connected)
  }

  func disconnect() {
    close()
    send(.disconnected)
  }

  func startScan(_ scan: UInt64) {}
  func stopScan() {}

  func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    throw ReaderError(.unsupported, "A scanner takes no frames; make a reader with the identity \"push:\".")
  }

  func consumed() {}

  /// Any thread; also when nobody drives the loop any more.
  func end() {
    presence.unwatch()
    lock.locked { sink = nil }
    loop.post { self.close() }
  }

  private func close() {
    link?.close()
    link = nil
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func lost(_ error: ReaderError) {
    close()
    send(.failed(error))
    send(.disconnected)
  }

  private func send(_ event: DriverEvent) {
    let sink = lock.locked { self.sink }
    sink?(event)
  }

  // MARK: Reports

  private func take(_ report: [UInt8]) {
    deliver(assembler.take(report, now: loop.time))
    arm()
  }

  private func arm() {
    guard timer == nil, let deadline = assembler.deadline else { return }
    timer = loop.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      timer = nil
      deliver(assembler.tick(now: loop.time))
      arm()
    }
  }

  private func deliver(_ events: [HIDScanAssembler.Event]) {
    for event in events {
      switch event {
      case .damaged(let why):
        log(.warning, "A scan was dropped: \(why)")
        send(.event(.notice(status: 0, text: why, bytes: [])))
      case .scan(let bytes, let aim):
        var read = DeviceRead(time: loop.time)
        let nowhere = Point(0, 0)
        var code = DecodedCode(
          symbology: ScannerDriver.symbology(aim), bytes: bytes, aimID: aim,
          corners: Quad(nowhere, nowhere, nowhere, nowhere))
        code.isGS1 = ["]C1", "]e0", "]d2", "]Q3", "]J1"].contains(aim)
        code.text = TextDecoder.text(of: code)
        read.codes = [code]
        send(.read(read))
      }
    }
  }

  /// By the letter of the AIM identifier (ISO/IEC 15424).
  static func symbology(_ aim: String) -> Symbology {
    switch aim.utf8.dropFirst().first.map({ Character(UnicodeScalar($0)) }) {
    case "A": .code39
    case "C": .code128
    case "D": .codeOne
    case "d": .dataMatrix
    case "E": .upcEan
    case "e": .dataBar
    case "F": .codabar
    case "G": .code93
    case "g": .gridMatrix
    case "h": .hanXin
    case "H": .code11
    case "I": .interleaved2of5
    case "J": .dotCode
    case "L": .pdf417
    case "M": .msi
    case "Q": .qr
    case "U": .maxiCode
    case "z": .aztec
    default: .unknown
    }
  }
}
