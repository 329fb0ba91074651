extension DeviceManager {
  /// The transports (numbers of `scanbeam/manager.h`).
  public enum Transport: Int32 {
    case pcsc = 1
    case camera = 2
    case usb = 3
    case network = 4
    case ble = 5

    /// Name for people and files.
    public var staticName: StaticString {
      switch self {
      case .pcsc: "pcsc"
      case .camera: "camera"
      case .usb: "usb"
      case .network: "network"
      case .ble: "ble"
      }
    }

    var name: String { "\(staticName)" }
  }
}
