import EventLoop
import ReaderCore

/// Connecting again after a loss, when the host wants that. Everything here runs on the loop.
extension Reader {
  /// What is to be tried again, and when.
  struct Reconnect {
    /// The connection was lost; it is wanted back.
    var isWanted = false
    var timer: EventLoop.TimerID?
    var delay: Int64 = 0
    var connectedAt: Int64 = 0
    static let first: Int64 = 250_000_000
    static let longest: Int64 = 8_000_000_000
  }

  /// A connection has ended by itself.
  func wantBack() {
    guard shared.link.reconnects, !isClosed else { return }
    reconnect.isWanted = true
    // One that flaps is not tried faster and faster.
    let wasStable = context.loop.time &- reconnect.connectedAt > 10_000_000_000
    if wasStable || reconnect.delay == 0 { reconnect.delay = Reconnect.first }
    tryLater()
  }

  /// The end of waiting: it is connected, or the host does not want it any more.
  func stopReconnecting() {
    if let timer = reconnect.timer { context.loop.cancel(timer) }
    reconnect.timer = nil
    reconnect.isWanted = false
  }

  /// The device may be there again.
  func reconsider() {
    guard reconnect.isWanted, reconnect.timer == nil else { return }
    tryLater()
  }

  /// What is known to be away is waited for, without trying.
  private func tryLater() {
    guard reconnect.timer == nil, driver.availability != .unavailable else { return }
    let delay = reconnect.delay
    reconnect.delay = min(delay &* 2, Reconnect.longest)
    reconnect.timer = context.loop.schedule(at: context.loop.time &+ delay) { [weak self] in
      guard let self else { return }
      reconnect.timer = nil
      guard reconnect.isWanted, !isClosed else { return }
      beginConnect(nil)
    }
  }
}
