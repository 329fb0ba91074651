import ReaderCore

/// What a reader remembers while it is suspended. Loop only.
struct Lifecycle {
  var isSuspended = false
  /// It was connected, or was to be: it will be again.
  var resumesConnected = false
}

extension Reader {
  /// Gives the device back and keeps everything else, until `resume`. A scan ends. Nothing is connected meanwhile.
  public func suspend() throws(ReaderError) {
    try checkOpen()
    context.loop.post {
      guard !self.life.isSuspended else { return }
      let wasWanted =
        self.connectionState == .connected || self.connectionState == .connecting || self.reconnect.isWanted
      self.life.isSuspended = true
      self.beginDisconnect()
      self.life.resumesConnected = wasWanted
    }
  }

  /// Ends a suspension: a reader that was connected, or was to be meanwhile, is connected again.
  public func resume() throws(ReaderError) {
    try checkOpen()
    context.loop.post {
      guard self.life.isSuspended else { return }
      self.life.isSuspended = false
      // Other programs may have changed the accessory meanwhile, if the host thinks so.
      if self.preview?.readsAimerAnew == true { self.shared.aimer?.forget() }
      if self.life.resumesConnected { self.beginConnect(nil) }
      self.life.resumesConnected = false
    }
  }
}
