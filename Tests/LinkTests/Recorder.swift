import EventLoop
import Glibc
import ReaderCore

/// Hears what a transport tells, on a loop whose clock only tests move.
final class Recorder {
  final class ManualClock {
    private let lock = Lock()
    private var value: Int64 = 1_000_000_000
    var now: Int64 {
      get { lock.locked { value } }
      set { lock.locked { value = newValue } }
    }
  }

  let clock = ManualClock()
  let loop: EventLoop
  var opened = 0
  var received: [UInt8] = []
  var sent = 0
  var ends: [ReaderError?] = []
  var isAfterEnd = false
  var onReceived: (() -> Void)?

  init() throws { loop = try EventLoop(clock: { [clock] in clock.now }) }

  deinit { loop.abandon() }

  func hear(_ event: TransportEvent) {
    if !ends.isEmpty { isAfterEnd = true }
    switch event {
    case .opened: opened += 1
    case .received(let bytes):
      received += bytes
      onReceived?()
    case .sent(let count): sent += count
    case .closed(let error): ends.append(error)
    }
  }

  /// Runs the loop until a condition holds; false when it does not within 20 seconds.
  func run(until condition: () -> Bool) throws -> Bool {
    for _ in 0..<4000 where try loop.wait(timeoutMs: 5, until: condition) { return true }
    return false
  }

  /// Opens and waits for the first event.
  func open(_ transport: Transport) throws {
    transport.open { [unowned self] in hear($0) }
    _ = try run { opened > 0 || !ends.isEmpty }
  }
}
