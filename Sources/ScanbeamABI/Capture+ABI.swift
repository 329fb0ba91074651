public import CScanbeam
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_capture_result_of")
public func scanbeam_capture_result_of(_ status: scanbeam_status) -> scanbeam_capture_result {
  CaptureResult.code(Status(rawValue: status))
}

@implementation @_cdecl("scanbeam_capture_result_name")
public func scanbeam_capture_result_name(_ result: scanbeam_capture_result) -> UnsafePointer<CChar> {
  pointer(CaptureResult.name(result))
}

@implementation @_cdecl("scanbeam_reader_capture_type")
public func scanbeam_reader_capture_type(_ reader: OpaquePointer?) -> scanbeam_capture_type {
  Handle.object(reader, ReaderHandle.self)?.reader.captureType ?? 0
}

@implementation @_cdecl("scanbeam_manager_capture_type")
public func scanbeam_manager_capture_type(_ manager: OpaquePointer?) -> scanbeam_capture_type {
  Handle.object(manager, ManagerHandle.self)?.manager.captureType ?? 0
}

@implementation @_cdecl("scanbeam_reader_get_capture_property")
public func scanbeam_reader_get_capture_property(
  _ reader: OpaquePointer?, _ property: scanbeam_capture_property, _ value: UnsafeMutablePointer<Int32>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    guard let value else { throw missing("place for the value") }
    value.pointee = try reader.captureProperty(property)
  }
}

@implementation @_cdecl("scanbeam_reader_set_capture_property")
public func scanbeam_reader_set_capture_property(
  _ reader: OpaquePointer?, _ property: scanbeam_capture_property, _ value: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.setCaptureProperty(property, value) }
}
