import Glibc
import ReaderCore
import Testing

@testable import Link

/// A pseudo terminal: the other end of a serial line.
private final class Pty {
  private(set) var master: Int32
  let path: String

  init() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    _ = ioctl(master, 0x4004_5431, &locked)  // TIOCSPTLCK
    _ = ioctl(master, 0x8004_5430, &number)  // TIOCGPTN
    path = "/dev/pts/\(number)"
  }

  deinit { hangUp() }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  func hear(_ count: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = read(master, &buffer, count)
    return Array(buffer.prefix(max(0, got)))
  }
}

@Suite struct SerialTransportTests {
  @Test func translatesNothing() throws {
    let recorder = try Recorder()
    let pty = Pty()
    let link = SerialTransport(path: pty.path, loop: recorder.loop)
    try recorder.open(link)
    #expect(recorder.opened == 1)
    let all = (0...255).map { UInt8($0) }
    link.send(all)
    #expect(try recorder.run { recorder.sent == 256 })
    var heard: [UInt8] = []
    while heard.count < 256 { heard += pty.hear(256) }
    #expect(heard == all)
    #expect(write(pty.master, all, 256) == 256)
    #expect(try recorder.run { recorder.received.count == 256 })
    #expect(recorder.received == all)
    link.close()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(recorder.ends.count == 1 && recorder.ends[0] == nil)
  }

  @Test func belongsToOneAlone() throws {
    let recorder = try Recorder()
    let pty = Pty()
    let first = SerialTransport(path: pty.path, loop: recorder.loop)
    try recorder.open(first)
    let second = try Recorder()
    try second.open(SerialTransport(path: pty.path, loop: second.loop))
    #expect(second.ends.map { $0?.status } == [.busy])
    first.close()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    let third = try Recorder()
    let link = SerialTransport(path: pty.path, loop: third.loop)
    try third.open(link)
    #expect(third.opened == 1)
    link.close()
    #expect(try third.run { !third.ends.isEmpty })
  }

  @Test func noticesTheOtherEndGoing() throws {
    let recorder = try Recorder()
    let pty = Pty()
    let link = SerialTransport(path: pty.path, loop: recorder.loop)
    try recorder.open(link)
    #expect(write(pty.master, [0x41], 1) == 1)
    #expect(try recorder.run { recorder.received == [0x41] })
    pty.hangUp()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(recorder.ends.map { $0?.status } == [.lost])
  }

  @Test(arguments: [("/dev/no-such-line", Status.notFound), ("/dev/null", Status.invalidArgument)])
  func saysWhatIsWrong(_ path: String, _ status: Status) throws {
    let recorder = try Recorder()
    try recorder.open(SerialTransport(path: path, loop: recorder.loop))
    #expect(recorder.ends.map { $0?.status } == [status])
  }
}
