import CV4L2
import Camera
import Glibc
import ReaderCore

/// A scripted machine with cameras: plays the kernel's part of the V4L2 conversation, with a clock that only waiting
/// moves, and can fail any request.
final class FakeCamera: V4L2System {
  struct Size {
    var width: UInt32
    var height: UInt32
    var rates: [UInt32] = [30]
  }

  /// One node.
  final class Node {
    var driver = "uvcvideo"
    var card = "Fake Camera"
    var busInfo = "usb-0000:00:14.0-1"
    var deviceCaps = cv4l2_cap_capture | cv4l2_cap_streaming
    var capabilities: UInt32?
    var formats: [(code: String, sizes: [Size])] = [("GREY", [Size(width: 64, height: 48)])]
    var range: v4l2_frmsize_stepwise?
    /// 0, or what opening fails with.
    var openError: Int32 = 0
    /// What every request fails with, after an unplug.
    var gone: Int32 = 0
    /// Bytes per row beyond what the pixels need.
    var padding: UInt32 = 0
    var picture = cv4l2_picture()
    var bufferCount = 0
    var isOn = false
    var queue: [Int] = []
    var memory: [UnsafeMutableRawPointer] = []
    var bufferSize = 0
    var sequence: UInt32 = 0
    var planesAsked = false
    var controls: [UInt32: Control] = [:]

    deinit { for block in memory { free(block) } }
  }

  /// A control of the driver.
  struct Control {
    var type: UInt32 = 1
    var low: Int32 = 0
    var high: Int32
    var step: Int32 = 1
    var value: Int32
    var flags: UInt32 = 0
    /// Indices of a menu that exist, with their values.
    var items: [UInt32: Int64] = [:]
    /// Refused with EACCES while this control has a value other than the one given.
    var only: (control: UInt32, value: Int32)?
    var standard: Int32

    init(
      _ low: Int32, _ high: Int32, step: Int32 = 1, value: Int32, items: [UInt32: Int64] = [:], type: UInt32 = 1,
      only: (control: UInt32, value: Int32)? = nil
    ) {
      (self.low, self.high, self.step, self.value, self.items) = (low, high, step, value, items)
      (self.type, self.only, standard) = (type, only, value)
    }
  }

  /// A frame that the camera will deliver.
  struct Frame {
    var at: Int64
    var bytes: [UInt8]
    var flags: UInt32 = 0
    /// What bytesused says; nil: the length of the bytes.
    var used: Int?
  }

  var nodes: [String: Node] = [:]
  /// Frames to come, in order of time; a frame that finds no buffer queued is lost.
  var frames: [Frame] = []
  private var filled: [v4l2_buffer] = []
  /// Errors to answer once, by request number, in order; -1 lets one pass.
  var failures: [UInt: [Int32]] = [:]
  /// Errors to answer always.
  var refusals: [UInt: Int32] = [:]
  var clock: Int64 = 1_000_000_000
  /// Requests and calls in order, by name.
  var journal: [String] = []
  /// Nanoseconds into a poll at which a signal comes.
  var signalEvery: Int64 = 0
  /// When the camera is pulled out.
  var unplugAt: Int64 = .max
  /// What poll then says.
  var hangUp = Int16(POLLERR | POLLHUP)
  var wakeAt: Int64 = .max
  var timestampsMonotonic = true
  /// Buffers that are given back are overwritten with this.
  var overwrite: UInt8?
  /// Poll says readable although nothing is there.
  var alwaysReady = false
  var polls = 0
  var openCount = 0
  private var open: [Int32: Node] = [:]
  private var nextDescriptor: Int32 = 100
  /// The wake descriptor that tests use.
  static let wake: Int32 = 7

  init(_ node: Node = Node(), at path: String = "/dev/video0") { nodes[path] = node }

  func now() -> Int64 { clock }

  func open(_ path: String) -> Int32 {
    guard let node = nodes[path] else { return -ENOENT }
    if node.openError != 0 { return -node.openError }
    nextDescriptor += 1
    open[nextDescriptor] = node
    openCount += 1
    return nextDescriptor
  }

  func close(_ fd: Int32) {
    open[fd] = nil
    openCount -= 1
    journal.append("close")
  }

  func map(_ fd: Int32, length: Int, offset: Int) -> (memory: UnsafeMutableRawPointer?, code: Int32) {
    guard let node = open[fd], offset / 4096 < node.memory.count else { return (nil, EINVAL) }
    journal.append("map")
    return (node.memory[offset / 4096], 0)
  }

  func unmap(_ memory: UnsafeMutableRawPointer, length: Int) { journal.append("unmap") }

