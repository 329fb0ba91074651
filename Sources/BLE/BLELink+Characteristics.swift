import MessageBus
import ReaderCore

/// Reading, writing and hearing the characteristics of a connected reader.
extension BLELink {
  /// Subscribes to what tells by itself and reads what it says of itself, one after another; then it is connected.
  func setUp(_ map: GATTMap) {
    if map.characteristics[.ccidCommand] != nil, map.characteristics[.ccidAnswer] != nil {
      ccid = CCIDChannel(central.loop) { [weak self] bytes in
        self?.write(.ccidCommand, bytes) { error in if let error { self?.ccid?.fail(error) } }
      }
    }
    subscribe([.scanData, .ccidAnswer, .ccidStatus, .battery].filter { map.characteristics[$0]?.notifies == true })
  }

  private func subscribe(_ roles: [GATTRole]) {
    guard step == .settingUp else { return }
    guard let role = roles.first, let characteristic = map?.characteristics[role] else {
      let told: [GATTRole] = [
        .manufacturer, .model, .serial, .firmware, .hardware, .software, .battery, .ccidStatus,
      ]
      return ask(told.filter { map?.characteristics[$0]?.flags.contains("read") == true }, nil)
    }
    central.hear(characteristic.path) { [weak self] in self?.heard(role, $0) }
    central.call(characteristic.path, BlueZ.characteristic, "StartNotify") { [weak self] result in
      guard let self else { return }
      // Without its battery it can still read.
      if case .failure(let error) = result, role != .battery {
        return fail(BLELink.error("Listening to the reader", error))
      }
      subscribe(Array(roles.dropFirst()))
    }
  }

  private func ask(_ roles: [GATTRole], _ status: [UInt8]?) {
    guard step == .settingUp else { return }
    guard let role = roles.first else {
      guard let profile = map?.profile else { return }
      step = .connected
      tell(.connected(profile))
      if let status { tell(.status(status)) }
      return
    }
    read(role) { [weak self] result in
      guard let self else { return }
      var status = status
      if let bytes = try? result.get() {
        if role == .ccidStatus { status = bytes } else { information.set(role, bytes) }
      }
      ask(Array(roles.dropFirst()), status)
    }
  }

  private func heard(_ role: GATTRole, _ bytes: [UInt8]) {
    switch role {
    case .ccidAnswer: ccid?.receive(bytes)
    case .scanData where step == .connected: tell(.scanData(bytes))
    case .ccidStatus where step == .connected: tell(.status(bytes))
    case .battery:
      information.set(.battery, bytes)
      if step == .connected, let battery = information.battery { tell(.battery(battery)) }
    default: break
    }
  }

  /// Reads a characteristic.
  func read(_ role: GATTRole, _ done: @escaping (Result<[UInt8], ReaderError>) -> Void) {
    guard let characteristic = map?.characteristics[role] else {
      return done(.failure(ReaderError(.unsupported, "The reader does not tell that.")))
    }
    central.call(characteristic.path, BlueZ.characteristic, "ReadValue", [.options([])]) { result in
      switch result {
      case .success(let answer): done(.success(answer.first?.data ?? []))
      case .failure(let error): done(.failure(BLELink.error("Asking the reader", error)))
      }
    }
  }

  /// Asks for the charge of the battery, percent.
  public func readBattery(_ done: @escaping (Result<Int, ReaderError>) -> Void) {
    read(.battery) { [weak self] result in
      switch result {
      case .success(let bytes):
        self?.information.set(.battery, bytes)
        guard let charge = self?.information.battery else {
          return done(.failure(ReaderError(.protocolFault, "The reader tells a charge that is none.")))
        }
        done(.success(charge))
      case .failure(let error): done(.failure(error))
      }
    }
  }

  /// Writes in pieces that fit, after what was written before.
  func write(_ role: GATTRole, _ bytes: [UInt8], _ done: @escaping (ReaderError?) -> Void) {
    guard step == .connected || step == .settingUp, let characteristic = map?.characteristics[role] else {
      return central.loop.post { done(ReaderError(.lost, "The reader is not connected.")) }
    }
    writes.append(Write(characteristic: characteristic, bytes: bytes, done: done))
    writeNext()
  }

  private func writeNext() {
    guard !isWriting, let write = writes.first else { return }
    isWriting = true
    let piece = Array(write.bytes.prefix(write.characteristic.longestWrite))
    writes[0].bytes.removeFirst(piece.count)
    let type = write.characteristic.flags.contains("write") ? "request" : "command"
    central.call(
      write.characteristic.path, BlueZ.characteristic, "WriteValue",
      [.bytes(piece), .options([("type", .text(type))])]
    ) { [weak self] result in
      guard let self else { return }
      isWriting = false
      guard !writes.isEmpty else { return }
      if case .failure(let error) = result {
        writes.removeFirst().done(BLELink.error("Writing to the reader", error))
      } else if writes[0].bytes.isEmpty {
        writes.removeFirst().done(nil)
      }
      writeNext()
    }
  }
}
