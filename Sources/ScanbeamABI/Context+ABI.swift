public import CScanbeam
import ReaderCore
import Readers

/// A context as the host holds it. When the host and its readers have let go of it, the loop is completed and ended.
final class ContextHandle {
  let context: ReaderContext
  init(_ context: ReaderContext) { self.context = context }
  deinit { context.release() }

  /// The handle as callbacks get it.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The handle's object; throws for NULL and in a forked child.
  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> ContextHandle {
    guard let object = Handle.object(handle, ContextHandle.self) else { throw missing("context") }
    try object.checkFork()
    return object
  }

  func checkFork() throws(ReaderError) {
    if context.loop.isForked {
      throw ReaderError(.forked, "The context belongs to the parent process; after fork() a child may only exec.")
    }
  }
}

/// User data with its destroy function, called once when the last reference goes.
final class UserData {
  let pointer: UnsafeMutableRawPointer?
  private let destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ pointer: UnsafeMutableRawPointer?, _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.pointer = pointer
    self.destroy = destroy
  }

  deinit { if let destroy { CallbackScope.run { destroy(pointer) } } }
}

@implementation @_cdecl("scanbeam_context_new")
public func scanbeam_context_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ options: UnsafePointer<scanbeam_context_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the context") }
    var mode = ReaderContext.Mode.poll
    if let options {
      let table = try SizedTable.read(options, first: 16)
      guard table.unused == 0, table.mode == 0 || table.mode == 1 else {
        throw ReaderError(.invalidArgument, "The context's mode must be SCANBEAM_CONTEXT_POLL or _THREAD.")
      }
      mode = table.mode == 1 ? .thread : .poll
    }
    out.pointee = Handle.make(ContextHandle(try ReaderContext(mode)))
  }
}

@implementation @_cdecl("scanbeam_context_ref")
public func scanbeam_context_ref(_ context: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(context, ContextHandle.self)
  return context
}

@implementation @_cdecl("scanbeam_context_unref")
public func scanbeam_context_unref(_ context: OpaquePointer?) {
  // In a forked child it stays: see ReaderHandle.dropReference.
  if Handle.object(context, ContextHandle.self)?.context.loop.isForked == true { return }
  Handle.release(context, ContextHandle.self)
}

@implementation @_cdecl("scanbeam_context_close")
public func scanbeam_context_close(_ context: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ContextHandle.checked(context).context.close() }
}

@implementation @_cdecl("scanbeam_context_fd")
public func scanbeam_context_fd(_ context: OpaquePointer?) -> Int32 {
  guard let context = Handle.object(context, ContextHandle.self)?.context, context.isPolled else { return -1 }
  return context.loop.descriptor
}

@implementation @_cdecl("scanbeam_context_dispatch")
public func scanbeam_context_dispatch(_ context: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  callWithNote { () throws(ReaderError) in
    let context = try ContextHandle.checked(context).context
    return try context.loop.dispatch(timeoutMs: timeout_ms) ? .ok : .timedOutNote
  }
}

@implementation @_cdecl("scanbeam_context_wake")
public func scanbeam_context_wake(_ context: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ContextHandle.checked(context).context.loop.wake() }
}

@implementation @_cdecl("scanbeam_context_set_log")
public func scanbeam_context_set_log(
  _ context: OpaquePointer?, _ level: scanbeam_log_level, _ callback: scanbeam_log_callback?,
  _ user_data: UnsafeMutableRawPointer?, _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let log = try ContextHandle.checked(context).context.log
    guard (0...4).contains(level) else {
      throw ReaderError(.invalidArgument, "The log level is \(level); it must be 0 to 4.")
    }
    guard let callback else { return log.set(level: 0, nil) }
    log.set(level: level) { level, message in
      guard let text = CText(message) else { return }
      CallbackScope.run { callback(data.pointer, level.rawValue, text.pointer) }
    }
  }
}
