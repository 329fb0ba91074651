import Glibc
import Pictures
import ReaderCore
import Readers

/// Makes JPEG pictures of the frames of a reader, on a thread of its own, as long as it lives. What the camera gives as JPEG is
/// passed on as it is, unless it has to be turned or enlarged.
final class PreviewEncoder {
  /// A picture with the size of what it shows.
  struct Picture {
    let jpeg: [UInt8]
    /// Turned upright, the visible part, in pixels of the camera.
    let size: PixelSize
  }

  private let feed: PreviewFeed
  private let stopping: WakeDescriptor
  private let lock = Lock()
  private var isStopping = false
  private var thread: WorkerThread?

  /// - Parameters:
  ///   - width: The longer side of pictures is at most so long.
  ///   - visible: The part of the frame to show.
  ///   - take: Called on the thread with each picture.
  /// - Throws: As `PreviewFeed`.
  init(
    _ reader: Reader, rate: Double, width: Int, quality: Int, visible: @escaping () -> Rectangle,
    _ take: @escaping (Picture) -> Void
  ) throws(ReaderError) {
    feed = try PreviewFeed(reader, maximumRate: rate)
    stopping = try WakeDescriptor()
    let (feed, stopping, log) = (feed, stopping, reader.context.log)
    thread = try WorkerThread(name: "scanbeam-preview") { [unowned self] in
      let (painter, canvas) = (PreviewPainter(), Canvas())
      while self.wait(feed.fd, stopping.fd) {
        guard let frame = feed.take() else { continue }
        do throws(ReaderError) {
          take(try canvas.encode(frame, painter, visible(), feed.orientation, longest: width, quality))
        } catch { log(.debug, "A frame cannot be shown: \(error.message)") }
      }
    }
  }

  /// Ends the thread; it may be in the middle of a picture.
  func end() {
    lock.locked { isStopping = true }
    stopping.set()
    thread?.join()
    feed.close()
  }

  private func wait(_ fd: Int32, _ stop: Int32) -> Bool {
    var watched = (
      pollfd(fd: fd, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    )
    _ = withUnsafeMutableBytes(of: &watched) { poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1) }
    return !lock.locked { isStopping }
  }
}

/// Memory to paint on.
private final class Canvas {
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0

  deinit { free(memory) }

  func encode(
    _ frame: PreviewFrame, _ painter: PreviewPainter, _ visible: Rectangle, _ orientation: Int, longest: Int,
    _ quality: Int
  ) throws(ReaderError) -> PreviewEncoder.Picture {
    func part(_ length: Int, _ share: Double) -> Int { max(1, Int((Double(length) * share).rounded())) }
    let seen = PixelSize(part(frame.size.width, visible.width), part(frame.size.height, visible.height))
    let upright = ViewMapping(frame: seen, orientation: orientation, view: (1, 1)).upright
    if frame.format == .mjpg, orientation == 1, seen == frame.size {
      return PreviewEncoder.Picture(jpeg: Array(frame.bytes), size: upright)
    }
    let scale = min(1, Double(longest) / Double(max(upright.width, upright.height)))
    let (width, height) = (part(upright.width, scale), part(upright.height, scale))
    if capacity < width * height * 4 {
      free(memory)
      capacity = width * height * 4
      memory = malloc(capacity)?.assumingMemoryBound(to: UInt8.self)
    }
    guard let memory else {
      capacity = 0
      throw ReaderError(.noMemory, "There is no memory for a picture of \(width) x \(height).")
    }
    let target = FramePainter.Target(memory, width: width, height: height, stride: width * 4)
    try painter.paint(frame, visible: visible, orientation: orientation, gravity: .stretch, into: target)
    return PreviewEncoder.Picture(jpeg: try JPEGWriter.encode(target, quality: quality), size: upright)
  }
}