  func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, timeoutMs: Int32) -> Int32 {
    polls += 1
    for i in descriptors.indices { descriptors[i].revents = 0 }
    let end = clock + Int64(timeoutMs) * 1_000_000
    let node = descriptors.count > 1 ? open[descriptors[1].fd] : nil
    deliver(node)
    var event = end
    if let node, node.gone == 0 {
      if alwaysReady || !filled.isEmpty {
        event = clock
      } else if let next = frames.first {
        event = min(event, next.at)
      }
      event = min(event, max(unplugAt, clock))
    } else if node != nil {
      event = clock
    }
    if descriptors[0].fd >= 0 { event = min(event, max(wakeAt, clock)) }
    if signalEvery > 0, event > clock + signalEvery {
      clock += signalEvery
      return -EINTR
    }
    clock = max(clock, min(event, end))
    deliver(node)
    if clock >= wakeAt, descriptors[0].fd >= 0 { descriptors[0].revents = Int16(POLLIN) }
    if let node {
      if clock >= unplugAt { node.gone = ENODEV }
      if node.gone != 0 {
        descriptors[1].revents = hangUp
      } else if alwaysReady || !filled.isEmpty {
        descriptors[1].revents = Int16(POLLIN)
      }
    }
    return descriptors.reduce(0) { $0 + ($1.revents != 0 ? 1 : 0) }
  }

  /// Fills queued buffers with the frames whose time has come.
  private func deliver(_ node: Node?) {
    guard let node, node.isOn, node.gone == 0 else { return }
    while let frame = frames.first, frame.at <= clock {
      frames.removeFirst()
      defer { node.sequence &+= 1 }
      guard !node.queue.isEmpty else { continue }
      let index = node.queue.removeFirst()
      frame.bytes.withUnsafeBytes { bytes in
        _ = memcpy(
          node.memory[index], bytes.baseAddress ?? UnsafeRawPointer(node.memory[index]),
          min(bytes.count, node.bufferSize))
      }
      var buffer = v4l2_buffer()
      buffer.index = UInt32(index)
      buffer.bytesused = UInt32(frame.used ?? frame.bytes.count)
      buffer.flags = frame.flags | (timestampsMonotonic ? cv4l2_buf_timestamp_monotonic : 0)
      buffer.sequence = node.sequence
      buffer.timestamp.tv_sec = time_t(frame.at / 1_000_000_000)
      buffer.timestamp.tv_usec = suseconds_t(frame.at % 1_000_000_000 / 1000)
      filled.append(buffer)
    }
  }

  func ioctl(_ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    guard let node = open[fd] else { return -EBADF }
    if let refusal = refusals[request] { return -refusal }
    if var list = failures[request], !list.isEmpty {
      let code = list.removeFirst()
      failures[request] = list
      if code > 0 { return -code }
    }
    if node.gone != 0 { return -node.gone }
    deliver(node)
    return answer(node, request, argument)
  }
}

// The answers of the driver.
extension FakeCamera {
  private func answer(_ node: Node, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    func with<T>(_ type: T.Type, _ body: (inout T) -> Int32) -> Int32 {
      body(&argument.assumingMemoryBound(to: type).pointee)
    }
    switch request {
    case cv4l2_querycap:
      return with(v4l2_capability.self) {
        FakeCamera.put(node.driver, into: &$0.driver)
        FakeCamera.put(node.card, into: &$0.card)
        FakeCamera.put(node.busInfo, into: &$0.bus_info)
        $0.capabilities = (node.capabilities ?? node.deviceCaps) | cv4l2_cap_device_caps
        $0.device_caps = node.deviceCaps
        return 0
      }
    case cv4l2_enum_fmt:
      return with(v4l2_fmtdesc.self) {
        guard Int($0.index) < node.formats.count else { return -EINVAL }
        $0.pixelformat = FakeCamera.code(node.formats[Int($0.index)].code)
        return 0
      }
    case cv4l2_enum_framesizes:
      return with(v4l2_frmsizeenum.self) { answer in
        if let range = node.range {
          guard answer.index == 0 else { return -EINVAL }
          answer.type = 3
          answer.stepwise = range
          return 0
        }
        let sizes = sizes(node, answer.pixel_format)
        guard Int(answer.index) < sizes.count else { return -EINVAL }
        answer.type = 1
        answer.discrete = v4l2_frmsize_discrete(
          width: sizes[Int(answer.index)].width, height: sizes[Int(answer.index)].height)
        return 0
      }
    case cv4l2_enum_frameintervals:
      return with(v4l2_frmivalenum.self) { answer in
        let size = sizes(node, answer.pixel_format).first { $0.width == answer.width && $0.height == answer.height }
        guard let size, Int(answer.index) < size.rates.count else { return -EINVAL }
        answer.type = 1
        answer.discrete = v4l2_fract(numerator: 1, denominator: size.rates[Int(answer.index)])
        return 0
      }
    case cv4l2_s_fmt, cv4l2_try_fmt, cv4l2_g_fmt:
      return with(v4l2_format.self) { format in
        var picture = cv4l2_format_get(&format)
        if request == cv4l2_g_fmt { picture = node.picture }
        let pixel = PixelFormat(rawValue: picture.pixelformat).name
        let perPixel: UInt32 = ["GREY": 1, "NV12": 1, "YU12": 1, "RGB3": 3, "BGR3": 3, "XR24": 4][pixel] ?? 2
        picture.bytesperline = ["MJPG", "H264"].contains(pixel) ? 0 : picture.width * perPixel + node.padding
        picture.sizeimage = max(picture.width * 2 + node.padding, picture.bytesperline) * picture.height
        if request == cv4l2_s_fmt { node.picture = picture }
        cv4l2_format_set(&format, format.type, &picture)
        return 0
      }
    case cv4l2_g_parm, cv4l2_s_parm:
      return with(v4l2_streamparm.self) {
        $0.parm.capture.capability = cv4l2_cap_timeperframe
        if request == cv4l2_s_parm { journal.append("rate \($0.parm.capture.timeperframe.denominator)") }
        return 0
      }
    case cv4l2_reqbufs:
      return with(v4l2_requestbuffers.self) {
        journal.append("reqbufs \($0.count)")
        node.bufferCount = Int($0.count)
        node.bufferSize = Int(node.picture.sizeimage)
        if node.memory.count < node.bufferCount {
          node.memory = (0..<node.bufferCount).map { _ in calloc(1, max(node.bufferSize, 4096)) }
        }
        return 0
      }
    case cv4l2_querybuf, cv4l2_qbuf: return with(v4l2_buffer.self) { buffer(node, request, &$0) }
    case cv4l2_dqbuf:
      return with(v4l2_buffer.self) {
        guard !filled.isEmpty else { return -EAGAIN }
        let next = filled.removeFirst()
        if node.deviceCaps & cv4l2_cap_capture == 0 {
          $0.index = next.index
          $0.sequence = next.sequence
          $0.flags = next.flags
          $0.timestamp = next.timestamp
          $0.m.planes[0].bytesused = next.bytesused
        } else {
          $0 = next
        }
        return 0
      }
    case cv4l2_streamon:
      node.isOn = true
      node.sequence = 0
      journal.append("streamon")
      return 0
    case cv4l2_streamoff:
      node.isOn = false
      node.queue = []
      filled = []
      journal.append("streamoff")
      return 0
    case cv4l2_queryctrl, cv4l2_querymenu, cv4l2_g_ctrl, cv4l2_s_ctrl: return control(node, request, argument)
    default: return -ENOTTY
    }
  }

