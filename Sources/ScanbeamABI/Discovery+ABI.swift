public import CScanbeam
import Camera
import Discovery
import ReaderCore
import Readers

/// A list of devices with its C strings.
final class DeviceListHandle {
  struct Device {
    let formats: [CameraFormat]
    let deviceClass: DeviceClass
    let error: ReaderError?
    let identity: CText?
    let name: CText?
    let node: CText?
    let driver: CText?
    let problem: CText?
  }
  let devices: [Device]

  init(_ cameras: [CameraDevice], _ terminals: [TerminalDevice] = [], _ scanners: [ScannerDevice] = []) {
    devices =
      cameras.map {
        Device(
          formats: $0.formats, deviceClass: .camera, error: $0.problem, identity: CText($0.identity),
          name: CText($0.name), node: CText($0.node), driver: CText($0.driver), problem: CText($0.problem?.message))
      }
      + terminals.map {
        var deviceClass = DeviceClass.mx
        if case .tcp = $0.connection { deviceClass = .network }
        return Device(
          formats: [], deviceClass: deviceClass, error: $0.problem, identity: CText($0.identity), name: CText($0.name),
          node: CText($0.node), driver: $0.driver.isEmpty ? nil : CText($0.driver),
          problem: CText($0.problem?.message))
      }
      + scanners.map {
        Device(
          formats: [], deviceClass: .scanner, error: $0.problem, identity: CText($0.identity), name: CText($0.name),
          node: CText($0.node), driver: nil, problem: CText($0.problem?.message))
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

@implementation @_cdecl("scanbeam_context_list_devices")
public func scanbeam_context_list_devices(
  _ context: OpaquePointer?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    let owner = try ContextHandle.checked(context)
    guard let out else { throw missing("place for the list") }
    out.pointee = Handle.make(
      DeviceListHandle(CameraList.current().cameras, owner.context.terminals().terminals, ScannerList.current()))
  }
}

/// Texts of a table of C strings.
private func texts(
  _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt64, _ what: StaticString
) throws(ReaderError) -> [String] {
  guard count > 0 else { return [] }
  guard let list, count <= 4096 else {
    throw ReaderError(.invalidArgument, "The \(what) are NULL, or more than 4096.")
  }
  var out: [String] = []
  for i in 0..<Int(count) {
    guard let text = list[i] else { throw ReaderError(.invalidArgument, "One of the \(what) is NULL.") }
    out.append(String(cString: text))
  }
  return out
}

@implementation @_cdecl("scanbeam_context_set_discovery")
public func scanbeam_context_set_discovery(
  _ context: OpaquePointer?, _ options: UnsafePointer<scanbeam_discovery_options>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let owner = try ContextHandle.checked(context)
    var wanted = DiscoveryOptions()
    if let options {
      let table = try SizedTable.read(options, first: 40)
      wanted.interfaces = try texts(table.interfaces, table.interface_count, "interfaces")
      wanted.hosts = try texts(table.hosts, table.host_count, "hosts")
    }
    try owner.context.setDiscovery(wanted)
  }
}

@implementation @_cdecl("scanbeam_context_watch_devices")
public func scanbeam_context_watch_devices(
  _ context: OpaquePointer?, _ changed: scanbeam_devices_changed?, _ user_data: UnsafeMutableRawPointer?,
  _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  // Its end calls destroy: at once when this fails, later when the watch ends.
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let owner = try ContextHandle.checked(context)
    guard let changed else { return try owner.context.watchDevices(nil) }
    try owner.context.watchDevices { [unowned owner] in
      CallbackScope.run { changed(data.pointer, owner.pointer) }
    }
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
    table.device_class = device.deviceClass.rawValue
    table.problem_status = device.error?.status.rawValue ?? 0
    try SizedTable.write(table, to: out, first: 56)
  }
}

@implementation @_cdecl("scanbeam_device_list_format_count")
public func scanbeam_device_list_format_count(_ list: OpaquePointer?, _ index: Int) -> Int {
  guard let devices = Handle.object(list, DeviceListHandle.self)?.devices, devices.indices.contains(index) else {
    return 0
  }
  return devices[index].formats.count
}

@implementation @_cdecl("scanbeam_device_list_get_format")
public func scanbeam_device_list_get_format(
  _ list: OpaquePointer?, _ index: Int, _ format_index: Int, _ out: UnsafeMutablePointer<scanbeam_camera_format>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let formats = try DeviceListHandle.device(list, index).formats
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
