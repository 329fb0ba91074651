/// Names of BlueZ on the message bus (BlueZ 5.66, doc/adapter-api.txt, device-api.txt, gatt-api.txt).
enum BlueZ {
  static let service = "org.bluez"
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let gattService = "org.bluez.GattService1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"
}
