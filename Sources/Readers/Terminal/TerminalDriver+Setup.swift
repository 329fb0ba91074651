import DMCC
import EventLoop
import ReaderCore

/// What happens between the first answer and `connected`, and when a terminal starts anew.
extension TerminalDriver {
  /// Asks what it is and what it can do, and sets what results carry. A question that it does not know is an answer too.
  /// One that takes long to answer is only asked for its serial number.
  func setUp(_ peer: DMCCPeer) {
    let number = connection
    let begin = loop.time
    var info = TerminalInfo()
    info.type = peer.type
    run("GET DEVICE.SERIAL-NUMBER") { [weak self] outcome in
      guard let self, number == connection, phase == .settingUp else { return }
      if case .success(let reply) = outcome, reply.status == .ok { info.serial = reply.text }
      if loop.time &- begin > 1_000_000_000 { finishSetUp(info, []) } else { askMore(info) }
    }
  }

  private func askMore(_ known: TerminalInfo) {
    let number = connection
    var info = known
    var capabilities: [Capability] = []
    var open = 0
    func ask(_ name: String, _ take: @escaping (String) -> Void) {
      open += 1
      run("GET \(name)", timeout: 2_000_000_000) { [weak self] outcome in
        guard let self, number == connection, phase == .settingUp else { return }
        if case .success(let reply) = outcome, reply.status == .ok { take(reply.text) }
        open -= 1
        if open == 0 { finishSetUp(info, capabilities) }
      }
    }
    ask("DEVICE.FIRMWARE-VER") { info.firmware = $0 }
    ask("DEVICE.NAME") { info.name = $0 }
    ask("TRIGGER.TYPE") { [weak self] in self?.ownTrigger = $0 }
    ask("BATTERY.CHARGE") { if Int($0) != nil { capabilities.append(.battery) } }
    ask("LIGHT.INTERNAL-ENABLE") { if $0 == "ON" || $0 == "OFF" { capabilities.append(.lights) } }
    ask("BEEPER.ENABLED") { _ in capabilities.append(.beep) }
    ask("LIVEIMG.MODE") { _ in capabilities.append(.liveImage) }
  }

  private func finishSetUp(_ info: TerminalInfo, _ capabilities: [Capability]) {
    tell(info, capabilities)
    let isSame = !lastSerial.isEmpty && info.serial == lastSerial
    if !isSame { configuration.clear() }
    lastSerial = info.serial
    if let device { presence.keep(device, serial: info.serial) }
    let number = connection
    applyResultTypes { [weak self] in
      guard let self, number == connection, phase == .settingUp else { return }
      restore(if: isSame) {
        guard number == self.connection, self.phase == .settingUp else { return }
        self.phase = .connected
        self.isUp = true
        self.send(.connected)
        self.startBeat()
        self.applyImagePush()
      }
    }
  }

  /// It lost its session: it rebooted, or another one answers on the same line now.
  func restarted(_ peer: DMCCPeer) {
    answered()
    isTriggered = false
    requestedTypes = []
    let number = connection
    run("GET DEVICE.SERIAL-NUMBER", timeout: 2_000_000_000) { [weak self] outcome in
      guard let self, number == connection, phase == .connected else { return }
      var serial = ""
      if case .success(let reply) = outcome, reply.status == .ok { serial = reply.text }
      let isSame = serial == lastSerial
      if !isSame {
        var info = self.info
        (info.serial, info.type) = (serial, peer.type)
        lastSerial = serial
        tell(info, capabilities)
        configuration.clear()
      }
      applyResultTypes { [weak self] in
        guard let self, number == connection else { return }
        let restores = isSame && shared.link.keepsConfiguration
        restore(if: isSame) {
          self.send(.event(.restarted(restored: restores)))
          if self.scan != nil { self.trigger() }
        }
      }
    }
  }

  /// Sends again what was set, if the host wants that; `done` comes once.
  private func restore(if isSame: Bool, _ done: @escaping () -> Void) {
    let commands = isSame && shared.link.keepsConfiguration ? configuration.commands : []
    guard !commands.isEmpty else { return done() }
    log(.info, "Sending \(commands.count) settings to the terminal again.")
    var open = commands.count
    for text in commands {
      run(text) { [log] outcome in
        switch outcome {
        case .success(let reply) where reply.status != .ok:
          log(.warning, "The terminal does not take \"\(text)\" again (DMCC status \(reply.status.rawValue)).")
        case .failure(let error): log(.warning, "\"\(text)\" could not be sent again: \(error.message)")
        default: break
        }
        open -= 1
        if open == 0 { done() }
      }
    }
  }

  // MARK: Heartbeat

  func startBeat() {
    stopBeat()
    let interval = Int64(shared.link.heartbeatMs) &* 1_000_000
    guard interval > 0, phase == .connected else { return }
    beat = loop.schedule(at: loop.time &+ interval) { [weak self] in self?.runBeat() }
  }

  func stopBeat() {
    if let beat { loop.cancel(beat) }
    beat = nil
  }

  private func runBeat() {
    guard phase == .connected else { return }
    if isBeatOpen {
      missedBeats += 1
      send(.event(.heartbeatMissed(missedBeats)))
      if missedBeats >= 3, shared.link.reconnects {
        return close(
          ReaderError(.timeout, "The terminal has missed \(missedBeats) heartbeats; the connection is made anew."))
      }
    }
    isBeatOpen = true
    session.check(now: loop.time)
    pump()
    startBeat()
  }

  /// It answers.
  func answered() {
    isBeatOpen = false
    if missedBeats > 0 || isUnresponsive { send(.event(.responsive)) }
    (missedBeats, isUnresponsive) = (0, false)
  }

  func unresponsive() {
    isUnresponsive = true
    send(.event(.unresponsive))
    if shared.link.reconnects {
      close(ReaderError(.timeout, "The terminal answers nothing any more; the connection is made anew."))
    }
  }
}
