import ReaderCore

/// What a terminal answered.
public struct TerminalAnswer {
  /// DMCC status: 0 done, 100 and above refused.
  public let status: Int32
  public let text: String
  public let bytes: [UInt8]
}

extension Reader {
  /// Sends a DMCC command, as a person writes it, to a connected terminal; `done` comes once on the loop. Throws `.state`
  /// when closed, `.unsupported` for other readers.
  public func askTerminal(
    _ text: String, expectsBinary: Bool = false, timeoutMs: Int32 = 0,
    _ done: @escaping (Result<TerminalAnswer, ReaderError>) -> Void
  ) throws(ReaderError) {
    try checkOpen()
    guard let terminal = driver as? TerminalDriver else {
      throw ReaderError(.unsupported, "This reader is no terminal.")
    }
    context.loop.post {
      terminal.perform(.command(text, data: [], expectsBinary: expectsBinary, timeoutMs: timeoutMs)) { outcome in
        done(outcome.map { TerminalAnswer(status: $0.status, text: $0.text, bytes: $0.bytes) })
      }
    }
  }
}
