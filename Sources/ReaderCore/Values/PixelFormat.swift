/// How pixels lie in memory: the four-character codes of V4L2, as in `scanbeam/frame.h`.
public struct PixelFormat: RawRepresentable, Hashable {
  /// The code; four characters, first in the lowest byte.
  public let rawValue: UInt32

  /// Any code; unknown ones are legal.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ code: StaticString) {
    let p = code.utf8Start
    rawValue = UInt32(p[0]) | UInt32(p[1]) << 8 | UInt32(p[2]) << 16 | UInt32(p[3]) << 24
  }

  public static let grey = PixelFormat("GREY")
  public static let y10 = PixelFormat("Y10 ")
  public static let y12 = PixelFormat("Y12 ")
  public static let y16 = PixelFormat("Y16 ")
  public static let yuyv = PixelFormat("YUYV")
  public static let uyvy = PixelFormat("UYVY")
  public static let nv12 = PixelFormat("NV12")
  public static let nv21 = PixelFormat("NV21")
  public static let yu12 = PixelFormat("YU12")
  public static let rgb24 = PixelFormat("RGB3")
  public static let bgr24 = PixelFormat("BGR3")
  public static let rgba32 = PixelFormat("AB24")
  public static let bgra32 = PixelFormat("AR24")
  public static let mjpg = PixelFormat("MJPG")

  /// The four characters, for people; unprintable ones as dots.
  public var name: String {
    var text = ""
    for shift in [0, 8, 16, 24] as [UInt32] {
      let c = UInt8(truncatingIfNeeded: rawValue >> shift & 0x7f)
      text.unicodeScalars.append(c >= 0x20 && c < 0x7f ? Unicode.Scalar(c) : ".")
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}
