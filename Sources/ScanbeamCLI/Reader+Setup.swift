import Scanbeam

extension Reader {
  /// Sends DMCC commands one after the other, each when the last was answered; the loop runs meanwhile.
  ///
  /// - Parameter ended: Asked before each command; the rest is left out once it says so.
  /// - Throws: What sending throws, and `.invalidArgument` with the status of a command that is refused.
  func setUp(_ commands: [String], _ context: ReaderContext, unless ended: () -> Bool) throws(ReaderError) {
    for command in commands where !ended() {
      var answer: Result<DeviceAnswer, ReaderError>?
      try sendCommand(command) { answer = $0 }
      while answer == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
      guard let status = try answer?.get().status, status != 0 else { continue }
      throw ReaderError(.invalidArgument, "\(command): refused with DMCC status \(status).", dmcc: status)
    }
  }
}
