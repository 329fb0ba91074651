import ReaderCore

/// What a recorder takes down; nothing of it costs anything without one.
extension Search {
  /// Runs a step of the search.
  func step(_ name: StaticString, _ body: () -> Void) {
    if let recorder { recorder.step(name, body) } else { body() }
  }

  /// Runs a part of the work; its time is taken down when somebody wants to know.
  @inline(__always)
  func timed<T>(_ part: DecodeRecorder.Part, _ body: () -> T) -> T {
    guard let recorder else { return body() }
    let begin = SystemClock.threadCPU()
    let value = body()
    recorder.add(part, SystemClock.threadCPU() &- begin)
    return value
  }

  /// Cuts a patch out; for a recorder it is drawn at once, so that it knows the time.
  func cut(_ body: () -> Patch?) -> Patch? {
    timed(.rectify) {
      let patch = body()
      if recorder != nil { _ = patch?.luma }
      return patch
    }
  }
}
