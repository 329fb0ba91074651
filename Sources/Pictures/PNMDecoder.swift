import Glibc
import Imaging
import ReaderCore

/// Luminance of Netpbm pictures: P1 to P6, plain and raw, and P7 (PAM) with one to four channels.
///
/// Source of the formats: the netpbm manual pages pbm, pgm, ppm, pam. Of files with several pictures the first counts.
struct PNMDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var at = 2
  private var width = 0
  private var height = 0
  /// Samples of a pixel: grey, grey and alpha, RGB, RGBA.
  private var channels = 1
  private var maximum = 255
  private let kind: UInt8

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> LumaImage {
    var decoder = PNMDecoder(bytes)
    return try decoder.decode()
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    kind = bytes[1]
  }

  private static let short = "The PNM picture is cut short"

  private mutating func decode() throws(ReaderError) -> LumaImage {
    if kind == 0x37 { try readPAMHeader() } else { try readHeader() }
    guard width > 0, height > 0 else {
      throw ReaderError(.corrupt, "The PNM picture says that it is \(width) x \(height).")
    }
    try LumaImage.check(width: width, height: height)
    let plain = kind <= 0x33
    let bits = kind == 0x31 || kind == 0x34
    let row = kind == 0x34 ? (width + 7) / 8 : width * channels * (maximum > 255 && !plain ? 2 : 1)
    // In plain files a sample is a digit at least.
    guard row * height <= bytes.count - at else {
      throw ReaderError(
        .corrupt, "\(PNMDecoder.short): it has \(bytes.count - at) bytes of pixels, not \(row * height).")
    }
    let image = try LumaImage(width: width, height: height)
    if kind == 0x34 {
      readBits(into: image, row: row)
    } else {
      try readSamples(into: image, plain: plain, bits: bits)
    }
    return image
  }

  // MARK: Header

  private mutating func readHeader() throws(ReaderError) {
    width = try number()
    height = try number()
    if kind == 0x31 || kind == 0x34 {
      maximum = 1
    } else {
      maximum = try number()
      channels = kind == 0x33 || kind == 0x36 ? 3 : 1
    }
    try checkMaximum()
    // One blank, and one only, stands before raw samples.
    if kind >= 0x34 { at += 1 }
    at = min(at, bytes.count)
  }

  private func checkMaximum() throws(ReaderError) {
    guard (1...65535).contains(maximum) else {
      throw ReaderError(.corrupt, "The PNM picture has \(maximum) as its largest value; it must be 1 to 65535.")
    }
  }

  private mutating func readPAMHeader() throws(ReaderError) {
    while true {
      skipBlanks()
      let start = at
      while at < bytes.count, !PNMDecoder.isBlank(bytes[at]) { at += 1 }
      switch String(decoding: bytes[start..<at], as: UTF8.self) {
      case "": throw ReaderError(.corrupt, "\(PNMDecoder.short) in its header.")
      case "WIDTH": width = try number()
      case "HEIGHT": height = try number()
      case "DEPTH": channels = try number()
      case "MAXVAL": maximum = try number()
      case "ENDHDR":
        at = min(at + 1, bytes.count)
        try checkMaximum()
        guard (1...4).contains(channels) else {
          throw ReaderError(.format, "The PAM picture has \(channels) channels: 1 to 4 can be read.")
        }
        return
      default: while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private mutating func skipBlanks() {
    while at < bytes.count {
      if bytes[at] == 0x23 {
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      } else if PNMDecoder.isBlank(bytes[at]) {
        at += 1
      } else {
        return
      }
    }
  }

  /// A decimal number; what is larger than a billion is a billion.
  private mutating func number() throws(ReaderError) -> Int {
    skipBlanks()
    let start = at
    var value = 0
    while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 {
      value = min(value * 10 + Int(bytes[at] - 0x30), 1_000_000_000)
      at += 1
    }
    guard at > start else {
      throw ReaderError(
        .corrupt,
        at < bytes.count ? "The PNM picture has something else where a number must be." : "\(PNMDecoder.short).")
    }
    return value
  }

  // MARK: Pixels

  /// Eight pixels in a byte, 1 is black.
  private func readBits(into image: LumaImage, row: Int) {
    for y in 0..<height {
      let target = image.base + y * width
      let source = at + y * row
      for x in 0..<width { target[x] = bytes[source + x / 8] >> UInt8(7 - x % 8) & 1 == 1 ? 0 : 255 }
    }
  }

  private mutating func readSamples(into image: LumaImage, plain: Bool, bits: Bool) throws(ReaderError) {
    // All values in 8 bits, rounded. Of bits 1 is black.
    let scale = (0...maximum).map { UInt8(($0 * 255 + maximum / 2) / maximum) }
    let count = width * channels
    guard let memory = malloc(count) else { throw ReaderError(.noMemory, "There is no memory for a row of pixels.") }
    defer { free(memory) }
    let row = memory.assumingMemoryBound(to: UInt8.self)
    for y in 0..<height {
      for i in 0..<count {
        let value: Int
        if bits {
          value = 1 - (try bit())
        } else if plain {
          value = try number()
        } else if maximum > 255 {
          value = Int(bytes[at]) << 8 | Int(bytes[at + 1])
          at += 2
        } else {
          value = Int(bytes[at])
          at += 1
        }
        guard value <= maximum else {
          throw ReaderError(.corrupt, "The PNM picture has the value \(value); its largest was to be \(maximum).")
        }
        row[i] = scale[value]
      }
      let target = image.base + y * width
      switch channels {
      case 1: memcpy(target, row, width)
      case 2: LumaKernels.greyAlpha(row, target, width)
      case 3: LumaKernels.rgb24(row, target, width)
      default: LumaKernels.rgba32(row, target, width)
      }
    }
  }

  /// A digit 0 or 1; in plain bit maps they need no blanks between them.
  private mutating func bit() throws(ReaderError) -> Int {
    skipBlanks()
    guard at < bytes.count else { throw ReaderError(.corrupt, "\(PNMDecoder.short).") }
    let digit = Int(bytes[at]) - 0x30
    guard digit == 0 || digit == 1 else {
      throw ReaderError(.corrupt, "The PNM picture has something else where 0 or 1 must be.")
    }
    at += 1
    return digit
  }
}
