import Glibc
import Testing

@testable import Discovery

/// Keys and buttons by what the kernel says of its event devices (Documentation/input/input.rst, /sys/class/input).
@Suite struct InputDevicesTests {
  private final class Machine {
    let folder: String

    init() {
      var name = Array("/tmp/scanbeam-input-XXXXXX".utf8CString)
      mkdtemp(&name)
      folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = system("rm -rf \(folder)") }

    /// - Parameter keys: The bits of its keys, in words of 64, the highest first.
    func add(_ event: String, name: String, id: String, serial: String = "", keys: String) {
      let device = "\(folder)/class/input/\(event)/device"
      let parts = id.split(separator: ":")
      _ = system(
        "mkdir -p \(device)/id \(device)/capabilities && echo '\(name)' >\(device)/name && echo \(parts[0]) >\(device)/id/vendor"
          + " && echo \(parts[1]) >\(device)/id/product && echo '\(serial)' >\(device)/uniq && echo '\(keys)' >\(device)/capabilities/key"
      )
    }

    func node(_ identity: String, _ key: Int) -> String? {
      InputDevices.node(identity, key: key, devices: "/dev/input", sysfs: folder)
    }
  }

  @Test func devicesAreFoundByIdentityAndKey() {
    let machine = Machine()
    // Bit 67 (F9) stands in the second word as 8, bit 114 (volume down) as 4000000000000.
    machine.add("event2", name: "AT keyboard", id: "0001:0001", keys: "8 0")
    machine.add("event10", name: "Headset", id: "1209:0042", serial: "A7", keys: "4000000000000 0")
    machine.add("event9", name: "Trigger", id: "1209:0042", serial: "B8", keys: "8 0")
    #expect(machine.node("input:AT keyboard", 67) == "/dev/input/event2")
    #expect(machine.node("input:AT keyboard", 66) == nil)
    #expect(machine.node("input:1209:0042", 67) == "/dev/input/event9")
    #expect(machine.node("input:1209:0042-A7", 114) == "/dev/input/event10")
    #expect(machine.node("input:1209:0042-A7", 67) == nil)
    // Any device that has the key, the first by its number.
    #expect(machine.node("input:", 114) == "/dev/input/event10")
    #expect(machine.node("input:", 67) == "/dev/input/event2")
    #expect(machine.node("input:", 700) == nil)
    #expect(machine.node("/dev/null", 1) == "/dev/null")
    #expect(machine.node("/dev/there is none", 1) == nil)
  }
}
