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

  /// Lets a decoder look at a patch; the look is taken down when somebody wants to know.
  @inline(__always)
  func look<T>(_ part: DecodeRecorder.Part, _ luma: LumaView, _ body: () -> [T]) -> [T] {
    guard let recorder else { return body() }
    let begin = SystemClock.threadCPU()
    let reads = body()
    recorder.looked(part, current, luma, time: SystemClock.threadCPU() &- begin, reads: reads.count)
    return reads
  }
}
