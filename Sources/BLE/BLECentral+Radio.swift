import EventLoop
import MessageBus
import ReaderCore

/// Looking for readers. It costs the power of both sides, so it goes on only while somebody wants it, and after a minute
/// with pauses.
extension BLECentral {
  /// What the radio is to do and does.
  struct Radio {
    /// Who wants readers looked for.
    var seekers: Set<UInt64> = []
    var nextSeeker: UInt64 = 0
    /// BlueZ was asked to look and said yes.
    var isOn = false
    /// A call that starts or stops it is under way.
    var isChanging = false
    /// Seconds to the next try after BlueZ refused.
    var pause: Int64 = 1
    var retry: EventLoop.TimerID?
    /// Not looking just now, to spare power.
    var isResting = false
    var turn: EventLoop.TimerID?
  }

  static let firstLook: Int64 = 60
  static let laterLook: Int64 = 10
  static let rest: Int64 = 20

  /// Looks for readers until `stopSeeking` with the number that it gives. A new seeker begins with a minute without a pause.
  public func seek() -> UInt64 {
    radio.nextSeeker += 1
    radio.seekers.insert(radio.nextSeeker)
    radio.isResting = false
    takeTurns(BLECentral.firstLook)
    followRadio()
    return radio.nextSeeker
  }

  /// Ends what `seek` began.
  public func stopSeeking(_ seeker: UInt64) {
    radio.seekers.remove(seeker)
    if radio.seekers.isEmpty, let turn = radio.turn {
      loop.cancel(turn)
      radio.turn = nil
    }
    followRadio()
  }

  private func takeTurns(_ seconds: Int64) {
    if let turn = radio.turn { loop.cancel(turn) }
    radio.turn = loop.schedule(at: loop.time &+ seconds &* 1_000_000_000) { [weak self] in
      guard let self else { return }
      radio.turn = nil
      radio.isResting.toggle()
      takeTurns(radio.isResting ? BLECentral.rest : BLECentral.laterLook)
      followRadio()
    }
  }

  /// Brings BlueZ to what is wanted.
  func followRadio() {
    guard let adapter else {
      radio.isOn = false
      return
    }
    let isWanted = !radio.seekers.isEmpty && !radio.isResting
    guard isWanted != radio.isOn, !radio.isChanging, radio.retry == nil else { return }
    radio.isChanging = true
    if isWanted { start(adapter) } else { stop(adapter) }
  }

  private func start(_ adapter: String) {
    let filter = BusValue.options([
      ("UUIDs", .array(GATTProfile.all.map { .text($0.service) }, of: "s")), ("Transport", .text("le")),
    ])
    call(adapter, BlueZ.adapter, "SetDiscoveryFilter", [filter]) { [weak self] _ in
      self?.call(adapter, BlueZ.adapter, "StartDiscovery") { result in self?.started(result) }
    }
  }

  private func started(_ result: Result<[BusValue], BusFailure>) {
    radio.isChanging = false
    switch result {
    case .success:
      radio.isOn = true
      radio.pause = 1
      followRadio()
    case .failure(let error):
      // BlueZ says InProgress for seconds after it was restarted.
      log(.info, "Looking for readers was refused: \(error.name) \(error.text)")
      let pause = radio.pause
      radio.pause = min(pause * 2, 30)
      radio.retry = loop.schedule(at: loop.time &+ pause &* 1_000_000_000) { [weak self] in
        self?.radio.retry = nil
        self?.followRadio()
      }
    }
  }

  private func stop(_ adapter: String) {
    call(adapter, BlueZ.adapter, "StopDiscovery") { [weak self] _ in
      self?.radio.isChanging = false
      self?.radio.isOn = false
      self?.followRadio()
    }
  }
}
