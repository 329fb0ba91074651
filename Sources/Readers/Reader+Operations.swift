import EventLoop
import ReaderCore

/// One operation on its way.
final class PendingOperation {
  typealias Done = (Result<DeviceAnswer, ReaderError>) -> Void
  let operation: DeviceOperation
  let done: Done
  var timer: EventLoop.TimerID?

  init(_ operation: DeviceOperation, _ done: @escaping Done) {
    self.operation = operation
    self.done = done
  }
}

/// What a host asks of the device apart from scanning. Every completion comes exactly once, on the loop.
extension Reader {
  /// The longest command that is taken, in bytes, and the most data with one.
  static let maximumCommand = 65_536
  static let maximumData = 67_108_864

  /// Sends a DMCC command: the bare text, without header and line end.
  ///
  /// - Parameters:
  ///   - data: What follows the command, for example the picture of `IMAGE.LOAD`.
  ///   - expectsBinary: Whether the answer is a binary payload; needed for terminals.
  ///   - timeoutMs: How long to wait for the answer; 0 or less: 5 seconds.
  /// - Throws: `.state` when closed, `.invalidArgument` for text that cannot be sent.
  public func sendCommand(
    _ text: String, data: [UInt8] = [], expectsBinary: Bool = false, timeoutMs: Int32 = 0,
    _ completion: ((Result<DeviceAnswer, ReaderError>) -> Void)?
  ) throws(ReaderError) {
    try Reader.checkCommand(text, data)
    let timeout = timeoutMs > 0 ? timeoutMs : 5000
    let operation = DeviceOperation.command(text, data: data, expectsBinary: expectsBinary, timeoutMs: timeout)
    try start(operation, timeoutMs: timeout) { completion?($0) }
  }

  /// Sends commands one after another, each after the answer of the one before, whatever that was; the completion brings all
  /// answers. A failure that is not an answer (cancelled, lost, timed out) ends the batch.
  public func sendCommands(
    _ texts: [String], timeoutMs: Int32 = 0, _ completion: (([Result<DeviceAnswer, ReaderError>]) -> Void)?
  ) throws(ReaderError) {
    for text in texts { try Reader.checkCommand(text, []) }
    try checkOpen()
    context.loop.post { self.continueBatch(texts[...], timeoutMs, [], completion) }
  }

  private func continueBatch(
    _ rest: ArraySlice<String>, _ timeoutMs: Int32, _ answers: [Result<DeviceAnswer, ReaderError>],
    _ completion: (([Result<DeviceAnswer, ReaderError>]) -> Void)?
  ) {
    guard let text = rest.first else { return completion?(answers) ?? () }
    do throws(ReaderError) {
      try sendCommand(text, timeoutMs: timeoutMs) { answer in
        if case .failure = answer { return completion?(answers + [answer]) ?? () }
        self.continueBatch(rest.dropFirst(), timeoutMs, answers + [answer], completion)
      }
    } catch { completion?(answers + [.failure(error)]) }
  }

  /// Switches a symbology.
  public func setSymbology(_ symbology: Symbology, enabled: Bool, _ completion: Completion?) throws(ReaderError) {
    try run(.setSymbology(symbology, enabled: enabled), completion)
  }

  /// Asks whether a symbology is on.
  public func isSymbologyEnabled(
    _ symbology: Symbology, _ completion: @escaping (Result<Bool, ReaderError>) -> Void
  ) throws(ReaderError) {
    try ask(.isSymbologyEnabled(symbology), Reader.flag, completion)
  }

  /// Switches the lamp.
  public func setLights(_ on: Bool, _ completion: Completion?) throws(ReaderError) {
    try run(.setLights(on), completion)
  }

  /// Asks whether the lamp is on.
  public func lights(_ completion: @escaping (Result<Bool, ReaderError>) -> Void) throws(ReaderError) {
    try ask(.lights, Reader.flag, completion)
  }

  /// Makes the reader beep; a camera makes the host beep.
  public func beep(_ completion: Completion?) throws(ReaderError) { try run(.beep, completion) }

  /// Asks for the battery level in percent.
  public func batteryLevel(_ completion: @escaping (Result<Int, ReaderError>) -> Void) throws(ReaderError) {
    try ask(.batteryLevel, { Int($0) }, completion)
  }

  /// Puts the settings back to their defaults.
  public func resetConfiguration(_ completion: Completion?) throws(ReaderError) {
    try run(.resetConfiguration, completion)
  }

  // MARK: Inside

