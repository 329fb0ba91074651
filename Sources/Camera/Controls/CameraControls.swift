import ReaderCore

/// The controls of one camera while it is open. Any thread: the kernel takes settings while another thread captures.
///
/// A call can take as long as the camera needs for an answer, which USB limits to 5 seconds.
public final class CameraControls {
  private let lock = Lock()
  private var set: ControlSet?

  init(_ set: ControlSet) { self.set = set }

  /// The values of a control; nil when the camera has none or was given back.
  public func range(of control: CameraControl) -> ControlRange? {
    lock.locked { set?.range(of: control) }
  }

  /// What the camera can be told.
  public var available: [CameraControl] {
    lock.locked { set.map { set in CameraControl.allCases.filter { set.range(of: $0) != nil } } ?? [] }
  }

  /// The value that a control has now; throws `.unsupported` when there is none, `.state` when the camera was given back,
  /// `.lost`, `.io`.
  public func value(of control: CameraControl) throws(ReaderError) -> Int {
    try with { (set) throws(ReaderError) in try set.value(of: control) }
  }

  /// Sets a control; the camera takes the nearest value that it has.
  ///
  /// - Throws: `.unsupported` when there is none, `.invalidArgument` outside of the range, `.state` when the driver does
  ///   not allow it now or the camera was given back, `.lost`, `.access`, `.io`. Nothing was changed then.
  public func set(_ control: CameraControl, to value: Int) throws(ReaderError) {
    try with { (set) throws(ReaderError) in try set.set(control, to: value) }
  }

  /// Seconds after which `refocus` is to be called again; 0: never.
  public var refocusInterval: Int { lock.locked { set?.refocusInterval ?? 0 } }

  /// Runs the autofocus once. Throws as `set`.
  public func refocus() throws(ReaderError) { try with { (set) throws(ReaderError) in try set.refocus() } }

  /// The camera is given back: a lamp that was lit here goes out, and nothing can be set any more.
  func end() {
    lock.locked {
      set?.end()
      set = nil
    }
  }

  private func with<T>(_ body: (ControlSet) throws(ReaderError) -> T) throws(ReaderError) -> T {
    try lock.locked { () -> Result<T, ReaderError> in
      guard let set else { return .failure(ReaderError(.state, "The camera is not open.")) }
      return Result { () throws(ReaderError) in try body(set) }
    }.get()
  }
}
