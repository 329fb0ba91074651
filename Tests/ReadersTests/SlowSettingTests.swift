import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// A camera that takes its time over a setting holds nobody but who asked.
@Suite struct SlowSettingTests {
  /// A gate that a handler waits at.
  private final class Gate {
    private let lock = Lock()
    private var isOpen = false
    private var threads: [pthread_t] = []
    var visitors: [pthread_t] { lock.locked { threads } }

    func pass() {
      lock.locked {
        threads.append(pthread_self())
        while !isOpen { lock.wait() }
      }
    }

    func open() {
      lock.locked {
        isOpen = true
        lock.signal()
      }
    }
  }

  private func gain(_ gate: Gate) -> SettingHandler {
    SettingHandler(isSlow: true, read: { .number(7) }) { (_) throws(ReaderError) in gate.pass() }
  }

  @Test func theLoopGoesOnWhileACameraTakesItsTime() throws {
    let store = SettingStore(ReaderSettings())
    let bench = try Bench(store: store)
    #expect(try bench.connect() == nil)
    let gate = Gate()
    store.handle(.gain, gain(gate))
    for scans in [false, true] {
      if scans {
        try bench.reader.startScanning()
        #expect(try bench.run { bench.source.calls.started == 1 })
      }
      var statuses: [Int32] = []
      func ask(_ text: String) throws {
        try bench.reader.sendCommand(text) { if case .success(let answer) = $0 { statuses.append(answer.status) } }
      }
      let before = gate.visitors.count
      try ask("SET CAMERA.GAIN 5")
      try ask("SET DECODER.EFFORT 3")
      #expect(try bench.run { gate.visitors.count > before })
      // Timers and posts come while the camera thinks; what was asked later waits for its turn.
      var passed = false
      bench.context.loop.post { passed = true }
      bench.context.loop.drain()
      #expect(passed && (statuses.isEmpty || before > 0))
      gate.open()
      #expect(try bench.run { statuses == [0, 0] })
    }
    #expect(gate.visitors.allSatisfy { pthread_equal($0, pthread_self()) == 0 })
    #expect(try bench.text("GET CAMERA.GAIN") == "7")
    try bench.reader.stopScanning()
    #expect(try bench.status("CONFIG.DEFAULT") == 0)
  }

  @Test func whatIsUnderWayWhenTheReaderIsClosedEnds() throws {
    let store = SettingStore(ReaderSettings())
    let bench = try Bench(store: store)
    #expect(try bench.connect() == nil)
    let gate = Gate()
    store.handle(.gain, gain(gate))
    var statuses: [Status] = []
    for value in 1...3 {
      try bench.reader.sendCommand("SET CAMERA.GAIN \(value)") {
        if case .failure(let error) = $0 { statuses.append(error.status) }
      }
    }
    #expect(try bench.run { gate.visitors.count == 1 })
    try bench.reader.disconnect()
    #expect(try bench.run { statuses.count == 3 })
    #expect(statuses == [.cancelled, .cancelled, .cancelled])
    gate.open()
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    // Nobody is left who could carry anything out: it is done at once.
    #expect(store.current.device.gain == 1)
    #expect(try bench.connect() == nil)
    #expect(try bench.status("SET DECODER.EFFORT 4") == 0)
  }
}
