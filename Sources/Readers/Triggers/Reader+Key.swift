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
        self?.triggerChanged(key.mode, isDown: isDown)
      }
    }
    replaceKey(trigger)
  }

  /// Lets a line of a GPIO chip start and stop scans; nil ends that.
  ///
  /// - Throws: `.invalidArgument`, `.unsupported` without libgpiod, `.notFound`, `.access`, `.busy`, `.io`, `.state` when
  ///   closed.
  public func setLine(_ line: TriggerLine?) throws(ReaderError) {
    try setLine(line, nil)
  }

  /// - Parameter gpio: nil: the library of the machine.
  func setLine(_ line: TriggerLine?, _ gpio: GPIOLibrary?) throws(ReaderError) {
    try checkOpen()
    // The one before is let go first: it may be the same.
    replaceLine(nil)
    guard let line else { return }
    guard !line.chip.isEmpty, !line.chip.utf8.contains(0), (line.offset == nil) != (line.name == nil),
      line.name?.utf8.contains(0) != true, (0...1000).contains(line.debounceMs)
    else { throw ReaderError(.invalidArgument, "A line needs a chip, and its number or its name.") }
    let library: GPIOLibrary
    if let gpio { library = gpio } else { library = try GPIOLibrary() }
    let trigger = try LineTrigger(line, library, context.loop, context.log) { [weak self] isDown in
      self?.triggerChanged(line.mode, isDown: isDown)
    }
    replaceLine(trigger)
  }

  /// The trigger of a scan was let go, or pressed again: the scan ends, or waits for the next trigger, with results in both
  /// cases. A scan that waits already goes on waiting.
  func releaseTrigger() throws(ReaderError) {
    guard let preview, preview.startsPaused else { return try stopScanning() }
    guard scanningState != .paused else { return }
    guard preview.staysPaused else { return try stopScanning() }
    try checkOpen()
    context.loop.post { [weak self] in self?.interrupt(.stopped) }
  }

  /// Loop: a key or line was pressed or released.
  func triggerChanged(_ mode: TriggerKey.Mode, isDown: Bool) {
    // Where decoding waits for a trigger, a scan that waits is none for the key.
    let isPaused = scanningState == .paused
    let waits = preview?.startsPaused == true
    guard let order = mode.order(isDown: isDown, isScanning: isScanning && !(waits && isPaused)) else { return }
    do throws(ReaderError) {
      switch order {
      case .start where waits && isPaused: try setPaused(false)
      case .start:
        try startScanning()
        if waits { goOnAfterStart() }
      case .stop: try releaseTrigger()
      }
    } catch {
      context.log(.debug, "A trigger was pressed in vain: \(error.message)")
    }
  }
}
