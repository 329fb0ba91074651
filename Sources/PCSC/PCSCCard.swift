import CPCSC
import ReaderCore
import Tags

/// A connection to the tag on a reader, or to a reader without one (for escape commands). Given back when it goes.
public final class PCSCCard: TagChannel {
  private let context: PCSCContext
  private let handle: Int
  private let activeProtocol: UInt
  /// Longest answer: 64 KiB of data and the status word.
  private var buffer: [UInt8]
  private static let longestAnswer = 65_538

  /// What a connection is for.
  public enum Mode {
    /// The tag, which other programs may use too.
    case tag
    /// The reader itself, with or without a tag.
    case reader
  }

  /// Connects to what lies on the reader.
  public init(_ context: PCSCContext, reader: String, mode: Mode = .tag) throws(ReaderError) {
    self.context = context
    buffer = [UInt8](repeating: 0, count: mode == .tag ? 4096 : 1024)
    var handle = 0
    var active: UInt = 0
    // Shared (2) with T=0 or T=1 (3); direct (3) without a protocol.
    let share: UInt = mode == .tag ? 2 : 3
    let code = PCSCCode(
      context.functions.connect(context.handle, reader, share, mode == .tag ? 3 : 0, &handle, &active))
    guard code == .success else { throw code.error("Connecting to the reader \"\(reader)\"") }
    self.handle = handle
    activeProtocol = active
  }

  // The tag keeps its power: others may use it, and a reset would make it look new. A reset that fails is worse still:
  // pcscd 1.9 then takes the tag for gone and never notices that it is there.
  deinit { _ = context.functions.disconnect(handle, 0) }

  public func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    guard command.count >= 4, command.count <= PCSCCard.longestAnswer else {
      throw ReaderError(.invalidArgument, "A command has at least 4 bytes.")
    }
    // Only extended commands are answered with more than 258 bytes.
    if command.count > 261 || (command.count >= 7 && command[4] == 0), buffer.count < PCSCCard.longestAnswer {
      buffer = [UInt8](repeating: 0, count: PCSCCard.longestAnswer)
    }
    var code = send(command)
    if code.0 == .resetCard {
      // Another program reset the tag; what was selected or authenticated is gone, so the caller must know.
      var active: UInt = 0
      code.0 = PCSCCode(context.functions.reconnect(handle, 2, 3, 0, &active))
      guard code.0 == .success else { throw code.0.error("Talking to the tag") }
      throw PCSCCode.resetCard.error("Talking to the tag")
    }
    // A tag that is pulled away during a command shows as no answer, or as a fault of the transmission.
    if code.0 == .commError || (code.0 == .success && code.1 < 2) { code.0 = .notTransacted }
    guard code.0 == .success else { throw code.0.error("Talking to the tag") }
    return Array(buffer.prefix(Int(min(code.1, UInt(buffer.count)))))
  }

  private func send(_ command: [UInt8]) -> (PCSCCode, UInt) {
    var length = UInt(buffer.count)
    var request = cpcsc_io_request(protocol: activeProtocol, length: UInt(MemoryLayout<cpcsc_io_request>.size))
    let code = context.functions.transmit(handle, &request, command, UInt(command.count), nil, &buffer, &length)
    return (PCSCCode(code), length)
  }

  /// Keeps other programs from the tag until the next call to `unlock`.
  public func lock() throws(ReaderError) {
    let code = PCSCCode(context.functions.begin_transaction(handle))
    guard code == .success else { throw code.error("Reserving the tag") }
  }

  /// Lets other programs at the tag again.
  public func unlock() { _ = context.functions.end_transaction(handle, 0) }

  /// SCARD_CTL_CODE(1), by which CCID readers take escape commands.
  public static let escapeCode: UInt32 = 0x4200_0001

  /// Sends a command to the reader itself.
  public func control(_ code: UInt32, _ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    var length: UInt = 0
    let result = PCSCCode(
      context.functions.control(
        handle, UInt(code), command, UInt(command.count), &buffer, UInt(buffer.count), &length))
    guard result == .success else { throw result.error("Sending a command to the reader") }
    return Array(buffer.prefix(Int(min(length, UInt(buffer.count)))))
  }
}
