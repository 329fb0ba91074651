public import CScanbeam
import Glibc
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_context_set_licence_policy")
public func scanbeam_context_set_licence_policy(
  _ context: OpaquePointer?, _ application: UnsafePointer<CChar>?, _ public_key: UnsafePointer<UInt8>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ContextHandle.checked(context)
    guard let application else {
      handle.context.licencePolicy = nil
      return
    }
    guard let public_key else { throw missing("public key") }
    handle.context.licencePolicy = try LicencePolicy(
      application: String(cString: application), publicKey: Array(UnsafeBufferPointer(start: public_key, count: 32)))
  }
}

@implementation @_cdecl("scanbeam_context_set_licence_key")
public func scanbeam_context_set_licence_key(
  _ context: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ licence: UnsafeMutablePointer<scanbeam_licence_status>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ContextHandle.checked(context)
    guard let key else { throw missing("key") }
    guard let policy = handle.context.licencePolicy else {
      throw ReaderError(.state, "The context has no licence policy; nothing looks at keys.")
    }
    let status = policy.register(String(cString: key), now: Int64(time(nil)))
    licence?.pointee = status.rawValue
  }
}

@implementation @_cdecl("scanbeam_context_licence_status")
public func scanbeam_context_licence_status(_ context: OpaquePointer?) -> scanbeam_licence_status {
  guard let policy = Handle.object(context, ContextHandle.self)?.context.licencePolicy else { return 0 }
  return policy.status(now: Int64(time(nil))).rawValue
}
