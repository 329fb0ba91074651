public import CScanbeam
import ReaderCore
import Readers
import Synchronization

/// A manager as the host holds it, with the reader handles that it has lent.
final class ManagerHandle {
  let manager: DeviceManager
  private let owner: ContextHandle
  private let deviceOwner: ContextHandle
  private let references = Atomic<Int>(1)
  private let lock = Lock()
  private var readers: [UInt64: ReaderHandle] = [:]

  init(_ manager: DeviceManager, _ owner: ContextHandle, _ deviceOwner: ContextHandle) {
    self.manager = manager
    self.owner = owner
    self.deviceOwner = deviceOwner
  }

  /// The handle as callbacks get it.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  func addReference() { references.add(1, ordering: .relaxed) }

  func dropReference() {
    guard references.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    guard !manager.context.loop.isForked else { return }
    manager.setObserver(nil)
    close()
    Handle.release(pointer, ManagerHandle.self)
  }

  func close() {
    manager.close()
    let lent = lock.locked { () -> [ReaderHandle] in
      defer { readers = [:] }
      return Array(readers.values)
    }
    for reader in lent { reader.dropReference() }
  }

  /// The reader of a connection as a handle, the same for arrival and removal.
  func reader(_ device: ManagedDevice) -> ReaderHandle {
    lock.locked {
      if let known = readers[device.handle] { return known }
      let made = ReaderHandle(device.reader, deviceOwner)
      // The handle keeps itself until its last reference is dropped.
      _ = Handle.make(made)
      readers[device.handle] = made
      return made
    }
  }

  func forget(_ handle: UInt64) { lock.locked({ readers.removeValue(forKey: handle) })?.dropReference() }

  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> ManagerHandle {
    guard let object = Handle.object(handle, ManagerHandle.self) else { throw missing("manager") }
    try object.owner.checkFork()
    return object
  }
}

/// A manager delegate with its user data, as the observer of a manager.
private final class ManagerDelegateObserver: ManagerObserver {
  private let table: scanbeam_manager_delegate
  private let data: UserData
  private unowned let handle: ManagerHandle

  init(_ table: scanbeam_manager_delegate, _ data: UserData, _ handle: ManagerHandle) {
    self.table = table
    self.data = data
    self.handle = handle
  }

  func manager(_ manager: DeviceManager, isUsable: Bool, problem: String?) {
    let text = CText(problem)
    table.usable_changed?(data.pointer, handle.pointer, isUsable ? 1 : 0, text?.pointer)
  }

  func manager(_ manager: DeviceManager, discovered device: DiscoveredDevice) {
    guard let callback = table.discovered else { return }
    let (identifier, name, service) = (CText(device.identifier), CText(device.name), CText(device.service))
    var entry = scanbeam_discovered_device()
    entry.size = UInt32(MemoryLayout<scanbeam_discovered_device>.size)
    entry.identifier = identifier?.pointer
    entry.name = name?.pointer
    entry.service = service?.pointer
    withExtendedLifetime((identifier, name, service)) { callback(data.pointer, handle.pointer, &entry) }
  }

  func manager(_ manager: DeviceManager, discoveryEnded error: ReaderError?) {
    guard let callback = table.discovery_ended else { return }
    guard let error else { return callback(data.pointer, handle.pointer, nil) }
    var table = makeTable(error)
    callback(data.pointer, handle.pointer, &table)
  }

  func manager(_ manager: DeviceManager, deviceArrived device: ManagedDevice) { tell(device, table.device_arrived) }

  func manager(_ manager: DeviceManager, deviceRemoved device: ManagedDevice) {
    tell(device, table.device_removed)
    handle.forget(device.handle)
  }

  private func tell(
    _ device: ManagedDevice,
    _ callback: (
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UnsafePointer<scanbeam_managed_device>) -> Void
    )?
  ) {
    guard let callback else { return }
    let (identifier, name) = (CText(device.device.identifier), CText(device.device.name))
    var entry = scanbeam_managed_device()
    entry.size = UInt32(MemoryLayout<scanbeam_managed_device>.size)
    entry.handle = device.handle
    entry.identifier = identifier?.pointer
    entry.name = name?.pointer
    entry.reader = handle.reader(device).pointer
    withExtendedLifetime((identifier, name)) { callback(data.pointer, handle.pointer, &entry) }
  }
}

/// Fills a caller's buffer with text and its NUL.
private func fill(
  _ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?
) throws(ReaderError) {
  let bytes = Array(text.utf8)
  needed?.pointee = bytes.count + 1
  guard let buffer else {
    guard capacity == 0 else { throw missing("buffer") }
    return
  }
  guard bytes.count < capacity else {
    throw ReaderError(.bufferTooSmall, "The text has \(bytes.count + 1) bytes with its NUL.")
  }
  for (i, byte) in bytes.enumerated() { buffer[i] = CChar(bitPattern: byte) }
  buffer[bytes.count] = 0
}

private func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(ReaderError) -> String {
  guard let pointer else { throw missing(what) }
  guard let text = String(validatingCString: pointer) else {
    throw ReaderError(.invalidArgument, "The \(what) is not UTF-8.")
  }
  return text
}

@implementation @_cdecl("scanbeam_transport_name")
public func scanbeam_transport_name(_ transport: scanbeam_transport) -> UnsafePointer<CChar> {
  pointer(DeviceManager.Transport(rawValue: transport)?.staticName ?? "")
}

