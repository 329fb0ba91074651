public import CScanbeam
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_reader_suspend")
public func scanbeam_reader_suspend(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.suspend() }
}

@implementation @_cdecl("scanbeam_reader_resume")
public func scanbeam_reader_resume(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.resume() }
}

@implementation @_cdecl("scanbeam_context_follow_sleep")
public func scanbeam_context_follow_sleep(_ context: OpaquePointer?, _ follow: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ContextHandle.checked(context)
    guard follow == 0 || follow == 1 else {
      throw ReaderError(.invalidArgument, "A switch must be 0 or 1, not \(follow).")
    }
    try handle.context.followSleep(follow == 1)
  }
}
