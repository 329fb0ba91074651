import EventLoop
import Glibc
import ReaderCore

/// A serial line: 8 data bits, no parity, DTR and RTS raised, nothing translated, for nobody else while it is open.
public final class SerialTransport: Transport {
  public let label: String
  private let path: String
  private let baud: Int32
  private let loop: EventLoop
  private let writeTimeout: Int64
  private let closing = Once()
  private var sink: ((TransportEvent) -> Void)?
  private var line: SerialLine?
  private var pump: DescriptorPump?

  /// Makes a link over a node such as "/dev/serial/by-id/…" or "/dev/ttyUSB0".
  ///
  /// - Parameter baud: Bits a second, one of the rates that POSIX and Linux name; 115200 is what USB serial ports ignore
  ///   and DataMan readers have by default.
  public init(path: String, baud: Int32 = 115_200, loop: EventLoop, writeTimeout: Int64 = 5_000_000_000) {
    self.path = path
    self.baud = baud
    self.loop = loop
    self.writeTimeout = writeTimeout
    label = path
  }

  deinit {
    pump?.stop()
    line?.close()
  }

  public func open(_ sink: @escaping (TransportEvent) -> Void) {
    self.sink = sink
    // Opening waits for the device: more than ten seconds were seen.
    onThread { [path, baud, loop] in
      do throws(ReaderError) {
        let line = try SerialLine(path: path, baud: baud)
        loop.post { [weak self] in self?.opened(line) }
      } catch {
        loop.post { [weak self] in self?.finish(error) }
      }
    }
  }

  public func send(_ bytes: [UInt8]) { pump?.send(bytes) }

  public func close() {
    if closing.first() { loop.post { self.finish(nil) } }
  }

  private func opened(_ line: SerialLine) {
    // Closed meanwhile: the line closes itself.
    guard let sink else { return }
    self.line = line
    pump = DescriptorPump(line.fd, isSocket: false, label: label, loop: loop, writeTimeout: writeTimeout) {
      [unowned self] event in
      if case .closed(let error) = event { finish(error) } else { self.sink?(event) }
    }
    sink(.opened)
  }

  private func finish(_ error: ReaderError?) {
    guard let sink else { return }
    self.sink = nil
    pump?.stop()
    let line = self.line
    self.line = nil
    // Closing waits until the device has taken what is on its way.
    onThread { [loop] in
      line?.close()
      loop.post { sink(.closed(error)) }
    }
  }

  /// On a thread of its own, or else here.
  private func onThread(_ work: @escaping () -> Void) {
    do throws(ReaderError) { _ = try WorkerThread(name: "scanbeam-serial", work) } catch { work() }
  }
}

/// An open serial node.
private final class SerialLine {
  private(set) var fd: Int32
  private var before = termios()

  init(path: String, baud: Int32) throws(ReaderError) {
    guard let speed = SerialLine.speeds[baud] else {
      throw ReaderError(.invalidArgument, "\(baud) is no rate of a serial line; 9600 and 115200 are, for example.")
    }
    fd = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { throw SerialLine.openError(path, errno) }
    // Two locks, because not everybody looks at both. TIOCEXCL does not stop root.
    guard flock(fd, LOCK_EX | LOCK_NB) == 0, ioctl(fd, UInt(TIOCEXCL)) == 0 else {
      let code = errno
      close()
      if code == ENOTTY { throw ReaderError(.invalidArgument, "\(path) is no serial line.") }
      throw ReaderError(.busy, "\(path) is in use by another program; `fuser \(path)` names it.", errno: code)
    }
    guard tcgetattr(fd, &before) == 0 else {
      let code = errno
      close()
      throw ReaderError(.invalidArgument, "\(path) is no serial line.", errno: code)
    }
    var raw = before
    cfmakeraw(&raw)
    raw.c_cflag |= tcflag_t(CLOCAL | CREAD)
    raw.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(PARENB) | tcflag_t(0o20000000000))  // CRTSCTS
    cfsetispeed(&raw, speed)
    cfsetospeed(&raw, speed)
    withUnsafeMutableBytes(of: &raw.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(fd, TCSANOW, &raw) == 0 else {
      let code = errno
      close()
      throw ReaderError(.io, "\(path) cannot be set up.", errno: code)
    }
    // Readers say nothing before DTR is raised. A pseudo terminal has no such lines.
    var lines = Int32(TIOCM_DTR | TIOCM_RTS)
    _ = ioctl(fd, UInt(TIOCMBIS), &lines)
    tcflush(fd, TCIFLUSH)
  }

  deinit { close() }

  func close() {
    guard fd >= 0 else { return }
    tcflush(fd, TCOFLUSH)
    if before.c_cflag != 0 { tcsetattr(fd, TCSANOW, &before) }
    _ = ioctl(fd, UInt(TIOCNXCL))
    Glibc.close(fd)
    fd = -1
  }

  private static func openError(_ path: String, _ code: Int32) -> ReaderError {
    switch code {
    case EACCES, EPERM:
      ReaderError(
        .access,
        "No permission for \(path): install 60-scanbeam.rules (or join the group dialout) and plug it in again.",
        errno: code)
    case EBUSY:
      ReaderError(.busy, "\(path) is in use by another program; `fuser \(path)` names it.", errno: code)
    case ENOENT, ENXIO, ENODEV:
      ReaderError(.notFound, "There is no \(path): plug the device in.", errno: code)
    default:
      ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be opened.", errno: code)
    }
  }

  private static let speeds: [Int32: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600), 19200: speed_t(B19200),
    38400: speed_t(B38400), 57600: speed_t(B57600), 115_200: speed_t(B115200), 230_400: speed_t(B230400),
  ]
}
