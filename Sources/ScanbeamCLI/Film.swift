import Glibc
import Scanbeam

/// Pictures that are handed to a reader one after another, over and over, as if a camera saw them.
final class Film {
  private let reader: Reader
  private let paths: [String]
  private let interval: Int64
  private let lock = Lock()
  private var isStopping = false
  private var thread: WorkerThread?

  /// Pictures up to so many pixels in all are kept in memory.
  private static let keptPixels = 64 << 20

  /// - Parameters:
  ///   - reader: One that takes frames.
  ///   - paths: Pictures, and directories of pictures.
  ///   - rate: Pictures in a second.
  /// - Throws: `.notFound` and what reading the first picture throws.
  init(_ reader: Reader, paths given: [String], rate: Double) throws(ReaderError) {
    self.reader = reader
    var paths: [String] = []
    for path in given { paths += FileKind.isDirectory(path) ? try PictureFile.list(directory: path) : [path] }
    self.paths = paths
    guard let first = paths.first else {
      throw ReaderError(.notFound, "There is no picture in \(given.joined(separator: ", ")).")
    }
    _ = try PictureFile.load(path: first)
    interval = Int64(1e9 / rate)
  }

  /// Begins.
  func start() throws(ReaderError) {
    thread = try WorkerThread(name: "scanbeam-film") { [self] in run() }
  }

  /// Ends.
  func stop() {
    lock.locked { isStopping = true }
    thread?.join()
    thread = nil
  }

  private func run() {
    var kept: [Int: LumaImage] = [:]
    var pixels = 0
    var next = SystemClock.now()
    var index = 0
    while !lock.locked({ isStopping }) {
      var image = kept[index]
      if image == nil {
        // A picture that cannot be read is left out.
        do throws(ReaderError) { image = try PictureFile.load(path: paths[index]) } catch { image = nil }
        if let image, pixels < Film.keptPixels {
          kept[index] = image
          pixels += image.width * image.height
        }
      }
      if let image {
        do throws(ReaderError) { try reader.push(image.view, time: SystemClock.now()) } catch {
          // Not connected any more: that is told elsewhere.
        }
      }
      index = (index + 1) % paths.count
      next = max(next &+ interval, SystemClock.now() &- interval)
      let wait = next &- SystemClock.now()
      if wait > 0 { usleep(UInt32(clamping: wait / 1000)) }
    }
  }
}
