/// News of cameras and terminals, for a list that somebody shows.
final class DeviceWatch {
  private let terminals: TerminalHub
  private let cameras: CameraPresenceHub
  private let keys: (UInt64, UInt64)

  init(_ terminals: TerminalHub, _ cameras: CameraPresenceHub, _ changed: @escaping () -> Void) {
    self.terminals = terminals
    self.cameras = cameras
    keys = (terminals.add(changed), cameras.add(changed))
  }

  deinit {
    terminals.remove(keys.0)
    cameras.remove(keys.1)
  }
}