@implementation @_cdecl("scanbeam_manager_new")
public func scanbeam_manager_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?, _ transport: scanbeam_transport,
  _ options: UnsafePointer<scanbeam_manager_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the manager") }
    let owner = try ContextHandle.checked(context)
    var table = scanbeam_manager_options()
    if let options { table = try SizedTable.read(options, first: 32) }
    guard table.flags & ~1 == 0, table.unused == 0 else {
      throw ReaderError(.unsupported, "The table asks for something that this version of the library does not know.")
    }
    guard let kind = DeviceManager.Transport(rawValue: transport) else {
      throw ReaderError(.unsupported, "This build has no manager for transport \(transport).")
    }
    let deviceOwner = table.device_context == nil ? owner : try ContextHandle.checked(table.device_context)
    let folder = table.state_folder == nil ? nil : try text(table.state_folder, "state folder")
    let manager = try DeviceManager(
      owner.context, kind, deviceContext: deviceOwner.context, stateFolder: folder)
    try manager.setPinsToFirst(table.flags & 1 != 0)
    out.pointee = Handle.make(ManagerHandle(manager, owner, deviceOwner))
  }
}

@implementation @_cdecl("scanbeam_manager_ref")
public func scanbeam_manager_ref(_ manager: OpaquePointer?) -> OpaquePointer? {
  Handle.object(manager, ManagerHandle.self)?.addReference()
  return manager
}

@implementation @_cdecl("scanbeam_manager_unref")
public func scanbeam_manager_unref(_ manager: OpaquePointer?) {
  Handle.object(manager, ManagerHandle.self)?.dropReference()
}

@implementation @_cdecl("scanbeam_manager_close")
public func scanbeam_manager_close(_ manager: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ManagerHandle.checked(manager).close() }
}

@implementation @_cdecl("scanbeam_manager_transport")
public func scanbeam_manager_transport(_ manager: OpaquePointer?) -> scanbeam_transport {
  Handle.object(manager, ManagerHandle.self)?.manager.transport.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_manager_set_delegate")
public func scanbeam_manager_set_delegate(
  _ manager: OpaquePointer?, _ delegate: UnsafePointer<scanbeam_manager_delegate>?,
  _ user_data: UnsafeMutableRawPointer?, _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let handle = try ManagerHandle.checked(manager)
    guard let delegate else { return handle.manager.setObserver(nil) }
    let table = try SizedTable.read(delegate, first: 48, extra: .ignore)
    handle.manager.setObserver(ManagerDelegateObserver(table, data, handle))
  }
}

@implementation @_cdecl("scanbeam_manager_set_favorites")
public func scanbeam_manager_set_favorites(
  _ manager: OpaquePointer?, _ favorites: UnsafePointer<CChar>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ManagerHandle.checked(manager)
    try handle.manager.set(favorites: try Favorites(try text(favorites, "favourites")))
  }
}

@implementation @_cdecl("scanbeam_manager_favorites")
public func scanbeam_manager_favorites(
  _ manager: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ needed: UnsafeMutablePointer<Int>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    try fill(try ManagerHandle.checked(manager).manager.favorites.text, buffer, capacity, needed)
  }
}

@implementation @_cdecl("scanbeam_manager_set_pin_to_first")
public func scanbeam_manager_set_pin_to_first(_ manager: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ManagerHandle.checked(manager)
    guard enabled == 0 || enabled == 1 else {
      throw ReaderError(.invalidArgument, "A switch must be 0 or 1, not \(enabled).")
    }
    try handle.manager.setPinsToFirst(enabled == 1)
  }
}

@implementation @_cdecl("scanbeam_manager_start_discovery")
public func scanbeam_manager_start_discovery(_ manager: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in try ManagerHandle.checked(manager).manager.startDiscovery(timeoutMs: timeout_ms) }
}

@implementation @_cdecl("scanbeam_manager_cancel_discovery")
public func scanbeam_manager_cancel_discovery(_ manager: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ManagerHandle.checked(manager).manager.cancelDiscovery() }
}

@implementation @_cdecl("scanbeam_manager_add_device")
public func scanbeam_manager_add_device(
  _ manager: OpaquePointer?, _ identifier: UnsafePointer<CChar>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    try ManagerHandle.checked(manager).manager.add(try text(identifier, "identifier"))
  }
}

@implementation @_cdecl("scanbeam_manager_remove_device")
public func scanbeam_manager_remove_device(
  _ manager: OpaquePointer?, _ identifier: UnsafePointer<CChar>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    try ManagerHandle.checked(manager).manager.remove(try text(identifier, "identifier"))
  }
}

@implementation @_cdecl("scanbeam_manager_connect_device")
public func scanbeam_manager_connect_device(
  _ manager: OpaquePointer?, _ identifier: UnsafePointer<CChar>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    try ManagerHandle.checked(manager).manager.connect(try text(identifier, "identifier"))
  }
}

@implementation @_cdecl("scanbeam_manager_disconnect_device")
public func scanbeam_manager_disconnect_device(
  _ manager: OpaquePointer?, _ identifier: UnsafePointer<CChar>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    try ManagerHandle.checked(manager).manager.disconnect(try text(identifier, "identifier"))
  }
}

@implementation @_cdecl("scanbeam_manager_unique_identifier")
public func scanbeam_manager_unique_identifier(
  _ manager: OpaquePointer?, _ handle: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ needed: UnsafeMutablePointer<Int>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let identifier = try ManagerHandle.checked(manager).manager.identifier(of: handle) else {
      throw ReaderError(.notFound, "There was no connection with the handle \(handle).")
    }
    try fill(identifier, buffer, capacity, needed)
  }
}
