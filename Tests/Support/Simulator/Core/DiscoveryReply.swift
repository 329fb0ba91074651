/// Answers to the network's question who is there (UDP 1069), in the layout of a recorded DM262: `CGNM`, version, flags,
/// command, error, length, records of type, length and value.
public enum DiscoveryReply {
  /// The datagrams that a reader answers to a question, with what F23 does to them. Empty when it is no question.
  public static func datagrams(of reader: SimulatedReader, to question: [UInt8], port: UInt16 = 23) -> [[UInt8]] {
    guard question.starts(with: Array("CGNM".utf8)), question.count >= 9, question[6] == 2 else { return [] }
    let records = records(of: reader, port: port)
    let whole = datagram(records)
    switch reader.faults.variant(23) {
    case "cut": return (0...whole.count).map { Array(whole.prefix($0)) }
    case "overflow": return [Array(whole.prefix(8)) + [UInt8](repeating: 0xff, count: 12) + records]
    case "beyond":
      var bytes = whole
      bytes[bytes.count - 3] = 0xfa
      return [bytes, Array(whole.prefix(8)) + [0x7f] + records.prefix(20)]
    case "unknown": return [datagram([0x2e, 3, 1, 2, 3, 0xff, 0] + records + [0x7f, 1, 0])]
    case "flood": return [[UInt8]](repeating: whole, count: 200)
    case "echo": return [question, whole]
    default: return [whole]
    }
  }

  static func datagram(_ records: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = records.count
    repeat {
      length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return Array("CGNM".utf8) + [4, 0, 1, 0] + length + records
  }

  static func records(of reader: SimulatedReader, port telnet: UInt16) -> [UInt8] {
    func text(_ type: UInt8, _ name: String) -> [UInt8] {
      let value = Array((reader.setting(name) ?? "").utf8.prefix(255))
      return [type, UInt8(value.count)] + value
    }
    var services: [UInt8] = []
    for (name, port) in [("http", 44444), ("telnet", Int(telnet)), ("mst", 51069)] {
      services.append(UInt8(name.utf8.count))
      services += Array(name.utf8)
      services += [UInt8(port & 255), UInt8(port >> 8)]
    }
    var out: [UInt8] = [0x21, 6, 0x00, 0xd0, 0x24, 0x55, 0xd1, 0xea, 0x20, 2, 0x05, 0x15]
    out += text(0x25, "DEVICE.TYPE")
    out += text(0x27, "DEVICE.FIRMWARE-VER") + text(0x26, "DEVICE.SERIAL-NUMBER") + [0x29, 0]
    out += [0x2b, UInt8(services.count)] + services
    out += text(0x22, "DEVICE.NAME") + [0x23, 4, 1, 0, 0, 127]
    return out + [0x24, 14, 0, 0, 0xff, 0xff, 0xff, 1, 0, 0, 127, 0, 0, 0, 0, 0]
  }
}
