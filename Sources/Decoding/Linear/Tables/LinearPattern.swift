/// A linear symbol as it is printed: element widths in modules, the first element is a bar, bars and spaces alternate.
/// Decoder, verifier and tests draw every value through this one type.
public struct LinearPattern: Equatable {
  /// Element widths in modules (wide elements of two-width symbologies carry the wide-to-narrow ratio).
  public var widths: [Float] = []
  /// Index of the first element of each character, guards, start and stop included, in order.
  public var characters: [Int] = []

  /// Width of the whole in modules.
  public var modules: Float { widths.reduce(0, +) }

  /// Elements of character `index`.
  public func elements(of index: Int) -> Range<Int> {
    guard index >= 0, index < characters.count else { return 0..<0 }
    return characters[index]..<(index + 1 < characters.count ? characters[index + 1] : widths.count)
  }

  /// Appends one character of integer widths, given as hexadecimal digits, the first element in the highest of `count`.
  mutating func append(hex value: UInt32, count: Int) {
    characters.append(widths.count)
    for i in 0..<count { widths.append(Float((value >> UInt32(4 * (count - 1 - i))) & 15)) }
  }

  /// Appends one character whose elements are narrow (0) or wide (1), the first in the highest of `count` bits.
  mutating func append(wide value: UInt32, count: Int, ratio: Float) {
    characters.append(widths.count)
    for i in 0..<count { widths.append((value >> UInt32(count - 1 - i)) & 1 == 1 ? ratio : 1) }
  }

  /// Appends a space that belongs to no character.
  mutating func appendGap(_ modules: Float) { widths.append(modules) }

  /// One Boolean per module, true where dark; nil when a width is no whole number of modules.
  public var moduleRow: [Bool]? {
    var row: [Bool] = []
    var dark = true
    for width in widths {
      guard width == width.rounded(), width >= 0, width < 64 else { return nil }
      for _ in 0..<Int(width) { row.append(dark) }
      dark.toggle()
    }
    return row
  }
}
