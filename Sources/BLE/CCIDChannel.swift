import EventLoop
import ReaderCore

/// Commands to a reader and its answers, one at a time, on the loop.
public final class CCIDChannel {
  /// The end of a command.
  public typealias Done = (Result<CCIDMessage, ReaderError>) -> Void

  private struct Command {
    var message: CCIDMessage
    let done: Done
  }

  private let loop: EventLoop
  private let send: ([UInt8]) -> Void
  private var framer = CCIDFramer()
  private var queue: [Command] = []
  private var current: Command?
  private var timer: EventLoop.TimerID?
  private var sequence: UInt8 = 0
  private var ended: ReaderError?
  /// Seconds for an answer, or for a request for more time.
  static let patience: Int64 = 10

  /// - Parameter send: Hands bytes to the reader; whoever it is tells `fail` when they do not arrive.
  public init(_ loop: EventLoop, send: @escaping ([UInt8]) -> Void) {
    self.loop = loop
    self.send = send
  }

  /// Sends a command after those that were sent before; `done` comes exactly once.
  public func run(_ message: CCIDMessage, _ done: @escaping Done) {
    if let ended { return loop.post { done(.failure(ended)) } }
    queue.append(Command(message: message, done: done))
    next()
  }

  /// Bytes from the reader.
  public func receive(_ bytes: [UInt8]) {
    for message in framer.add(bytes) {
      // A late answer to a command that was given up.
      guard let command = current, message.sequence == command.message.sequence else { continue }
      if message.isTimeExtension {
        arm()
      } else {
        finish(.success(message))
      }
    }
  }

  /// The command under way failed on its way.
  public func fail(_ error: ReaderError) {
    framer.reset()
    finish(.failure(error))
  }

  /// The connection is gone: everything fails, now and later.
  public func end(_ error: ReaderError) {
    ended = error
    let rest = queue
    queue = []
    finish(.failure(error))
    for command in rest { command.done(.failure(error)) }
  }

  private func next() {
    guard current == nil, ended == nil, !queue.isEmpty else { return }
    var command = queue.removeFirst()
    sequence &+= 1
    command.message.sequence = sequence
    current = command
    arm()
    send(command.message.bytes)
  }

  private func arm() {
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: loop.time &+ CCIDChannel.patience &* 1_000_000_000) { [weak self] in
      self?.timer = nil
      self?.fail(ReaderError(.timeout, "The reader did not answer within \(CCIDChannel.patience) seconds."))
    }
  }

  private func finish(_ result: Result<CCIDMessage, ReaderError>) {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard let command = current else { return }
    current = nil
    command.done(result)
    next()
  }
}
