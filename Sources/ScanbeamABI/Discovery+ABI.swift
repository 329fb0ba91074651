public import CScanbeam
import Camera
import Discovery
import ReaderCore
import Readers

/// A list of devices with its C strings.
final class DeviceListHandle {
  struct Device {
    let camera: CameraDevice
    let identity: CText?
    let name: CText?
    let node: CText?
    let driver: CText?
    let problem: CText?
  }
  let devices: [Device]

  init(_ cameras: [CameraDevice]) {
    devices = cameras.map {
      Device(
        camera: $0, identity: CText($0.identity), name: CText($0.name), node: CText($0.node),
        driver: CText($0.driver), problem: CText($0.problem?.message))
    }
  }

  /// One device; throws for NULL and for an index out of range.
  static func device(_ handle: OpaquePointer?, _ index: Int) throws(ReaderError) -> Device {
    guard let list = Handle.object(handle, DeviceListHandle.self) else { throw missing("device list") }
    guard list.devices.indices.contains(index) else {
      throw ReaderError(.invalidArgument, "The list has \(list.devices.count) devices; there is no number \(index).")
    }
    return list.devices[index]
  }
}

@implementation @_cdecl("scanbeam_context_list_cameras")
public func scanbeam_context_list_cameras(
  _ context: OpaquePointer?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    _ = try ContextHandle.checked(context)
    guard let out else { throw missing("place for the list") }
    out.pointee = Handle.make(DeviceListHandle(CameraList.current().cameras))
  }
}

@implementation @_cdecl("scanbeam_device_list_ref")
public func scanbeam_device_list_ref(_ list: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(list, DeviceListHandle.self)
  return list
}

@implementation @_cdecl("scanbeam_device_list_unref")
public func scanbeam_device_list_unref(_ list: OpaquePointer?) { Handle.release(list, DeviceListHandle.self) }

@implementation @_cdecl("scanbeam_device_list_count")
public func scanbeam_device_list_count(_ list: OpaquePointer?) -> Int {
  Handle.object(list, DeviceListHandle.self)?.devices.count ?? 0
}

@implementation @_cdecl("scanbeam_device_list_get")
public func scanbeam_device_list_get(
  _ list: OpaquePointer?, _ index: Int, _ out: UnsafeMutablePointer<scanbeam_device>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let device = try DeviceListHandle.device(list, index)
    var table = scanbeam_device()
    table.identity = device.identity?.pointer
    table.name = device.name?.pointer
    table.node = device.node?.pointer
    table.driver = device.driver?.pointer
    table.problem = device.problem?.pointer
    table.device_class = DeviceClass.camera.rawValue
    table.problem_status = device.camera.problem?.status.rawValue ?? 0
    try SizedTable.write(table, to: out, first: 56)
  }
}

@implementation @_cdecl("scanbeam_device_list_format_count")
public func scanbeam_device_list_format_count(_ list: OpaquePointer?, _ index: Int) -> Int {
  guard let devices = Handle.object(list, DeviceListHandle.self)?.devices, devices.indices.contains(index) else {
    return 0
  }
  return devices[index].camera.formats.count
}

@implementation @_cdecl("scanbeam_device_list_get_format")
public func scanbeam_device_list_get_format(
  _ list: OpaquePointer?, _ index: Int, _ format_index: Int, _ out: UnsafeMutablePointer<scanbeam_camera_format>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let formats = try DeviceListHandle.device(list, index).camera.formats
    guard formats.indices.contains(format_index) else {
      throw ReaderError(
        .invalidArgument, "The camera has \(formats.count) formats; there is no number \(format_index).")
    }
    let format = formats[format_index]
    var table = scanbeam_camera_format()
    table.frames_per_second = format.framesPerSecond
    table.format = format.pixelFormat.rawValue
    table.width = Int32(clamping: format.size.width)
    table.height = Int32(clamping: format.size.height)
    table.usable = format.usable ? 1 : 0
    try SizedTable.write(table, to: out, first: 32)
  }
}
