import Imaging
import ReaderCore

/// Looks: what costs time. They can have been taken ahead by somebody else.
extension Search {
  /// Lets a decoder look at a patch; the look is taken down when somebody wants to know.
  ///
  /// - Parameters:
  ///   - key: What the look depends on; nil: it is taken by the search itself.
  ///   - body: Looks. It may depend on nothing but the frame, the request and what the key holds.
  @inline(never)
  func look<S: Sight>(
    _ part: DecodeRecorder.Part, _ patch: Patch, _ key: LookKey?, _ body: (LumaView) -> S
  ) -> S {
    if isAhead { return lookAhead(patch, key, body) }
    if let known: S = seenAhead(key) {
      aheadCount += 1
      return known
    }
    let luma = patch.luma
    guard let recorder else { return withExtendedLifetime(patch) { body(luma) } }
    let begin = SystemClock.threadCPU()
    let sight = body(luma)
    recorder.looked(
      part, current, luma, time: SystemClock.threadCPU() &- begin, reads: sight.count)
    return sight
  }

  /// Takes a look ahead of the search's turn, and keeps what it gives. When something is read the looks at this place are over: what follows
  /// depends on what the search makes of it.
  private func lookAhead<S: Sight>(_ patch: Patch, _ key: LookKey?, _ body: (LumaView) -> S) -> S {
    guard let log, let key, canGoOn, log.begin(key) else {
      log?.close()
      return S()
    }
    let sight = withExtendedLifetime(patch) { body(patch.luma) }
    // What was cut short counts for nothing.
    guard canGoOn else {
      log.close()
      return S()
    }
    log.keep(sight, key, hasRead: sight.count > 0)
    return sight.count == 0 ? sight : S()
  }

  /// What a look gave that was taken ahead; nil: the search has to take it itself.
  private func seenAhead<Value>(_ key: LookKey?) -> Value? {
    guard let log, let key else { return nil }
    if let value: Value = log.value(key) { return value }
    ahead?.wait(for: key, log, self)
    if let value: Value = log.value(key) { return value }
    // From here on the search goes a way of its own.
    log.close()
    return nil
  }

  /// Something else that is known of a patch and decides what is looked at.
  @inline(never)
  func known<Value>(_ patch: Patch, _ key: LookKey?, _ body: (LumaView) -> Value) -> Value {
    if let log, let key, let value: Value = log.value(key) { return value }
    let value = withExtendedLifetime(patch) { body(patch.luma) }
    if isAhead, let key { log?.keep(value, key) }
    return value
  }

  /// The key of a look at a patch.
  ///
  /// - Parameters:
  ///   - way: How it is looked at.
  ///   - place: What else is known of the place.
  func key(
    _ looker: LookKey.Looker, _ patch: Patch, _ symbologies: SymbologySet = SymbologySet(), way: Int = 0,
    place: [Double] = []
  ) -> LookKey? {
    // Without a second thread nobody looks ahead.
    guard log != nil, let recipe = patch.recipe else { return nil }
    return LookKey(
      looker: looker, recipe: place.isEmpty ? recipe : recipe.then(place), symbologies: symbologies, way: way)
  }
}
