import Imaging

/// Pixels of 16 or 32 bits whose colours lie under masks.
struct BMPFields {
  /// One colour: how far to shift it down, and what its largest value is.
  private struct Field {
    let mask: UInt32
    let shift: UInt32
    let maximum: UInt32

    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      maximum = mask &>> shift
    }

    /// The value in 8 bits, rounded; 0 when there is no such field.
    @inline(__always)
    func value(_ pixel: UInt32) -> UInt8 {
      guard maximum != 0 else { return 0 }
      let wide = UInt64((pixel & mask) &>> shift) &* 255 &+ UInt64(maximum / 2)
      return UInt8(truncatingIfNeeded: wide / UInt64(maximum))
    }
  }

  private let red: Field
  private let green: Field
  private let blue: Field
  private let alpha: Field?

  init(_ masks: (red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32), hasAlpha: Bool) {
    red = Field(masks.red)
    green = Field(masks.green)
    blue = Field(masks.blue)
    alpha = hasAlpha ? Field(masks.alpha) : nil
  }

  /// A row; `bytesPerPixel` is 2 or 4.
  func convert(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, bytesPerPixel: Int
  ) {
    for x in 0..<width {
      let p = source + x &* bytesPerPixel
      var pixel = UInt32(p[0]) | UInt32(p[1]) &<< 8
      if bytesPerPixel == 4 { pixel |= UInt32(p[2]) &<< 16 | UInt32(p[3]) &<< 24 }
      let grey = LumaKernels.luma(red.value(pixel), green.value(pixel), blue.value(pixel))
      if let alpha {
        target[x] = LumaKernels.onWhite(grey, alpha: alpha.value(pixel))
      } else {
        target[x] = grey
      }
    }
  }
}