  private static func checkCommand(_ text: String, _ data: [UInt8]) throws(ReaderError) {
    guard !text.isEmpty, text.utf8.count <= maximumCommand,
      !text.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 })
    else {
      throw ReaderError(
        .invalidArgument,
        "A command is one line of 1 to \(maximumCommand) bytes without line end and NUL; escape them as \\r and \\n.")
    }
    guard data.count <= maximumData else {
      throw ReaderError(.invalidArgument, "\(data.count) bytes are more data than a command takes (\(maximumData)).")
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.uppercased() {
    case "ON", "1": true
    case "OFF", "0": false
    default: nil
    }
  }

  func run(_ operation: DeviceOperation, _ completion: Completion?) throws(ReaderError) {
    try start(operation, timeoutMs: 5000) { answer in
      switch answer {
      case .success(let answer): completion?(Reader.error(answer, operation))
      case .failure(let error): completion?(error)
      }
    }
  }

  private func ask<Value>(
    _ operation: DeviceOperation, _ read: @escaping (String) -> Value?,
    _ completion: @escaping (Result<Value, ReaderError>) -> Void
  ) throws(ReaderError) {
    try start(operation, timeoutMs: 5000) { answer in
      switch answer {
      case .failure(let error): completion(.failure(error))
      case .success(let answer):
        if let error = Reader.error(answer, operation) { return completion(.failure(error)) }
        guard let value = read(answer.text) else {
          return completion(.failure(ReaderError(.protocolFault, "The reader answered \"\(answer.text)\".")))
        }
        completion(.success(value))
      }
    }
  }

  /// The error that an answer stands for; nil for success.
  static func error(_ answer: DeviceAnswer, _ operation: DeviceOperation) -> ReaderError? {
    switch answer.status {
    case 0: nil
    case 101, 102: ReaderError(.unsupported, "This reader cannot do that.", dmcc: answer.status)
    case 104: ReaderError(.state, "Not while a scan is running; stop it first.", dmcc: 104)
    case 105: ReaderError(.state, "The reader is offline; connect it first.", dmcc: 105)
    default: ReaderError(.protocolFault, "The reader refused with DMCC status \(answer.status).", dmcc: answer.status)
    }
  }

  private func start(
    _ operation: DeviceOperation, timeoutMs: Int32, _ done: @escaping PendingOperation.Done
  ) throws(ReaderError) {
    try checkOpen()
    if let error = driver.refusal(of: operation) { throw error }
    let pending = PendingOperation(operation, done)
    context.loop.post { self.begin(pending, timeoutMs) }
  }

  private func begin(_ pending: PendingOperation, _ timeoutMs: Int32) {
    guard !isClosed else {
      return pending.done(.failure(ReaderError(.cancelled, "The reader was closed before the operation was done.")))
    }
    operations.append(pending)
    let deadline = context.loop.time &+ Int64(timeoutMs) &* 1_000_000
    pending.timer = context.loop.schedule(at: deadline) { [weak self, weak pending] in
      guard let self, let pending else { return }
      self.finish(pending, .failure(ReaderError(.timeout, "The reader gave no answer within \(timeoutMs) ms.")))
    }
    runOperations()
  }

  /// Carries operations out one after another.
  private func runOperations() {
    guard !drainsOperations else { return }
    drainsOperations = true
    defer { drainsOperations = false }
    while operationUnderWay == nil, let pending = operations.first {
      operationUnderWay = pending
      driver.perform(pending.operation) { [weak self] answer in
        guard let self else { return pending.done(.failure(Reader.gone)) }
        if self.context.loop.isOnLoop { return self.finish(pending, answer) }
        self.context.loop.post { self.finish(pending, answer) }
      }
    }
  }

  private func finish(_ pending: PendingOperation, _ answer: Result<DeviceAnswer, ReaderError>) {
    // Late answers of what timed out or was cancelled are not heard.
    guard let i = operations.firstIndex(where: { $0 === pending }) else { return }
    operations.remove(at: i)
    if let timer = pending.timer { context.loop.cancel(timer) }
    if operationUnderWay === pending { operationUnderWay = nil }
    if case .success(let answer) = answer { for action in answer.actions { carryOut(action) } }
    pending.done(answer)
    runOperations()
  }

  /// Loop: nothing that was asked for comes any more.
  func cancelOperations(_ error: ReaderError) {
    let cancelled = operations
    operations = []
    operationUnderWay = nil
    for pending in cancelled {
      if let timer = pending.timer { context.loop.cancel(timer) }
      pending.done(.failure(error))
    }
  }

  static let gone = ReaderError(.cancelled, "The reader was let go before the operation was done.")

  private func carryOut(_ action: ReaderAction) {
    switch action {
    case .startScan: beginScan(nextRequest())
    case .stopScan:
      driver.stopScan()
      driver.discardPushed()
      endScan(.stopped)
    case .beep(let count, let tone): beep(count: count, tone: tone)
    }
  }

  /// Loop: tells the host to beep, unless beeps are off.
  func beep(count: Int, tone: Int) {
    guard count > 0, settings.sound.isEnabled, !has(.terminal) else { return }
    slot.notify { $0.reader(self, beeps: count, tone: tone) }
  }
}
