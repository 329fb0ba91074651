import Glibc

/// 8-bit luminance: row r begins at `base + r * stride`. Borrowed for the length of a call, unless it has an owner: then
/// the memory stays as long as the view.
public struct LumaView {
  /// First pixel of the first row.
  public let base: UnsafePointer<UInt8>
  /// Columns, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// Bytes from one row to the next, at least `width`.
  public let stride: Int
  /// Keeps the memory; nil when somebody else does.
  private let owner: LumaImage?

  /// Makes a view; `base` must be readable for `(height - 1) * stride + width` bytes.
  public init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, owner: LumaImage? = nil) {
    precondition(width > 0 && height > 0 && stride >= width)
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
    self.owner = owner
  }

  /// First pixel of row y.
  @inline(__always)
  public func row(_ y: Int) -> UnsafePointer<UInt8> { base + y &* stride }

  /// A part of the view, without a copy; nil when it does not lie inside.
  public func crop(x: Int, y: Int, width w: Int, height h: Int) -> LumaView? {
    guard x >= 0, y >= 0, w > 0, h > 0, x <= width - w, y <= height - h else { return nil }
    return LumaView(base: base + y * stride + x, width: w, height: h, stride: stride, owner: owner)
  }
}

/// 8-bit luminance in memory of its own, rows without padding.
public final class LumaImage {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The first pixel; valid as long as the image is.
  public let base: UnsafeMutablePointer<UInt8>

  /// The largest side and the largest number of pixels of any picture (as in `scanbeam/frame.h`).
  public static let maximumSide = 32767
  public static let maximumPixels = 134_217_728

  /// Checks a declared size before memory is taken for it.
  public static func check(width: Int, height: Int) throws(ReaderError) {
    guard width > 0, height > 0 else {
      throw ReaderError(.invalidArgument, "The picture is \(width) x \(height): both sides must be at least 1.")
    }
    guard width <= maximumSide, height <= maximumSide, width * height <= maximumPixels else {
      throw ReaderError(
        .tooLarge,
        "The picture is \(width) x \(height): at most \(maximumSide) a side and \(maximumPixels) pixels can be read.")
    }
  }

  /// Takes memory for a picture, its content undefined.
  public init(width: Int, height: Int) throws(ReaderError) {
    try LumaImage.check(width: width, height: height)
    guard let memory = malloc(width * height) else {
      throw ReaderError(.noMemory, "There is no memory for a picture of \(width) x \(height).")
    }
    self.width = width
    self.height = height
    base = memory.assumingMemoryBound(to: UInt8.self)
  }

  /// A copy of a view.
  public convenience init(copying view: LumaView) throws(ReaderError) {
    try self.init(width: view.width, height: view.height)
    copy(view)
  }

  /// Copies a view of the same size.
  public func copy(_ view: LumaView) {
    precondition(view.width == width && view.height == height)
    for y in 0..<height { memcpy(base + y * width, view.row(y), width) }
  }

  deinit { free(base) }

  /// The whole picture; the view keeps the image.
  public var view: LumaView { LumaView(base: base, width: width, height: height, stride: width, owner: self) }
}
