import ReaderCore

/// Names one command of a session, from `send` to its one `completed`. Never used again.
public struct DMCCTicket: Hashable {
  /// Counts from 1.
  public let number: UInt64
}

/// A reader's answer to a command.
public struct DMCCReply: Equatable {
  /// 0, or 100 upwards when the reader refused.
  public var status: DMCCStatus
  /// The answer's line, as bytes.
  public var payload: [UInt8]
  /// The bytes that followed it, for a command that expects them.
  public var bulk: [UInt8]?
  /// The answer's line as text: UTF-8, else Latin-1.
  public var text: String { DMCCMessage.text(payload) }

  /// Makes a reply.
  public init(status: DMCCStatus, payload: [UInt8], bulk: [UInt8]? = nil) {
    self.status = status
    self.payload = payload
    self.bulk = bulk
  }
}

/// What a session knows about its reader.
public struct DMCCPeer: Equatable {
  /// What `GET DEVICE.TYPE` answers; empty when the reader does not say.
  public var type = ""
  /// The value of `COM.DMCC-RESPONSE` that the session set; nil when the reader answered in messages from the start.
  public var responseMode: Int?
  /// Whether the reader puts the id of a command into its answer.
  public var echoesIDs = false
  /// Whether the reader asked for a user name or password.
  public var asksForLogin = false

  /// Nothing known.
  public init() {}
}

/// What a session has to tell.
public enum DMCCEvent {
  /// The reader answers in messages; commands go out from now on.
  case opened(DMCCPeer)
  /// The session could not be opened; it is closed.
  case openFailed(ReaderError)
  /// A command's end, exactly one for each. Success: the reader answered, also when it refused (`reply.status`).
  case completed(DMCCTicket, Result<DMCCReply, ReaderError>)
  /// A part of a read; may come at any moment.
  case part(ResultPart)
  /// A part of a read that came damaged: not to be used as a read. The message as it came, and what is wrong with it.
  case damaged(DMCCMessage, String)
  /// Another message that the reader sent by itself.
  case notice(DMCCMessage)
  /// How far an answer's bytes have come; nil: those of something that the reader sends by itself.
  case progress(DMCCTicket?, received: Int, total: Int)
  /// Bytes outside of messages. Perhaps a read of a reader that fell back into silent mode, but without an end that
  /// can be relied on: never to be taken for a read.
  case offProtocol([UInt8])
  /// An answer to nothing that waits: too late, doubled, or never asked for.
  case stray(DMCCMessage)
  /// The reader lost its session settings (it rebooted, or another device answers now) and was brought back into
  /// messages: everything else that was set must be sent again.
  case reset(DMCCPeer)
  /// The reader answers a question whether it is there.
  case present
  /// The reader answers nothing any more. Everything that waited has been completed; the session goes on asking.
  case unresponsive
  /// Something odd that was tolerated.
  case warning(String)
}
