import EventLoop
import ReaderCore
import Tags

/// The tag on a reader with CCID over Bluetooth LE, for a thread that may wait. Never to be used on the loop.
public final class CCIDCard: TagChannel {
  private let channel: CCIDChannel
  private let loop: EventLoop
  /// What the reader gives as an answer to reset.
  public private(set) var atr: [UInt8] = []

  /// Powers the tag. Throws `.tagRemoved` when there is none.
  public init(_ channel: CCIDChannel, _ loop: EventLoop) throws(ReaderError) {
    self.channel = channel
    self.loop = loop
    atr = try ask(.powerOn, [], .dataAnswer)
  }

  public func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    guard command.count >= 4 else { throw ReaderError(.invalidArgument, "A command has at least 4 bytes.") }
    let answer = try ask(.transfer, command, .dataAnswer)
    guard answer.count >= 2 else { throw CCIDCard.noAnswer }
    return answer
  }

  private func ask(
    _ kind: CCIDMessage.Kind, _ data: [UInt8], _ expected: CCIDMessage.Kind
  ) throws(ReaderError) -> [UInt8] {
    try CCIDCard.ask(channel, loop, kind, data, expected)
  }

  /// Sends a command to the reader itself.
  public static func escape(
    _ channel: CCIDChannel, _ loop: EventLoop, _ command: [UInt8]
  ) throws(ReaderError) -> [UInt8] { try ask(channel, loop, .escape, command, .escapeAnswer) }

  private static let noAnswer = ReaderError(.tagRemoved, "The tag did not answer; hold it longer to the reader.")

  private static func ask(
    _ channel: CCIDChannel, _ loop: EventLoop, _ kind: CCIDMessage.Kind, _ data: [UInt8],
    _ expected: CCIDMessage.Kind
  ) throws(ReaderError) -> [UInt8] {
    guard data.count <= CCIDMessage.longest else {
      throw ReaderError(.invalidArgument, "A command has at most \(CCIDMessage.longest) bytes.")
    }
    let answer = try Answer.wait { done in loop.post { channel.run(CCIDMessage(kind, data), done) } }
    // The tag that went is told by the state of the slot or by the error for one that is mute.
    guard answer.hasCard || kind == .escape else { throw ReaderError(.tagRemoved, "There is no tag on the reader.") }
    guard !answer.hasFailed else {
      if answer.errorCode == 0xfe { throw noAnswer }
      throw ReaderError(.io, "The reader refused the command (CCID error \(answer.errorCode)).")
    }
    guard answer.kind == expected.rawValue else {
      throw ReaderError(.protocolFault, "The reader answered with a message \(answer.kind), not \(expected.rawValue).")
    }
    return answer.data
  }

  /// Lets a thread wait for what the loop brings.
  private final class Answer {
    private let lock = Lock()
    private var result: Result<CCIDMessage, ReaderError>?
    /// Nobody dispatches the loop any more: the thread must not stay for ever.
    private static let longest: Int64 = 120_000_000_000

    static func wait(_ begin: (@escaping CCIDChannel.Done) -> Void) throws(ReaderError) -> CCIDMessage {
      let answer = Answer()
      begin { result in
        answer.lock.locked {
          answer.result = result
          answer.lock.signal()
        }
      }
      let end = SystemClock.now() &+ longest
      let result = answer.lock.locked { () -> Result<CCIDMessage, ReaderError>? in
        while answer.result == nil, SystemClock.now() < end { answer.lock.wait(until: end) }
        return answer.result
      }
      guard let result else {
        throw ReaderError(.timeout, "The host does not dispatch, so the reader cannot be asked.")
      }
      return try result.get()
    }
  }
}