  private func control(_ node: Node, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    if request == cv4l2_querymenu {
      let item = argument.assumingMemoryBound(to: v4l2_querymenu.self)
      guard let value = node.controls[item.pointee.id]?.items[item.pointee.index] else { return -EINVAL }
      cv4l2_menu_set_value(item, value)
      return 0
    }
    // All three begin with the identifier.
    let id = argument.load(as: UInt32.self)
    guard let control = node.controls[id] else { return -EINVAL }
    if request == cv4l2_queryctrl {
      let answer = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
      answer.pointee.type = control.type
      answer.pointee.minimum = control.low
      answer.pointee.maximum = control.high
      answer.pointee.step = control.step
      answer.pointee.default_value = control.standard
      answer.pointee.flags = control.flags
      return 0
    }
    let value = argument.assumingMemoryBound(to: v4l2_control.self)
    guard request == cv4l2_s_ctrl else {
      value.pointee.value = control.value
      return 0
    }
    if let only = control.only, node.controls[only.control]?.value != only.value { return -EACCES }
    let new = value.pointee.value
    guard new >= control.low, new <= control.high, control.items.isEmpty || control.items[UInt32(new)] != nil else {
      return -ERANGE
    }
    node.controls[id]!.value = new
    journal.append("set \(String(id & 0xffff, radix: 16)) \(new)")
    return 0
  }

  private func buffer(_ node: Node, _ request: UInt, _ buffer: inout v4l2_buffer) -> Int32 {
    guard Int(buffer.index) < node.bufferCount else { return -EINVAL }
    if request == cv4l2_qbuf {
      node.queue.append(Int(buffer.index))
      if let overwrite { memset(node.memory[Int(buffer.index)], Int32(overwrite), node.bufferSize) }
      return 0
    }
    if node.deviceCaps & cv4l2_cap_capture == 0 {
      node.planesAsked = true
      buffer.m.planes[0].length = UInt32(node.bufferSize)
      buffer.m.planes[0].m.mem_offset = buffer.index * 4096
      buffer.length = 1
    } else {
      buffer.length = UInt32(node.bufferSize)
      buffer.m.offset = buffer.index * 4096
    }
    return 0
  }

  private func sizes(_ node: Node, _ format: UInt32) -> [Size] {
    node.formats.first { FakeCamera.code($0.code) == format }?.sizes ?? []
  }

  static func code(_ text: String) -> UInt32 {
    text.padding4.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
  }

  private static func put<T>(_ text: String, into field: inout T) {
    withUnsafeMutableBytes(of: &field) { bytes in
      for (i, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[i] = byte }
    }
  }
}

extension String {
  fileprivate var padding4: [UInt8] { Array((self + "    ").utf8.prefix(4)) }
}
