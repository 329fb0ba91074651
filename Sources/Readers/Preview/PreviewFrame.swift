import Camera
import Glibc
import Pictures
import ReaderCore

/// A frame as the camera gave it, in memory that stays as long as somebody holds it. Its content never changes while two hold
/// it.
public final class PreviewFrame {
  /// How the pixels lie; MJPG: a JPEG picture.
  public internal(set) var format = PixelFormat.grey
  public internal(set) var size = PixelSize(0, 0)
  /// Bytes from one row of the first plane to the next; 0 for compressed ones.
  public internal(set) var stride = 0
  /// Bytes that a whole frame has.
  var wholeLength = 0
  /// When it was captured, nanoseconds of CLOCK_MONOTONIC.
  public internal(set) var time: Int64 = 0
  /// Number of the frame: larger than that of every earlier one of the reader.
  public internal(set) var number: UInt64 = 0
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private var length = 0
  /// Luminance that was made before the bytes were copied; nil: it is made of them.
  private(set) var luma: LumaView?
  private var converter: RawConverter?
  /// What those who look at it want.
  var wish = PreviewWish.ownColour
  let use: FrameUse
  private let unpacked: UnpackedPicture

  /// Takes memory; nil when there is none.
  init?(capacity: Int, use: FrameUse) {
    guard capacity > 0, let memory = malloc(capacity) else { return nil }
    self.memory = memory
    self.capacity = capacity
    self.use = use
    unpacked = UnpackedPicture(use.colours)
  }

  deinit { free(memory) }

  /// The bytes; valid as long as the frame.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: length) }

  /// Writable, for decoders that mend what they read.
  var mutableBytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: memory, count: length) }

  /// Whether so much fits without waste.
  func suits(_ count: Int) -> Bool { count <= capacity && capacity <= max(1 << 16, count &* 4) }

  /// Unpacks a JPEG picture, or waits for who does, or finds that it was done; with chroma if that was asked for first. Valid as
  /// long as the frame. Throws as `JPEGDecoder.luma`, always the same.
  func unpack(_ decoder: JPEGDecoder, inColour: Bool) throws(ReaderError) -> UnpackedPicture.Content {
    try unpacked.get(self, decoder, inColour: inColour)
  }

  /// Becomes the frame of a camera; its bytes follow.
  func describe(_ raw: RawFrame) {
    let isSame = raw.format == format && raw.size == size && raw.stride == stride && raw.wholeLength == wholeLength
    if !isSame { converter = nil }
    (format, size, stride, wholeLength, time) = (raw.format, raw.size, raw.stride, raw.wholeLength, raw.time)
    (luma, length) = (nil, 0)
    unpacked.clear()
  }

  /// Makes the luminance, for formats that need memory of their own for it; false for others, and for damaged frames.
  func prepare(_ raw: RawFrame) -> Bool {
    guard !isJPEG else { return false }
    do throws(ReaderError) {
      if converter == nil { converter = try RawConverter(format, size, stride: stride, length: wholeLength) }
      guard let view = try converter?.luma(raw.bytes), let first = raw.bytes.baseAddress else { return false }
      let place = UnsafeRawPointer(view.base)
      guard place < first || place >= first + raw.bytes.count else { return false }
      luma = view
      return true
    } catch { return false }
  }

  func fill(_ bytes: UnsafeRawBufferPointer) {
    length = min(bytes.count, capacity)
    if let base = bytes.baseAddress { memcpy(memory, base, length) }
  }

  func fill(_ luma: LumaView) {
    self.luma = nil
    (format, size, stride) = (.grey, PixelSize(luma.width, luma.height), luma.width)
    length = min(capacity, luma.width &* luma.height)
    for y in 0..<luma.height where (y &+ 1) &* luma.width <= length {
      memcpy(memory + y &* luma.width, luma.row(y), luma.width)
    }
  }
}

/// Frames that nobody holds any more are used again. One thread at a time.
final class FramePool {
  private var frames: [PreviewFrame] = []
  private let use = FrameUse()
  /// Further ones are made, but not kept.
  private static let limit = 6

  /// A frame with room for so many bytes, which nobody else holds; nil without memory.
  func take(_ count: Int) -> PreviewFrame? {
    for i in frames.indices where frames[i].suits(count) {
      if isKnownUniquelyReferenced(&frames[i]) { return frames[i] }
    }
    guard let made = PreviewFrame(capacity: max(1, count &+ count / 8), use: use) else { return nil }
    if frames.count >= FramePool.limit { frames.removeFirst() }
    frames.append(made)
    return made
  }
}
