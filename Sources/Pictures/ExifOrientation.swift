/// The orientation tag of an Exif block (TIFF 6.0 tag 274).
enum ExifOrientation {
  /// The value of the tag in the first directory, 1 to 8; nil when it is not there or makes no sense.
  ///
  /// - Parameter tiff: From the byte order mark on.
  static func read(_ tiff: UnsafeRawBufferPointer) -> Int? {
    guard tiff.count >= 8, tiff[0] == tiff[1], tiff[0] == 0x49 || tiff[0] == 0x4D else { return nil }
    let little = tiff[0] == 0x49
    func short(_ at: Int) -> Int {
      let a = Int(tiff[at])
      let b = Int(tiff[at + 1])
      return little ? b << 8 | a : a << 8 | b
    }
    func long(_ at: Int) -> Int { little ? short(at + 2) << 16 | short(at) : short(at) << 16 | short(at + 2) }
    guard short(2) == 42 else { return nil }
    var entry = long(4)
    guard entry >= 8, entry <= tiff.count - 2 else { return nil }
    let count = short(entry)
    entry += 2
    for _ in 0..<count {
      guard entry <= tiff.count - 12 else { return nil }
      // Type 3 is a 16-bit number; it stands at the beginning of the value field.
      if short(entry) == 0x0112 {
        let value = short(entry + 8)
        return short(entry + 2) == 3 && (1...8).contains(value) ? value : nil
      }
      entry += 12
    }
    return nil
  }
}
