import CV4L2
import Glibc
import ReaderCore

/// The buffers that a camera fills: mapped memory of the driver, each either in the driver's queue or ours.
final class V4L2Stream {
  /// A filled buffer that is ours until `requeue`.
  struct Filled {
    let index: Int
    /// The bytes that the driver says it wrote.
    let bytes: UnsafeMutableRawBufferPointer
    /// The driver itself calls the content damaged.
    let isDamaged: Bool
    /// Number of the frame as the driver counts them.
    let sequence: UInt32
    /// CLOCK_MONOTONIC of the capture in nanoseconds; nil when the driver uses another clock.
    let time: Int64?
  }

  enum Dequeued {
    case filled(Filled)
    /// Nothing is ready.
    case nothing
    /// The errno value.
    case failed(Int32)
  }

  private struct Buffer {
    let memory: UnsafeMutableRawPointer
    let length: Int
    var isQueued = false
  }

  private static let wantedBuffers: UInt32 = 4
  private static let maximumPlanes = Int(VIDEO_MAX_PLANES)

  private let device: V4L2Device
  private let planes = UnsafeMutablePointer<v4l2_plane>.allocate(capacity: maximumPlanes)
  private var buffers: [Buffer] = []
  private(set) var isOn = false
  private var isClaimed = false

  /// Takes the buffers; from now on other programs find the camera busy.
  ///
  /// - Throws: `.busy`, `.unsupported` when the driver cannot stream into mapped memory, `.noMemory`, `.lost`, `.io`.
  init(_ device: V4L2Device) throws(ReaderError) {
    self.device = device
    let (code, count) = ask(for: V4L2Stream.wantedBuffers)
    guard code >= 0, count > 0 else {
      if code == 0 || code == -EINVAL || code == -ENOTTY {
        throw ReaderError(
          .unsupported,
          "The camera \(device.node) (\(device.driver)) cannot stream into memory; another camera is needed.")
      }
      throw device.requestError("give buffers", -code)
    }
    isClaimed = true
    for index in 0..<min(count, 32) {
      // When this throws, deinit gives back what was taken so far.
      buffers.append(try map(index))
    }
  }

  deinit {
    release()
    planes.deallocate()
  }

  /// Stops, and gives the buffers back to the driver.
  func release() {
    stop()
    for buffer in buffers { device.system.unmap(buffer.memory, length: buffer.length) }
    buffers = []
    // Only after the last mapping is gone: the driver would say that it is busy.
    if isClaimed { _ = ask(for: 0) }
    isClaimed = false
  }

  /// Number of buffers.
  var count: Int { buffers.count }

  /// Hands all buffers to the driver and begins.
  func start() throws(ReaderError) {
    let code = requeueAll()
    guard code == 0 else { throw device.requestError("take buffers", code) }
    var type = Int32(bitPattern: device.type)
    let result = device.request(cv4l2_streamon, &type)
    guard result >= 0 else {
      stop()
      switch -result {
      case EPIPE, ENOLINK: throw device.mediaControllerError(-result)
      case ENOSPC:
        throw ReaderError(
          .io,
          "There is no USB bandwidth left for the camera \(device.node): plug it into a port of another controller, or "
            + "stop another camera.", errno: ENOSPC)
      default: throw device.requestError("start streaming", -result)
      }
    }
    isOn = true
  }

  /// Ends streaming; all buffers are ours again.
  func stop() {
    guard !buffers.isEmpty else { return }
    var type = Int32(bitPattern: device.type)
    device.request(cv4l2_streamoff, &type)
    isOn = false
    for i in buffers.indices { buffers[i].isQueued = false }
  }

  /// The next filled buffer, oldest first; never waits.
  func dequeue() -> Dequeued {
    var buffer = blank()
    let code = device.request(cv4l2_dqbuf, &buffer)
    guard code >= 0 else { return code == -EAGAIN ? .nothing : .failed(-code) }
    let index = Int(buffer.index)
    guard buffers.indices.contains(index) else { return .failed(EPROTO) }
    buffers[index].isQueued = false
    var (offset, used) = (0, Int(buffer.bytesused))
    if device.isMultiplanar {
      offset = min(Int(planes[0].data_offset), buffers[index].length)
      used = max(0, Int(planes[0].bytesused) - offset)
    }
    let isMonotonic = buffer.flags & cv4l2_buf_timestamp_mask == cv4l2_buf_timestamp_monotonic
    let time = Int64(buffer.timestamp.tv_sec) &* 1_000_000_000 &+ Int64(buffer.timestamp.tv_usec) &* 1000
    return .filled(
      Filled(
        index: index,
        bytes: UnsafeMutableRawBufferPointer(
          start: buffers[index].memory + offset, count: min(used, buffers[index].length - offset)),
        isDamaged: buffer.flags & cv4l2_buf_error != 0, sequence: buffer.sequence,
        time: isMonotonic && time > 0 ? time : nil))
  }

  /// Gives one buffer back to the driver. 0 or the errno value; a buffer that is refused stays ours.
  @discardableResult
  func requeue(_ index: Int) -> Int32 {
    guard buffers.indices.contains(index), !buffers[index].isQueued else { return 0 }
    var buffer = blank()
    buffer.index = UInt32(index)
    if device.isMultiplanar {
      var query = buffer
      // Fills in how many planes there are and how long.
      let code = device.request(cv4l2_querybuf, &query)
      guard code >= 0 else { return -code }
      buffer.length = query.length
    }
    let code = device.request(cv4l2_qbuf, &buffer)
    guard code >= 0 else { return -code }
    buffers[index].isQueued = true
    return 0
  }

  /// Gives all buffers that are ours to the driver. 0 or the first errno value.
  @discardableResult
  func requeueAll() -> Int32 {
    var first: Int32 = 0
    for index in buffers.indices {
      let code = requeue(index)
      if first == 0 { first = code }
    }
    return first
  }

  private func blank() -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.type = device.type
    buffer.memory = cv4l2_memory_mmap
    if device.isMultiplanar {
      planes.update(repeating: v4l2_plane(), count: V4L2Stream.maximumPlanes)
      buffer.m.planes = planes
      buffer.length = UInt32(V4L2Stream.maximumPlanes)
    }
    return buffer
  }

  private func ask(for count: UInt32) -> (code: Int32, count: Int) {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = device.type
    request.memory = cv4l2_memory_mmap
    let code = device.request(cv4l2_reqbufs, &request)
    return (code, Int(request.count))
  }

  /// Maps a buffer; of several planes the first, which has the luminance.
  private func map(_ index: Int) throws(ReaderError) -> Buffer {
    var buffer = blank()
    buffer.index = UInt32(index)
    let code = device.request(cv4l2_querybuf, &buffer)
    guard code >= 0 else { throw device.requestError("describe its buffers", -code) }
    let length = Int(device.isMultiplanar ? planes[0].length : buffer.length)
    let offset = Int(device.isMultiplanar ? planes[0].m.mem_offset : buffer.m.offset)
    guard length > 0 else { throw device.requestError("describe its buffers", EPROTO) }
    let (memory, failure) = device.system.map(device.fd, length: length, offset: offset)
    guard let memory else { throw device.requestError("share its buffers", failure) }
    return Buffer(memory: memory, length: length)
  }
}
