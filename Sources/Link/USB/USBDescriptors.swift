/// Numbers of a USB device and what a link to it needs, from its descriptors. Any bytes are safe.
public struct USBSerialFunction: Equatable {
  /// Configuration that has it.
  public var configuration: UInt8
  /// Interface that takes the class requests (line coding, DTR); nil for devices without one.
  public var control: UInt8?
  /// Interface with the two bulk endpoints.
  public var data: UInt8
  public var bulkIn: UInt8
  public var bulkOut: UInt8
  /// Largest packets, in bytes.
  public var inPacket: Int
  public var outPacket: Int
}

/// One alternate setting of an interface.
struct USBInterface {
  var number: UInt8
  var alternate: UInt8
  var interfaceClass: UInt8
  var subclass: UInt8
  var bulkIn: (address: UInt8, packet: Int)?
  var bulkOut: (address: UInt8, packet: Int)?
  /// Subordinate interface of the union descriptor, then of the call management descriptor (CDC 1.2, 5.2.3.2 and PSTN 5.3.1).
  var union: UInt8?
  var callManagement: UInt8?
}

/// The descriptors of one configuration.
struct USBConfiguration {
  var value: UInt8 = 0
  var interfaces: [USBInterface] = []
}

/// Walks over descriptors as sysfs and the device give them: the device descriptor, then each configuration whole.
public enum USBDescriptors {
  /// What the first 18 bytes say; nil when they are no device descriptor.
  public static func device(_ bytes: [UInt8]) -> (vendor: UInt16, product: UInt16, deviceClass: UInt8)? {
    guard bytes.count >= 18, bytes[0] >= 18, bytes[1] == 1 else { return nil }
    return (
      UInt16(bytes[8]) | UInt16(bytes[9]) << 8, UInt16(bytes[10]) | UInt16(bytes[11]) << 8, bytes[4]
    )
  }

  /// All configurations. A descriptor that is too short or longer than the rest ends the walk.
  static func configurations(_ bytes: [UInt8]) -> [USBConfiguration] {
    var found: [USBConfiguration] = []
    var at = 0
    while bytes.count - at >= 2 {
      let length = Int(bytes[at])
      guard length >= 2, length <= bytes.count - at else { break }
      let one = bytes[at..<(at + length)]
      if found.last == nil, one[at + 1] != 2 {
        at += length
        continue
      }
      add(one, to: &found)
      at += length
    }
    return found
  }

  private static func add(_ one: ArraySlice<UInt8>, to found: inout [USBConfiguration]) {
    let at = one.startIndex
    let last = found.count - 1
    switch one[at + 1] {
    case 2 where one.count >= 9:
      found.append(USBConfiguration(value: one[at + 5]))
    case 4 where one.count >= 9 && last >= 0:
      found[last].interfaces.append(
        USBInterface(
          number: one[at + 2], alternate: one[at + 3], interfaceClass: one[at + 5], subclass: one[at + 6]))
    case 5 where one.count >= 7 && last >= 0 && !found[last].interfaces.isEmpty:
      let interface = found[last].interfaces.count - 1
      let address = one[at + 2]
      let packet = (Int(one[at + 4]) | Int(one[at + 5]) << 8) & 0x7ff
      guard one[at + 3] & 3 == 2, packet > 0 else { return }
      if address & 0x80 != 0 {
        if found[last].interfaces[interface].bulkIn == nil {
          found[last].interfaces[interface].bulkIn = (address, packet)
        }
      } else if found[last].interfaces[interface].bulkOut == nil {
        found[last].interfaces[interface].bulkOut = (address, packet)
      }
    case 0x24 where one.count >= 5 && last >= 0 && !found[last].interfaces.isEmpty:
      let interface = found[last].interfaces.count - 1
      if one[at + 2] == 6 { found[last].interfaces[interface].union = one[at + 4] }
      if one[at + 2] == 1 { found[last].interfaces[interface].callManagement = one[at + 4] }
    default:
      break
    }
  }
}

extension USBSerialFunction {
  /// The first serial function of the configuration that is set: a CDC-ACM pair, by its union descriptor, else by call
  /// management, else the next data interface behind it; both in one interface is legal too. nil when there is none.
  ///
  /// - Parameters:
  ///   - active: Value of the configuration that is set; nil: the first.
  ///   - vendorInterface: Take this interface, whatever its class (quirks table).
  public static func find(_ bytes: [UInt8], active: UInt8?, vendorInterface: UInt8? = nil) -> USBSerialFunction? {
    let configurations = USBDescriptors.configurations(bytes)
    guard let chosen = configurations.first(where: { active == nil || $0.value == active }) else { return nil }
    if let vendorInterface {
      return chosen.interfaces.first { $0.number == vendorInterface }.flatMap { make(chosen.value, nil, $0) }
    }
    for control in chosen.interfaces where control.interfaceClass == 2 && control.subclass == 2 {
      for number in [control.union, control.callManagement].compactMap({ $0 }) {
        for data in chosen.interfaces where data.number == number && data.alternate == 0 {
          if let function = make(chosen.value, control.number, data) { return function }
        }
      }
      for data in chosen.interfaces where data.interfaceClass == 10 && data.number > control.number {
        if let function = make(chosen.value, control.number, data) { return function }
      }
      if let function = make(chosen.value, control.number, control) { return function }
    }
    return nil
  }

  private static func make(_ value: UInt8, _ control: UInt8?, _ data: USBInterface) -> USBSerialFunction? {
    guard let bulkIn = data.bulkIn, let bulkOut = data.bulkOut, data.alternate == 0 else { return nil }
    return USBSerialFunction(
      configuration: value, control: control, data: data.number, bulkIn: bulkIn.address, bulkOut: bulkOut.address,
      inPacket: bulkIn.packet, outPacket: bulkOut.packet)
  }
}
