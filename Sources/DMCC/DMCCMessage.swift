/// A whole message of a reader.
public struct DMCCMessage: Equatable {
  /// Its header.
  public var header: DMCCHeader
  /// What stood between header and line end, without a checksum.
  public var payload: [UInt8]
  /// The bytes that followed the line, when the line was their number.
  public var bulk: [UInt8]?
  /// False when a checksum came and fits none of the known ways to count it (which bytes it covers is not published).
  public var checksumFits = true

  /// Makes a message.
  public init(header: DMCCHeader, payload: [UInt8], bulk: [UInt8]? = nil) {
    self.header = header
    self.payload = payload
    self.bulk = bulk
  }

  /// The payload as text; bytes that are no UTF-8 are read as Latin-1.
  public var text: String { DMCCMessage.text(payload) }

  /// Bytes as text: UTF-8, else Latin-1.
  public static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}

/// One thing that a framer found in the stream.
public enum DMCCFrame: Equatable {
  /// A message.
  case message(DMCCMessage)
  /// Bytes outside of messages, without their line end: an answer or a read of a reader in silent mode, a log-in
  /// prompt, an echo, noise. `isLine`: a line end followed.
  case unframed([UInt8], isLine: Bool)
  /// A message that could not be had whole; the stream goes on behind it.
  case broken(DMCCHeader, DMCCBreak)
}

/// Why a message could not be had.
public enum DMCCBreak: Equatable {
  /// Its line is longer than the limit.
  case lineTooLong
  /// It announced more bytes than the limit.
  case bulkTooLong
  /// The bytes that it announced stayed away.
  case bulkCut
  /// Another message began before it ended.
  case interrupted
}
