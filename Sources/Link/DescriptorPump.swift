import EventLoop
import Glibc
import ReaderCore

/// Moves bytes through a non-blocking file descriptor: reads what comes, writes what waits, notices the end. Everything on
/// the loop.
final class DescriptorPump {
  private let fd: Int32
  private let isSocket: Bool
  private let label: String
  private let loop: EventLoop
  private let writeTimeout: Int64
  private let sink: (TransportEvent) -> Void
  /// Bytes that wait, and how many of the first chunk have gone.
  private var output: [[UInt8]] = []
  private var gone = 0
  private var stalledSince: Int64 = 0
  private var timer: EventLoop.TimerID?
  private var isEnded = false

  /// Begins to watch. Events: `received`, `sent`, and `closed` with an error when the other end has gone; the owner then
  /// stops the pump and closes the descriptor.
  ///
  /// - Parameter writeTimeout: Nanoseconds in which the other end must take at least a byte of what waits.
  init(
    _ fd: Int32, isSocket: Bool, label: String, loop: EventLoop, writeTimeout: Int64,
    _ sink: @escaping (TransportEvent) -> Void
  ) {
    self.fd = fd
    self.isSocket = isSocket
    self.label = label
    self.loop = loop
    self.writeTimeout = writeTimeout
    self.sink = sink
    loop.watch(fd) { [weak self] in self?.ready() }
  }

  /// Ends everything; no event follows.
  func stop() {
    guard !isEnded else { return }
    isEnded = true
    if let timer { loop.cancel(timer) }
    timer = nil
    output = []
    loop.unwatch(fd)
  }

  func send(_ bytes: [UInt8]) {
    guard !isEnded, !bytes.isEmpty else { return }
    output.append(bytes)
    guard output.count == 1 else { return }
    stalledSince = loop.time
    flush()
    guard !isEnded, !output.isEmpty else { return }
    loop.watch(fd, forWriting: true)
    armTimer()
  }

  private func ready() {
    if !output.isEmpty {
      flush()
      if !isEnded, output.isEmpty {
        loop.watch(fd, forWriting: false)
        if let timer { loop.cancel(timer) }
        timer = nil
      }
    }
    // Bounded: whoever floods us must not hold the loop; the descriptor stays readable.
    for _ in 0..<16 where !isEnded { guard receive() else { return } }
  }

  /// Reads once; false when there is nothing more now.
  private func receive() -> Bool {
    var code: Int32 = 0
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
      repeat { count = read(fd, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      code = count < 0 ? errno : 0
      filled = max(0, count)
    }
    if count > 0 {
      sink(.received(bytes))
      return count == 65536
    }
    guard code != EAGAIN else { return false }
    if count == 0 {
      end(ReaderError(.lost, "\(label) ended the connection."))
    } else {
      end(ReaderError(.lost, "The connection to \(label) broke.", errno: code))
    }
    return false
  }

  private func flush() {
    var taken = 0
    while let chunk = output.first {
      let count = chunk.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[gone...])
        return isSocket
          ? Glibc.send(fd, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
          : write(fd, rest.baseAddress, rest.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EAGAIN { return fail(errno) }
        break
      }
      taken += count
      gone += count
      if gone == chunk.count {
        output.removeFirst()
        gone = 0
      }
    }
    if taken > 0 {
      stalledSince = loop.time
      sink(.sent(taken))
    }
  }

  /// Writing is over. What the other end said before it went is still there to be read; not now, since this may be inside
  /// `send`.
  private func fail(_ code: Int32) {
    output = []
    loop.post { [weak self] in
      guard let self else { return }
      while !isEnded, receive() {}
      if !isEnded { end(ReaderError(.lost, "The connection to \(label) broke.", errno: code)) }
    }
  }

  private func armTimer() {
    timer = loop.schedule(at: stalledSince &+ writeTimeout) { [weak self] in self?.checkProgress() }
  }

  private func checkProgress() {
    guard !isEnded, !output.isEmpty else { return }
    guard loop.time &- stalledSince >= writeTimeout else { return armTimer() }
    end(
      ReaderError(
        .timeout, "\(label) has taken no byte for \(writeTimeout / 1_000_000) ms; switch it off and on."))
  }

  private func end(_ error: ReaderError) {
    stop()
    sink(.closed(error))
  }
}
