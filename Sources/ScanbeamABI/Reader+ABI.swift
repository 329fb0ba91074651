public import CScanbeam
import Camera
import ReaderCore
import Readers
import Synchronization

/// A reader as the host holds it. The host's references are counted apart from Swift's: pending completions keep the
/// memory, but not the reader's life.
final class ReaderHandle {
  let reader: Reader
  let owner: ContextHandle
  let identity: CText?
  private let references = Atomic<Int>(1)

  init(_ reader: Reader, _ owner: ContextHandle) {
    self.reader = reader
    self.owner = owner
    identity = CText(reader.identity)
  }

  /// The handle as callbacks get it.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  func addReference() { references.add(1, ordering: .relaxed) }

  func dropReference() {
    guard references.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    // A forked child shares epoll set and descriptors with its parent: taking things down there would break them here.
    guard !reader.context.loop.isForked else { return }
    reader.setObserver(nil)
    reader.close()
    Handle.release(pointer, ReaderHandle.self)
  }

  /// The handle's object; throws for NULL and in a forked child.
  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> ReaderHandle {
    guard let object = Handle.object(handle, ReaderHandle.self) else { throw missing("reader") }
    try object.owner.checkFork()
    return object
  }

  /// A C completion as a Swift one; it keeps the handle's memory until it was called.
  func completion(
    _ completion: scanbeam_completion?, _ data: UnsafeMutableRawPointer?
  ) -> Reader.Completion? {
    guard let completion else { return nil }
    return { [self] error in
      CallbackScope.run {
        guard let error else { return completion(data, pointer, nil) }
        var table = makeTable(error)
        completion(data, pointer, &table)
      }
    }
  }
}

/// What an asynchronous operation came to, for the `_sync` twins.
private final class Outcome {
  private let lock = Lock()
  private var value: (done: Bool, error: ReaderError?) = (false, nil)
  var isDone: Bool { lock.locked { value.done } }
  var error: ReaderError? { lock.locked { value.error } }
  func finish(_ error: ReaderError?) { lock.locked { value = (true, error) } }
}

/// Starts an operation and waits for its end.
func waitFor(
  _ handle: ReaderHandle, _ timeoutMs: Int32, _ start: (@escaping Reader.Completion) throws(ReaderError) -> Void
) throws(ReaderError) {
  let loop = handle.reader.context.loop
  guard !CallbackScope.isActive, !loop.isOnLoop else {
    throw ReaderError(.reentrant, "Waiting inside a callback would wait for itself; use the asynchronous call.")
  }
  let outcome = Outcome()
  try start { outcome.finish($0) }
  guard try loop.wait(timeoutMs: timeoutMs, until: { outcome.isDone }) else {
    throw ReaderError(.timeout, "No answer within \(timeoutMs) ms; the operation goes on.")
  }
  if let error = outcome.error { throw error }
}

/// The answer to a question, for the `_sync` twins.
private final class Answer<Value> {
  private let lock = Lock()
  private var stored: Value?
  var value: Value? {
    get { lock.locked { stored } }
    set { lock.locked { stored = newValue } }
  }
}

/// Starts a question and waits for its answer.
func waitForValue<Value>(
  _ handle: ReaderHandle, _ timeoutMs: Int32,
  _ start: (@escaping (Result<Value, ReaderError>) -> Void) throws(ReaderError) -> Void
) throws(ReaderError) -> Value {
  let answer = Answer<Value>()
  try waitFor(handle, timeoutMs) { (done) throws(ReaderError) in
    try start { result in
      switch result {
      case .success(let value):
        answer.value = value
        done(nil)
      case .failure(let error): done(error)
      }
    }
  }
  guard let value = answer.value else {
    throw ReaderError(.internalFault, "There is no answer.")
  }
  return value
}

private func object(_ reader: OpaquePointer?) -> Reader? { Handle.object(reader, ReaderHandle.self)?.reader }

