import BLE
import ReaderCore

/// Device types of Socket Mobile's Capture (facts: contactless, section 9).
public enum CaptureType {
  /// A reader behind PC/SC: interface NFC (6), function reads and writes (2 + 4), no product.
  static let coupler: Int32 = 6 << 16 | 6 << 8
  static let unknownBLE: Int32 = 329_771

  /// Of a reader on Bluetooth LE.
  static func reader(_ profile: GATTProfile?) -> Int32 {
    switch profile?.name {
    case "D600": 327_701
    case "S370": 329_243
    case "S320": 327_964
    default: unknownBLE
    }
  }
}

extension DeviceManager {
  /// Its device type.
  public var captureType: Int32 { transport == .ble ? 17_104_897 : 1 << 24 }
}

/// Properties of Capture with a number for a value (facts: contactless, section 10).
extension Reader {
  /// Its device type; 0 when the model has none.
  public var captureType: Int32 {
    if let driver = driver as? BLEDriver { return driver.captureType }
    return has(.tags) ? CaptureType.coupler : 0
  }

  /// A property. Throws `.unsupported` for what cannot be asked for, `.notFound` when it is not known.
  public func captureProperty(_ property: Int32) throws(ReaderError) -> Int32 {
    try requireTags()
    switch property {
    case 65538: return captureType
    case 65803:
      guard let charge = (driver as? BLEDriver)?.charge else {
        throw ReaderError(.notFound, "The reader has not told of a battery.")
      }
      return Int32(clamping: charge)
    case 131083: return settings.tags.format.rawValue
    case 131337: return settings.tags.confirms ? 1 : 0
    default: throw ReaderError(.unsupported, "There is no property \(property) to ask for.")
    }
  }

  /// Sets a property. Throws `.unsupported` for what cannot be set.
  public func setCaptureProperty(_ property: Int32, _ value: Int32) throws(ReaderError) {
    try checkTags()
    switch property {
    case 131083:
      guard let format = TagDataFormat(rawValue: value) else {
        throw ReaderError(.invalidArgument, "\(value) is no data format; 2, 4, 10 and 12 are.")
      }
      try set(tagFormat: format)
    case 131337:
      guard value == 0 || value == 1 else { throw ReaderError(.invalidArgument, "It is 0 or 1, not \(value).") }
      try configure { $0.tags.confirms = value == 1 }
    case 1_179_653: try trigger(value)
    case 1_179_921: try disconnect()
    default: throw ReaderError(.unsupported, "There is no property \(property) to set.")
    }
  }

  /// SKTCaptureTrigger: 1 start, 2 stop, 5 continuous scan.
  private func trigger(_ value: Int32) throws(ReaderError) {
    switch value {
    case 1: try startScanning()
    case 2: try stopScanning()
    case 5:
      try configure { $0.trigger = .continuous }
      try startScanning()
    case 3, 4, 6: throw ReaderError(.unsupported, "This reader has no trigger \(value); 1, 2 and 5 are known.")
    default: throw ReaderError(.invalidArgument, "\(value) is no trigger; 1 starts, 2 stops, 5 goes on.")
    }
  }

  private func requireTags() throws(ReaderError) {
    guard has(.tags) else { throw ReaderError(.unsupported, "This reader reads no tags.") }
  }
}
