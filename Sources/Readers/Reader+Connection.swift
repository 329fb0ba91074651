import ReaderCore

/// The connection's state machine. Everything here runs on the loop.
extension Reader {
  func beginConnect(_ completion: Completion?) {
    if let completion { pendingConnects.append(completion) }
    guard !life.isSuspended || isClosed else {
      life.resumesConnected = true
      return
    }
    switch connectionState {
    case .connected:
      finishConnects(nil)
    case .connecting:
      break
    case .disconnecting:
      reconnectAfterwards = true
    case .disconnected, .unavailable:
      guard !isClosed else {
        return finishConnects(ReaderError(.cancelled, "The reader was closed before it was connected."))
      }
      failureReported = false
      set(connection: .connecting)
      driver.connect()
    }
  }

  func beginDisconnect() {
    reconnectAfterwards = false
    stopReconnecting()
    life.resumesConnected = false
    endScan(.disconnected)
    finishConnects(ReaderError(.cancelled, "The reader was disconnected before it was connected."))
    cancelOperations(ReaderError(.cancelled, "The reader was disconnected before the operation was done."))
    guard connectionState == .connected || connectionState == .connecting else { return }
    shared.aimer?.disconnected()
    set(connection: .disconnecting)
    driver.disconnect()
  }

  func handle(_ event: DriverEvent) {
    switch event {
    case .availability(let availability):
      handleAvailability(availability)
    case .connected:
      guard connectionState == .connecting else { return }
      set(availability: .available)
      stopReconnecting()
      reconnect.connectedAt = context.loop.time
      if let aimer = shared.aimer { begin(aimer) }
      set(connection: .connected)
      finishConnects(nil)
      if startWhenConnected != 0 { beginScan(startWhenConnected) }
    case .connectFailed(let error):
      endScan(.disconnected)
      if error.status == .notFound { set(availability: .unavailable) }
      settle()
      finishConnects(error)
      reconsider()
    case .disconnected:
      // A start that waits for the next connection goes on waiting.
      let waiting = reconnectAfterwards ? startWhenConnected : 0
      if waiting != 0 { startWhenConnected = 0 }
      endScan(.disconnected)
      startWhenConnected = waiting
      shared.aimer?.disconnected()
      cancelOperations(ReaderError(.cancelled, "The reader was disconnected before the operation was done."))
      settle()
      if failureReported { wantBack() }
      if reconnectAfterwards {
        reconnectAfterwards = false
        beginConnect(nil)
      }
    case .frame(let frame):
      driver.consumed()
      handleFrame(frame)
    case .motion(let number):
      if scan?.number == number { endWaiting() }
    case .read(let read):
      handleRead(read)
    case .scanRefused(let number, let error):
      handleRefusal(number, error)
    case .event(let event):
      slot.notify { $0.reader(self, told: event) }
    case .endOfInput(let number):
      if scan?.number == number { endScan(.endOfInput) }
    case .tagArrived(let tag):
      tell { $0.reader(self, tagArrived: seen(tag)) }
    case .tagRemoved(let tag):
      tell { $0.reader(self, tagRemoved: seen(tag)) }
    case .loaded(let frame):
      handleLoaded(frame)
    case .failed(let error):
      handleFailure(error)
    }
  }

  /// News of tags go to both observers.
  private func tell(_ news: (ReaderObserver) -> Void) {
    slot.notify(news)
    tagSlot.notify(news)
  }

  private func seen(_ tag: TagInfo) -> TagInfo { context.licencePolicy?.masks == true ? tag.masked : tag }

  private func handleAvailability(_ availability: Availability) {
    switch (connectionState, availability) {
    case (.connected, .unavailable), (.connecting, .unavailable):
      // The worker may not have noticed yet: it waits for no frame while no scan runs. Of a connection that is only being
      // made, its completion tells.
      if connectionState == .connected {
        handleFailure(ReaderError(.lost, "The device \(identity) was unplugged; plug it in and connect again."))
      }
      set(connection: .disconnecting)
      driver.disconnect()
      set(availability: availability)
    case (.disconnected, _), (.unavailable, _):
      set(availability: availability)
      settle()
      reconsider()
    default:
      set(availability: availability)
    }
  }

  /// Reports a failure, once per connection.
  private func handleFailure(_ error: ReaderError) {
    guard !failureReported else { return }
    failureReported = true
    context.log(.error, error.message)
    endScan(.disconnected)
    cancelOperations(error)
    if error.status == .lost { set(availability: driver.availability) }
    slot.notify { $0.reader(self, failed: error) }
  }

  /// The state of a reader without a connection.
  private func settle() {
    set(connection: availability == .unavailable ? .unavailable : .disconnected)
  }

  private func finishConnects(_ error: ReaderError?) {
    let completions = pendingConnects
    pendingConnects = []
    for completion in completions { completion(error) }
  }
}
