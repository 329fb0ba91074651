import CTurboJPEG
import Glibc
import ReaderCore

/// The chroma of a JPEG picture whose luminance is elsewhere: what a preview shows in colour and decoding goes without. Filled by
/// `JPEGDecoder`; its memory is kept for the next picture. One thread at a time.
public final class ChromaPlanes {
  /// There is the chroma of a picture in it.
  public private(set) var isFilled = false

  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var size = PixelSize(0, 0)
  private var width = 0
  private var height = 0
  private var subsampling: Int32 = 0

  /// Without memory yet.
  public init() {}

  deinit { free(memory) }

  /// Forgets the picture.
  public func clear() { isFilled = false }

  /// Whether it is the chroma of a picture of this size.
  public func suits(_ size: PixelSize) -> Bool { isFilled && size == self.size }

  /// Takes memory; false for pictures whose planes are larger than they are, and for subsampling that no camera has.
  func prepare(_ width: Int, _ height: Int, _ subsampling: Int32) -> Bool {
    isFilled = false
    let known = [TJSAMP_444, TJSAMP_422, TJSAMP_420].map { Int32($0.rawValue) }
    guard known.contains(subsampling), tjPlaneWidth(0, Int32(width), subsampling) == width,
      tjPlaneHeight(0, Int32(height), subsampling) == height
    else { return false }
    (size, self.subsampling) = (PixelSize(width, height), subsampling)
    self.width = Int(tjPlaneWidth(1, Int32(width), subsampling))
    self.height = Int(tjPlaneHeight(1, Int32(height), subsampling))
    guard self.width > 0, self.height > 0 else { return false }
    let needed = 2 * self.width * self.height
    if capacity < needed {
      free(memory)
      memory = malloc(needed)?.assumingMemoryBound(to: UInt8.self)
      capacity = memory == nil ? 0 : needed
    }
    return memory != nil
  }

  /// Unpacks a picture of the prepared size; gives what TurboJPEG answers.
  func unpack(_ handle: tjhandle, _ data: UnsafePointer<UInt8>?, _ length: UInt, _ luma: LumaImage) -> Int32 {
    guard let memory else { return -1 }
    var planes: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) = (
      luma.base, memory, memory + width * height
    )
    var strides = (Int32(luma.width), Int32(width), Int32(width))
    let code = withUnsafeMutableBytes(of: &planes) { planes in
      withUnsafeMutableBytes(of: &strides) { strides in
        tjDecompressToYUVPlanes(
          handle, data, length, planes.bindMemory(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
          Int32(luma.width), strides.bindMemory(to: Int32.self).baseAddress, Int32(luma.height), TJFLAG_LIMITSCANS)
      }
    }
    isFilled = true
    return code
  }

  /// The rows of the picture; nil when this is not the chroma of such a one.
  func rows(_ luma: LumaView) -> ColourRows? {
    guard suits(PixelSize(luma.width, luma.height)), let memory else { return nil }
    let (blue, red) = (Plane(memory, width), Plane(memory + width * height, width))
    return ColourRows(
      layout: subsampling == Int32(TJSAMP_444.rawValue) ? .wholePlanes : .planes, luma: Plane(luma.base, luma.stride),
      blue: blue, red: red, rowsOfChroma: subsampling == Int32(TJSAMP_420.rawValue) ? 2 : 1, isFullRange: true)
  }
}
