import DMCC
import ReaderCore

/// What a host asks of a terminal, as DMCC.
extension TerminalDriver {
  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void) {
    do throws(ReaderError) {
      let command = try TerminalDriver.command(for: operation)
      let isUpload = command.data.count >= 1024
      run(command) { [weak self] outcome in
        switch outcome {
        case .success(let reply):
          if reply.status == .ok { self?.changed(command.text) }
          done(
            .success(
              DeviceAnswer(status: Int32(reply.status.rawValue), text: reply.text, bytes: reply.bulk ?? [])))
        case .failure(let error): done(.failure(error))
        }
      }
      if isUpload { upload = (queued &- UInt64(command.data.count), UInt64(command.data.count)) }
    } catch { done(.failure(error)) }
  }

  /// The command of each operation (names: the command table of cmbSDK's plugins).
  static func command(for operation: DeviceOperation) throws(ReaderError) -> DMCCCommand {
    switch operation {
    case .setSymbology(let symbology, let enabled):
      try .set("SYMBOL.\(symbology.name)", .flag(enabled))
    case .isSymbologyEnabled(let symbology): try .get("SYMBOL.\(symbology.name)")
    case .setLights(let on): try .set("LIGHT.INTERNAL-ENABLE", .flag(on))
    case .lights: try .get("LIGHT.INTERNAL-ENABLE")
    case .beep: try DMCCCommand("BEEP 1 1")
    case .batteryLevel: try .get("BATTERY.CHARGE")
    case .resetConfiguration: try DMCCCommand("CONFIG.DEFAULT")
    case .command(let text, let data, let expectsBinary, let timeoutMs):
      try DMCCCommand(
        text, data: data, expectsBinary: expectsBinary, timeout: timeoutMs > 0 ? Int64(timeoutMs) &* 1_000_000 : nil)
    case .tag: throw ReaderError(.unsupported, "A terminal reads no tags.")
    case .setAimer: throw ReaderError(.unsupported, "A terminal has its own aimer.")
    }
  }

  /// A command took effect: what else hangs on it.
  private func changed(_ text: String) {
    configuration.note(text)
    let words = text.split(separator: " ").map { $0.uppercased() }
    switch words.first {
    case "SET" where words.count == 3 && words[1] == "DATA.RESULT-TYPE":
      // Its own wish: results carry what it asked for.
      if let bits = UInt32(words[2]) {
        requestedTypes = ResultKinds(rawValue: bits)
        collector.expected = requestedTypes.intersection([.string, .xml, .image, .graphics])
      }
    case "CONFIG.DEFAULT", "CONFIG.RESTORE", "COM.DMCC-RESET", "DEVICE.DEFAULT":
      requestedTypes = []
      applyResultTypes()
    default: break
    }
  }
}