@implementation @_cdecl("scanbeam_reader_new_identity")
public func scanbeam_reader_new_identity(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?, _ identity: UnsafePointer<CChar>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the reader") }
    let owner = try ContextHandle.checked(context)
    guard let identity else { throw missing("identity") }
    let reader = try owner.context.reader(identity: String(cString: identity))
    out.pointee = Handle.make(ReaderHandle(reader, owner))
  }
}

@implementation @_cdecl("scanbeam_reader_ref")
public func scanbeam_reader_ref(_ reader: OpaquePointer?) -> OpaquePointer? {
  Handle.object(reader, ReaderHandle.self)?.addReference()
  return reader
}

@implementation @_cdecl("scanbeam_reader_unref")
public func scanbeam_reader_unref(_ reader: OpaquePointer?) {
  Handle.object(reader, ReaderHandle.self)?.dropReference()
}

@implementation @_cdecl("scanbeam_reader_close")
public func scanbeam_reader_close(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.close() }
}

@implementation @_cdecl("scanbeam_reader_set_delegate")
public func scanbeam_reader_set_delegate(
  _ reader: OpaquePointer?, _ delegate: UnsafePointer<scanbeam_delegate>?, _ user_data: UnsafeMutableRawPointer?,
  _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  // Its end calls destroy: at once when this fails, later when the observer goes.
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let delegate else { return handle.reader.setObserver(nil) }
    let table = try SizedTable.read(delegate, first: 64, extra: .ignore)
    handle.reader.setObserver(DelegateObserver(table, data, handle))
  }
}

@implementation @_cdecl("scanbeam_reader_identity")
public func scanbeam_reader_identity(_ reader: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handle.object(reader, ReaderHandle.self)?.identity?.pointer
}

@implementation @_cdecl("scanbeam_reader_device_class")
public func scanbeam_reader_device_class(_ reader: OpaquePointer?) -> scanbeam_device_class {
  (object(reader)?.deviceClass ?? .frames).rawValue
}

@implementation @_cdecl("scanbeam_reader_has_capability")
public func scanbeam_reader_has_capability(_ reader: OpaquePointer?, _ capability: scanbeam_capability) -> Int32 {
  guard let reader = object(reader) else { return 0 }
  if let control = CameraControl(rawValue: capability &- 1000) { return reader.has(control) ? 1 : 0 }
  guard let capability = Capability(rawValue: capability) else { return 0 }
  return reader.has(capability) ? 1 : 0
}

@implementation @_cdecl("scanbeam_reader_availability")
public func scanbeam_reader_availability(_ reader: OpaquePointer?) -> scanbeam_availability {
  object(reader)?.availability.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_reader_connection_state")
public func scanbeam_reader_connection_state(_ reader: OpaquePointer?) -> scanbeam_connection_state {
  object(reader)?.connectionState.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_reader_is_scanning")
public func scanbeam_reader_is_scanning(_ reader: OpaquePointer?) -> Int32 {
  object(reader)?.isScanning == true ? 1 : 0
}

@implementation @_cdecl("scanbeam_reader_connect")
public func scanbeam_reader_connect(
  _ reader: OpaquePointer?, _ completion: scanbeam_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.connect(handle.completion(completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_connect_sync")
public func scanbeam_reader_connect_sync(_ reader: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in try handle.reader.connect(done) }
  }
}

@implementation @_cdecl("scanbeam_reader_disconnect")
public func scanbeam_reader_disconnect(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.disconnect() }
}

@implementation @_cdecl("scanbeam_reader_start_scanning")
public func scanbeam_reader_start_scanning(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.startScanning() }
}

@implementation @_cdecl("scanbeam_reader_stop_scanning")
public func scanbeam_reader_stop_scanning(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.stopScanning() }
}

@implementation @_cdecl("scanbeam_reader_push_frame")
public func scanbeam_reader_push_frame(
  _ reader: OpaquePointer?, _ frame: UnsafePointer<scanbeam_frame>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try FrameReader.withLuma(frame) { (luma, time) throws(ReaderError) in
      try handle.reader.push(luma, time: time)
    }
  }
}
