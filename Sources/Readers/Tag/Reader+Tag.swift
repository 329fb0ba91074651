import EventLoop
import ReaderCore

/// Tags: operations and settings that only contactless readers have.
extension Reader {
  /// The end of an operation on a tag, on the loop: the answer's bytes or what went wrong.
  public typealias TagCompletion = (Result<[UInt8], ReaderError>) -> Void

  /// Carries out an operation on the tag that lies on the reader, after those that were asked for before.
  ///
  /// The completion comes once on the loop: with `.tagRemoved` when there is no tag, `.timeout` after `timeoutMs`
  /// (0: no limit; a command that was sent already is still carried out), `.state` when the reader is not connected.
  public func perform(
    _ operation: TagOperation, timeoutMs: Int32 = 0, _ completion: TagCompletion?
  ) throws(ReaderError) {
    try checkTags()
    context.loop.post { self.begin(operation, timeoutMs, completion) }
  }

  /// Which parts of a tag results carry; from the next tag on.
  public func set(tagFormat: TagDataFormat) throws(ReaderError) {
    try checkTags()
    try configure { $0.tags.format = tagFormat }
  }

  func checkTags() throws(ReaderError) {
    guard has(.tags) else { throw ReaderError(.unsupported, "This reader reads no tags.") }
    if isClosed { throw ReaderError(.state, "The reader is closed; make a new one.") }
  }

  /// Loop.
  private func begin(_ operation: TagOperation, _ timeoutMs: Int32, _ completion: TagCompletion?) {
    guard connectionState == .connected else {
      completion?(.failure(ReaderError(.state, "The reader is not connected; connect it first.")))
      return
    }
    let loop = context.loop
    let pending = PendingTagOperation(completion)
    if timeoutMs > 0 {
      pending.timer = loop.schedule(at: loop.time &+ Int64(timeoutMs) &* 1_000_000) {
        pending.finish(.failure(ReaderError(.timeout, "The tag did not answer within \(timeoutMs) ms.")), nil)
      }
    }
    driver.perform(.tag(operation)) { result in
      loop.post { pending.finish(result.map(\.bytes), loop) }
    }
  }
}

/// Calls a completion once, whichever of answer and time-out is first. Loop only.
private final class PendingTagOperation {
  private var completion: Reader.TagCompletion?
  var timer: EventLoop.TimerID?

  init(_ completion: Reader.TagCompletion?) { self.completion = completion }

  func finish(_ result: Result<[UInt8], ReaderError>, _ loop: EventLoop?) {
    if let timer { loop?.cancel(timer) }
    timer = nil
    let call = completion
    completion = nil
    call?(result)
  }
}
