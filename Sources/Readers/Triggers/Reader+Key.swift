import ReaderCore

extension Reader {
  /// Lets a key start and stop scans; nil ends that. A device that is not there is waited for.
  ///
  /// - Throws: `.invalidArgument`, `.access` (the message says which group is missing), `.io`, `.state` when closed.
  public func setKey(_ key: TriggerKey?) throws(ReaderError) {
    try checkOpen()
    var trigger: KeyTrigger?
    if let key {
      guard !key.device.isEmpty, !key.device.utf8.contains(0), (1...767).contains(key.key) else {
        throw ReaderError(.invalidArgument, "A key needs a device and a number of 1 to 767.")
      }
      trigger = try KeyTrigger(key, context.loop, context.log) { [weak self] isDown in
        self?.keyChanged(key, isDown: isDown)
      }
    }
    replaceKey(trigger)
  }

  private func keyChanged(_ key: TriggerKey, isDown: Bool) {
    guard let order = key.order(isDown: isDown, isScanning: isScanning) else { return }
    do throws(ReaderError) {
      switch order {
      case .start: try startScanning()
      case .stop: try stopScanning()
      }
    } catch {
      context.log(.debug, "A key was pressed in vain: \(error.message)")
    }
  }
}
