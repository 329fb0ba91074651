import ReaderCore

/// A command for a reader: what comes between header and line end, and what follows it.
public struct DMCCCommand {
  /// An argument of a command.
  public enum Argument {
    /// A name or number, written as it is: letters, digits and `.-_+*`.
    case word(String)
    /// A decimal number.
    case integer(Int)
    /// `ON` or `OFF`.
    case flag(Bool)
    /// A string, written in quotation marks with escapes.
    case string(String)
  }

  /// The command with its arguments, printable ASCII.
  public let text: String
  /// Bytes that follow the line (`SCRIPT.LOAD n`): the text ends with their number.
  public let data: [UInt8]
  /// Whether the answer is a line with a number, followed by that many bytes (`IMAGE.SEND`).
  public let expectsBinary: Bool
  /// Nanoseconds from sending to the answer's line; nil: the session's default.
  public var timeout: Int64?
  /// Whether it is sent at once although others wait for their answers. For `TRIGGER`: readers differ in whether they
  /// acknowledge it before or after the scan.
  public var isUrgent = false

  /// A command as a host wrote it: `SET SYMBOL.QR ON`, without header and line end.
  ///
  /// - Parameters:
  ///   - data: Bytes to follow; the caller has put their number at the end of `text`.
  ///   - expectsBinary: See the property.
  ///   - timeout: See the property.
  /// - Throws: `.invalidArgument` for an empty command, a header, and characters that would break the line: they must
  ///   be escaped.
  public init(_ text: String, data: [UInt8] = [], expectsBinary: Bool = false, timeout: Int64? = nil)
    throws(ReaderError)
  {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 != 0x20 }) else {
      throw ReaderError(.invalidArgument, "A DMCC command may not be empty.")
    }
    guard bytes.count <= DMCCCommand.longest else {
      throw ReaderError(.invalidArgument, "A DMCC command has at most \(DMCCCommand.longest) characters.")
    }
    guard !text.hasPrefix("||") else {
      throw ReaderError(.invalidArgument, "Give the DMCC command without its header (\"\(text)\").")
    }
    var isEscaped = false
    for byte in bytes {
      guard byte >= 0x20, byte < 0x7f else {
        throw ReaderError(
          .invalidArgument,
          "A DMCC command is printable ASCII; write tab, CR and LF inside quotation marks as \\t, \\r and \\n.")
      }
      guard byte != 0x7c || isEscaped else {
        throw ReaderError(.invalidArgument, "Write | inside a DMCC string as \\|.")
      }
      isEscaped = byte == 0x5c && !isEscaped
    }
    if !data.isEmpty {
      let last = bytes.lastIndex(of: 0x20).map { bytes[($0 + 1)...] } ?? []
      guard DMCCText.count(last) == data.count else {
        throw ReaderError(.invalidArgument, "A DMCC command with data ends with their number (\(data.count)).")
      }
    }
    self.text = text
    self.data = data
    self.expectsBinary = expectsBinary
    self.timeout = timeout
  }

  /// A command from its parts.
  public init(_ name: String, _ arguments: [Argument]) throws(ReaderError) {
    var text = name
    for argument in arguments { text += " " + (try DMCCCommand.written(argument)) }
    try self.init(text)
  }

  /// `GET name`.
  public static func get(_ name: String) throws(ReaderError) -> DMCCCommand { try DMCCCommand("GET \(name)") }

  /// `SET name argument…`.
  public static func set(_ name: String, _ arguments: Argument...) throws(ReaderError) -> DMCCCommand {
    try DMCCCommand("SET \(name)", arguments)
  }

  /// `TRIGGER ON` or `TRIGGER OFF`, sent at once.
  public static func trigger(_ on: Bool) -> DMCCCommand {
    var command = DMCCCommand(known: on ? "TRIGGER ON" : "TRIGGER OFF")
    command.isUrgent = true
    return command
  }

  /// The longest command text that is sent.
  static let longest = 16 << 10

  /// A command of ours, known to be well-formed.
  init(known text: String) {
    self.text = text
    data = []
    expectsBinary = false
  }

  /// The bytes on the wire: header `||0:id>` (no checksum), text, CR LF, data.
  public func encoded(id: Int) -> [UInt8] { Array("||0:\(id)>\(text)\r\n".utf8) + data }

  private static func written(_ argument: Argument) throws(ReaderError) -> String {
    switch argument {
    case .integer(let value): return "\(value)"
    case .flag(let on): return on ? "ON" : "OFF"
    case .string(let text): return String(decoding: try DMCCText.quote(text), as: UTF8.self)
    case .word(let text):
      let isWord = text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2a, 0x2b, 0x2d, 0x2e, 0x5f: true
        default: false
        }
      }
      guard isWord, !text.isEmpty else {
        throw ReaderError(.invalidArgument, "\"\(text)\" is no DMCC word; give it as a string.")
      }
      return text
    }
  }
}
