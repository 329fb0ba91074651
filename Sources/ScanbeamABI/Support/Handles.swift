import ReaderCore

/// A handle is a retained object as an opaque pointer. Every exported function goes through these.
enum Handle {
  /// A new handle with one reference.
  static func make<T: AnyObject>(_ object: T) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// The object behind a handle, nil for NULL.
  static func object<T: AnyObject>(_ handle: OpaquePointer?, _ type: T.Type) -> T? {
    handle.map { Unmanaged<T>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Adds a reference.
  static func retain<T: AnyObject>(_ handle: OpaquePointer?, _ type: T.Type) {
    if let handle { _ = Unmanaged<T>.fromOpaque(UnsafeRawPointer(handle)).retain() }
  }

  /// Drops a reference.
  static func release<T: AnyObject>(_ handle: OpaquePointer?, _ type: T.Type) {
    if let handle { Unmanaged<T>.fromOpaque(UnsafeRawPointer(handle)).release() }
  }
}
