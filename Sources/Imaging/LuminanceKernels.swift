/// One row of pixels to one row of luminance. The caller has checked that `width` pixels can be read and written and
/// that source and target do not overlap.
public enum LumaKernels {
  /// Source row, target row, width.
  public typealias Row = (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Void

  /// Luminance of a colour: BT.601 weights in units of 1/65536, rounded. They add up to 65536, so grey stays as it is.
  @inline(__always)
  public static func luma(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(r) &* 19595 &+ UInt32(g) &* 38470 &+ UInt32(b) &* 7471 &+ 32768) &>> 16)
  }

  /// A grey of opacity `alpha` on white paper, rounded.
  @inline(__always)
  public static func onWhite(_ grey: UInt8, alpha: UInt8) -> UInt8 { 255 &- product(255 &- grey, alpha) }

  /// a b / 255, rounded.
  @inline(__always)
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let x = UInt32(a) &* UInt32(b) &+ 128
    return UInt8(truncatingIfNeeded: (x &+ (x &>> 8)) &>> 8)
  }

  @inline(__always)
  private static func pick(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, offset: Int
  ) {
    for x in 0..<width { target[x] = source[2 &* x &+ offset] }
  }

  @inline(__always)
  private static func shorten(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, shift: UInt16
  ) {
    for x in 0..<width {
      let value = UInt16(source[2 &* x]) | UInt16(source[2 &* x &+ 1]) &<< 8
      let short = value &>> shift
      // Bits above the depth are padding of 0; a device that breaks this gets white, not a wrapped value.
      target[x] = UInt8(truncatingIfNeeded: short > 255 ? 255 : short)
    }
  }

  @inline(__always)
  private static func colour(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, step: Int, red: Int, blue: Int
  ) {
    for x in 0..<width {
      let p = source + x &* step
      target[x] = luma(p[red], p[1], p[blue])
    }
  }

  @inline(__always)
  private static func transparent(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, red: Int, blue: Int
  ) {
    for x in 0..<width {
      let p = source + x &* 4
      target[x] = onWhite(luma(p[red], p[1], p[blue]), alpha: p[3])
    }
  }

  /// Luminance in the even bytes.
  public static let yuyv: Row = { pick($0, $1, $2, offset: 0) }
  /// Luminance in the odd bytes.
  public static let uyvy: Row = { pick($0, $1, $2, offset: 1) }
  /// 10 bits in the low bits of 16, little endian.
  public static let y10: Row = { shorten($0, $1, $2, shift: 2) }
  /// 12 bits in the low bits of 16, little endian.
  public static let y12: Row = { shorten($0, $1, $2, shift: 4) }
  /// 16 bits, little endian: the high byte.
  public static let y16: Row = { pick($0, $1, $2, offset: 1) }
  /// R, G, B.
  public static let rgb24: Row = { colour($0, $1, $2, step: 3, red: 0, blue: 2) }
  /// B, G, R.
  public static let bgr24: Row = { colour($0, $1, $2, step: 3, red: 2, blue: 0) }
  /// R, G, B, A on white.
  public static let rgba32: Row = { transparent($0, $1, $2, red: 0, blue: 2) }
  /// B, G, R, A on white.
  public static let bgra32: Row = { transparent($0, $1, $2, red: 2, blue: 0) }
  /// Grey, A on white.
  public static let greyAlpha: Row = { source, target, width in
    for x in 0..<width { target[x] = onWhite(source[2 &* x], alpha: source[2 &* x &+ 1]) }
  }
  /// C, M, Y, K as JPEG files have them: 255 is no ink (the custom that Adobe's programs began).
  public static let invertedCMYK: Row = { source, target, width in
    for x in 0..<width {
      let p = source + x &* 4
      target[x] = luma(product(p[0], p[3]), product(p[1], p[3]), product(p[2], p[3]))
    }
  }
}
