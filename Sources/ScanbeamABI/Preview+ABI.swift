public import CScanbeam
import Pictures
import ReaderCore
import Readers
import Synchronization

/// A feed as the host holds it. The host's references are counted apart from Swift's, so that its end can wait for a callback.
final class FeedHandle {
  let feed: PreviewFeed
  let owner: ReaderHandle
  private let references = Atomic<Int>(1)

  init(_ feed: PreviewFeed, _ owner: ReaderHandle) {
    self.feed = feed
    self.owner = owner
    owner.addReference()
  }

  deinit { owner.dropReference() }

  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  func addReference() { references.add(1, ordering: .relaxed) }

  func dropReference() {
    guard references.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    feed.close()
    Handle.release(pointer, FeedHandle.self)
  }

  /// The handle's object; throws for NULL and in a forked child.
  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> FeedHandle {
    guard let object = Handle.object(handle, FeedHandle.self) else { throw missing("feed") }
    try object.owner.owner.checkFork()
    return object
  }
}

/// A painter for each thread that wants one at the moment.
private let painters = PainterPool()

private final class PainterPool {
  private let lock = Lock()
  private var idle: [PreviewPainter] = []

  func take() -> PreviewPainter { lock.locked { idle.popLast() } ?? PreviewPainter() }
  func giveBack(_ painter: PreviewPainter) { lock.locked { if idle.count < 2 { idle.append(painter) } } }
}

@implementation @_cdecl("scanbeam_feed_new")
public func scanbeam_feed_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ reader: OpaquePointer?,
  _ options: UnsafePointer<scanbeam_feed_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the feed") }
    let owner = try ReaderHandle.checked(reader)
    var (rate, orientation, isLate) = (0.0, 0, false)
    if let options {
      let table = try SizedTable.read(options, first: 24)
      guard table.flags & ~UInt32(SCANBEAM_FEED_LATE_COLOUR) == 0 else {
        throw ReaderError(.invalidArgument, "The feed's options have flags that this version does not know.")
      }
      (rate, orientation, isLate) = (table.maximum_rate, Int(table.orientation), table.flags != 0)
    }
    let feed = try PreviewFeed(owner.reader, maximumRate: rate, orientation: orientation, lateColour: isLate)
    out.pointee = Handle.make(FeedHandle(feed, owner))
  }
}

@implementation @_cdecl("scanbeam_feed_ref")
public func scanbeam_feed_ref(_ feed: OpaquePointer?) -> OpaquePointer? {
  Handle.object(feed, FeedHandle.self)?.addReference()
  return feed
}

@implementation @_cdecl("scanbeam_feed_unref")
public func scanbeam_feed_unref(_ feed: OpaquePointer?) { Handle.object(feed, FeedHandle.self)?.dropReference() }

@implementation @_cdecl("scanbeam_feed_set_arrived")
public func scanbeam_feed_set_arrived(
  _ feed: OpaquePointer?, _ arrived: scanbeam_feed_arrived?, _ user_data: UnsafeMutableRawPointer?,
  _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  // Its end calls destroy.
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let handle = try FeedHandle.checked(feed)
    let pointer = handle.pointer
    handle.feed.onArrival(arrived.map { arrived in { arrived(data.pointer, pointer) } })
  }
}

@implementation @_cdecl("scanbeam_feed_fd")
public func scanbeam_feed_fd(_ feed: OpaquePointer?) -> Int32 { Handle.object(feed, FeedHandle.self)?.feed.fd ?? -1 }

@implementation @_cdecl("scanbeam_feed_orientation")
public func scanbeam_feed_orientation(_ feed: OpaquePointer?) -> Int32 {
  Int32(Handle.object(feed, FeedHandle.self)?.feed.orientation ?? 0)
}

@implementation @_cdecl("scanbeam_feed_dropped")
public func scanbeam_feed_dropped(_ feed: OpaquePointer?) -> UInt64 {
  Handle.object(feed, FeedHandle.self)?.feed.dropped ?? 0
}

@implementation @_cdecl("scanbeam_feed_take")
public func scanbeam_feed_take(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ feed: OpaquePointer?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the frame") }
    guard let frame = try FeedHandle.checked(feed).feed.take() else {
      throw ReaderError(.again, "No frame came since the last one was taken.")
    }
    out.pointee = Handle.make(frame)
  }
}

@implementation @_cdecl("scanbeam_preview_frame_ref")
public func scanbeam_preview_frame_ref(_ frame: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(frame, PreviewFrame.self)
  return frame
}

@implementation @_cdecl("scanbeam_preview_frame_unref")
public func scanbeam_preview_frame_unref(_ frame: OpaquePointer?) { Handle.release(frame, PreviewFrame.self) }

@implementation @_cdecl("scanbeam_preview_frame_number")
public func scanbeam_preview_frame_number(_ frame: OpaquePointer?) -> UInt64 {
  Handle.object(frame, PreviewFrame.self)?.number ?? 0
}

@implementation @_cdecl("scanbeam_preview_frame_get")
public func scanbeam_preview_frame_get(
  _ frame: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_frame>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let frame = Handle.object(frame, PreviewFrame.self) else { throw missing("frame") }
    var table = scanbeam_frame()
    table.data = frame.bytes.bindMemory(to: UInt8.self).baseAddress
    table.length = UInt64(frame.bytes.count)
    table.time_ns = frame.time
    table.format = frame.format.rawValue
    table.width = Int32(clamping: frame.size.width)
    table.height = Int32(clamping: frame.size.height)
    table.stride = Int32(clamping: frame.stride)
    try SizedTable.write(table, to: out, first: 48)
  }
}

@implementation @_cdecl("scanbeam_preview_frame_paint")
public func scanbeam_preview_frame_paint(
  _ frame: OpaquePointer?, _ view: UnsafePointer<scanbeam_view>?, _ visible: UnsafePointer<scanbeam_rect>?,
  _ pixels: UnsafeMutablePointer<UInt8>?, _ stride: Int, _ length: Int
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let frame = Handle.object(frame, PreviewFrame.self) else { throw missing("frame") }
    guard let view else { throw missing("view") }
    var table = try SizedTable.read(view, first: 40)
    (table.frame.width, table.frame.height) = (Int32(clamping: frame.size.width), Int32(clamping: frame.size.height))
    table.size = UInt32(MemoryLayout<scanbeam_view>.size)
    let mapping = try viewMapping(&table)
    guard let pixels else { throw missing("buffer") }
    let size = mapping.view
    guard size.width <= Double(LumaImage.maximumSide), size.height <= Double(LumaImage.maximumSide),
      size.width >= 1, size.height >= 1
    else { throw ReaderError(.invalidArgument, "The view has no size that a buffer can have.") }
    let (width, height) = (Int(size.width), Int(size.height))
    guard stride >= width * 4, stride < 1 << 30, length >= 0, stride * height <= length,
      Int(bitPattern: pixels) % 4 == 0, stride % 4 == 0
    else {
      throw ReaderError(
        .invalidArgument, "The buffer is too small for \(width) x \(height) pixels, or not aligned to 4 bytes.")
    }
    let part = visible.map { makeRectangle($0.pointee) } ?? Rectangle(0, 0, 1, 1)
    let painter = painters.take()
    defer { painters.giveBack(painter) }
    try painter.paint(
      frame, visible: part, orientation: mapping.orientation, gravity: mapping.gravity,
      into: FramePainter.Target(pixels, width: width, height: height, stride: stride))
  }
}
