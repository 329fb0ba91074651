import ReaderCore

/// A device that a manager has connected.
public struct ManagedDevice {
  /// Number of this connection; another one each time.
  public let handle: UInt64
  public let device: DiscoveredDevice
  /// Connected; it stays so until `deviceRemoved`.
  public let reader: Reader
}

/// What a manager tells. All calls come on the loop of its context.
public protocol ManagerObserver: AnyObject {
  /// The transport can be used, or can be no more (`problem` says why). Once soon after the observer was set.
  func manager(_ manager: DeviceManager, isUsable: Bool, problem: String?)
  /// A discovery found a device.
  func manager(_ manager: DeviceManager, discovered device: DiscoveredDevice)
  /// A discovery has ended: nil when its time was over, `.cancelled`, or what went wrong.
  func manager(_ manager: DeviceManager, discoveryEnded error: ReaderError?)
  /// A device was connected, as a favourite or because the host asked for it.
  func manager(_ manager: DeviceManager, deviceArrived device: ManagedDevice)
  /// It is connected no more.
  func manager(_ manager: DeviceManager, deviceRemoved device: ManagedDevice)
}
