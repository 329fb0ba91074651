import ReaderCore

/// The way to one tag that lies on a reader: commands in, answers out. What is behind it (PC/SC, CCID over BLE, a test)
/// does not matter to the sessions; they only ever wait for one answer at a time.
public protocol TagChannel: AnyObject {
  /// Sends a command and waits for the answer, status word included. Throws `.tagRemoved` when the tag is gone.
  func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8]
}

extension TagChannel {
  /// Sends a command; follows 61xx (more waits) and 6Cxx (again with this length), as T=0 cards ask for it.
  public func exchange(_ command: CommandAPDU) throws(ReaderError) -> ResponseAPDU {
    var answer = try exchangeOnce(command)
    if let exact = answer.status.exactLength, command.expected != nil {
      var again = command
      again.expected = exact
      answer = try exchangeOnce(again)
    }
    guard answer.status.waiting != nil else { return answer }
    var data = answer.data
    // No answer is longer than 64 KiB; a card that always has more is cut off.
    while let waiting = answer.status.waiting, data.count < 0x10000 {
      answer = try exchangeOnce(CommandAPDU(command.cla == 0xff ? 0 : command.cla, 0xc0, 0, 0, expected: waiting))
      data += answer.data
      if answer.data.isEmpty, answer.status.waiting != nil { break }
    }
    guard answer.status.waiting == nil else {
      throw ReaderError(.protocolFault, "The tag's answer does not end.")
    }
    return ResponseAPDU(data + [UInt8(answer.status.value >> 8), UInt8(answer.status.value & 0xff)]) ?? answer
  }

  /// As `exchange`, and throws unless the status word is 9000.
  ///
  /// - Parameter what: What was tried, for the message: "Reading the UID".
  @discardableResult
  public func perform(_ command: CommandAPDU, _ what: String) throws(ReaderError) -> [UInt8] {
    let answer = try exchange(command)
    guard answer.status.isOK else { throw ReaderError(refusing: what, answer.status) }
    return answer.data
  }

  private func exchangeOnce(_ command: CommandAPDU) throws(ReaderError) -> ResponseAPDU {
    guard let bytes = command.bytes else {
      throw ReaderError(.invalidArgument, "A command to a tag carries at most 65535 bytes.")
    }
    guard let answer = ResponseAPDU(try transmit(bytes)) else {
      throw ReaderError(.protocolFault, "The tag's answer is shorter than its status word.")
    }
    return answer
  }
}

extension ReaderError {
  /// A tag or reader said no.
  init(refusing what: String, _ status: StatusWord) {
    let code: Status =
      switch status.value {
      case 0x6982: .tagAuthentication
      case 0x6a81, 0x6d00, 0x6e00: .unsupported
      default: .tagRefused
      }
    self.init(code, "\(what) was refused with \(status.text): \(status.meaning).")
  }
}
