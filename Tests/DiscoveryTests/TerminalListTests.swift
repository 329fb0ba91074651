import Glibc
import Link
import ReaderCore
import Testing

@testable import Discovery

/// A device tree with USB devices in a temporary folder.
private final class Tree {
  let root: String
  var devices: String { root + "/dev" }
  var sysfs: String { root + "/sys" }

  init() {
    var template = Array("/tmp/scanbeam-usb-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = system("mkdir -p '\(root)/dev/bus/usb/001' '\(root)/dev/serial/by-id' '\(root)/sys/bus/usb/devices'")
  }

  deinit { _ = system("rm -rf '\(root)'") }

  func write(_ path: String, _ bytes: [UInt8]) {
    let file = fopen("\(root)/\(path)", "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static let acm: [UInt8] =
    [18, 1, 0, 2, 2, 0, 0, 64, 0x09, 0x12, 0x01, 0, 0, 1, 1, 2, 3, 1] + [9, 2, 58, 0, 2, 1, 0, 0x80, 50]
    + [9, 4, 0, 0, 1, 2, 2, 1, 0] + [5, 0x24, 6, 0, 1] + [7, 5, 0x83, 3, 16, 0, 16]
    + [9, 4, 1, 0, 2, 10, 0, 0, 0] + [7, 5, 0x01, 2, 64, 0, 0] + [7, 5, 0x81, 2, 64, 0, 0]

  func plug(_ port: String, number: Int, serial: String?, descriptors: [UInt8] = Tree.acm, configured: Bool = true) {
    let folder = "sys/bus/usb/devices/\(port)"
    _ = system("mkdir -p '\(root)/\(folder)/\(port):1.0/tty/ttyACM\(number)' '\(root)/\(folder)/\(port):1.1'")
    let vendor = UInt16(descriptors[8]) | UInt16(descriptors[9]) << 8
    func hex(_ value: UInt16) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    let files = [
      "idVendor": hex(vendor), "idProduct": hex(UInt16(descriptors[10]) | UInt16(descriptors[11]) << 8),
      "busnum": "1", "devnum": "\(number)", "bConfigurationValue": configured ? "1" : "",
      "product": "Terminal \(number)",
    ]
    for (name, text) in files { write("\(folder)/\(name)", Array((text + "\n").utf8)) }
    if let serial { write("\(folder)/serial", Array((serial + "\n").utf8)) }
    write("\(folder)/descriptors", descriptors)
    write("dev/bus/usb/001/00\(number)", [])
  }

  func list(network: [NetworkReader] = []) -> TerminalList {
    TerminalList.current(devices: devices, sysfs: sysfs, network: network)
  }
}

@Suite struct TerminalListTests {
  @Test func namesBySerialNumberElseByPort() throws {
    let tree = Tree()
    tree.plug("1-2", number: 4, serial: "TERM 1/A")
    tree.plug("1-3.1", number: 5, serial: nil)
    let list = tree.list()
    #expect(list.terminals.map(\.identity) == ["usb:1209:0001:TERM_1_A", "usb:1209:0001@1-3.1"])
    let first = try #require(list.terminal(try TerminalIdentity("usb:1209:0001:TERM_1_A")))
    #expect(first.name == "Terminal 4" && first.node == tree.devices + "/bus/usb/001/004" && first.problem == nil)
    guard case .usb(let address) = first.connection else { return #expect(Bool(false)) }
    #expect(address.bus == 1 && address.device == 4 && address.node == "/dev/bus/usb/001/004")
    #expect(address.function.bulkIn == 0x81)
    #expect(list.terminal(try TerminalIdentity("usb:1209:0001@1-2"))?.identity == first.identity)
    #expect(list.first?.identity == first.identity)
  }

  @Test func twoWithTheSameNumberGoByPort() throws {
    let tree = Tree()
    tree.plug("1-1", number: 1, serial: "SAME")
    tree.plug("1-2", number: 2, serial: "SAME")
    #expect(tree.list().terminals.map(\.identity) == ["usb:1209:0001@1-1", "usb:1209:0001@1-2"])
    #expect(tree.list().terminal(try TerminalIdentity("usb:1209:0001:SAME")) == nil)
  }

  @Test func leavesOutWhatIsNoTerminal() {
    let tree = Tree()
    var scanner = Tree.acm
    (scanner[8], scanner[9]) = (0xab, 0x1e)
    tree.plug("1-1", number: 1, serial: "A", descriptors: scanner)
    var storage = Tree.acm
    storage[18 + 9 + 5] = 8
    tree.plug("1-2", number: 2, serial: "B", descriptors: storage)
    tree.plug("1-3", number: 3, serial: "C", configured: false)
    tree.plug("1-4", number: 6, serial: "D", descriptors: Array(Tree.acm.prefix(30)))
    #expect(tree.list().terminals.isEmpty)
  }

  @Test func listsSerialAdaptersByTheirLastingName() throws {
    let tree = Tree()
    tree.write("dev/ttyUSB0", [])
    symlink("../../ttyUSB0", tree.devices + "/serial/by-id/usb-FTDI_X-if00")
    let list = tree.list()
    #expect(list.terminals.map(\.identity) == ["serial:usb-FTDI_X-if00"])
    #expect(list.first == nil)
  }

  @Test func addsReadersOfTheNetworkOnce() {
    let tree = Tree()
    let list = tree.list(network: [
      NetworkReader(host: "10.0.0.5", serial: "S", name: "Till"), NetworkReader(host: "10.0.0.5"),
      NetworkReader(host: "fe80::1", port: 2300),
    ])
    #expect(list.terminals.map(\.identity) == ["tcp:10.0.0.5:23", "tcp:[fe80::1]:2300"])
    #expect(list.terminals.first?.name == "Till")
  }

  @Test(arguments: [
    ("usb:1209:0001:A-1", "usb:1209:0001:A-1"), ("usb:05E0:1A00@1-2.3", "usb:05e0:1a00@1-2.3"),
    ("tcp:till-7", "tcp:till-7:23"), ("tcp:10.0.0.5:2300", "tcp:10.0.0.5:2300"), ("tcp:[::1]", "tcp:[::1]:23"),
    ("serial:usb-X-if00", "serial:usb-X-if00"), ("/dev/serial/by-id/usb-X", "serial:usb-X"),
    ("/dev/ttyS0", "serial:/dev/ttyS0"),
  ])
  func identitiesHaveOneForm(_ text: String, _ lasting: String) throws {
    #expect(try TerminalIdentity(text).text == lasting)
  }

  @Test(arguments: [
    "usb:", "usb:12:0001:A", "usb:1209:0001", "usb:1209:0001/A", "usb:12x9:0001:A", "tcp:", "tcp:a:0", "tcp:a:99999",
    "tcp:[::1", "tcp:a b", "serial:", "serial:../x", "tcp:a/b",
  ])
  func wrongIdentitiesAreRefused(_ text: String) {
    #expect(throws: ReaderError.self) { try TerminalIdentity(text) }
  }
}
