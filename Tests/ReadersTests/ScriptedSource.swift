import Glibc
import ReaderCore

/// A frame source that does what a test tells it, frame by frame.
final class ScriptedSource: FrameSource {
  enum Step {
    case picture(LumaImage)
    case corrupt
    case unreadable(String)
    case end
    case lost
  }

  let answersEveryFrame: Bool
  private let lock = Lock()
  private var steps: [Step] = []
  private var idle = false
  private var openError: ReaderError?
  private var counts = (opened: 0, started: 0, stopped: 0, closed: 0)

  init(answersEveryFrame: Bool = false, openError: ReaderError? = nil) {
    self.answersEveryFrame = answersEveryFrame
    self.openError = openError
  }

  func add(_ step: Step) {
    lock.locked {
      steps.append(step)
      idle = false
    }
  }
  var isDrained: Bool { lock.locked { steps.isEmpty } }
  /// Whether more was asked for than was added: all that came of what was added has been sent by then.
  var isIdle: Bool { lock.locked { idle } }
  var calls: (opened: Int, started: Int, stopped: Int, closed: Int) { lock.locked { counts } }

  func open() throws(ReaderError) {
    lock.locked { counts.opened += 1 }
    if let openError { throw openError }
  }

  func start() throws(ReaderError) { lock.locked { counts.started += 1 } }

  func next(wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome {
    let step = lock.locked { () -> Step? in
      idle = steps.isEmpty
      return idle ? nil : steps.removeFirst()
    }
    switch step {
    case .picture(let image):
      body(Frame(luma: image.view, time: SystemClock.now()))
      return .frame(dropped: 0)
    case .corrupt: return .corrupt("scripted")
    case .unreadable(let path):
      return .unreadable(path: path, error: ReaderError(.corrupt, "scripted"))
    case .end: return .end
    case .lost: throw ReaderError(.lost, "scripted")
    case nil:
      var poll = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 5) == 1 ? .woken : .timedOut
    }
  }

  func stop() { lock.locked { counts.stopped += 1 } }
  func close() { lock.locked { counts.closed += 1 } }
}
