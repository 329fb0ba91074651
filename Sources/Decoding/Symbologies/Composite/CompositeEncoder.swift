/// From element strings to the modules of a 2D component (ISO/IEC 24723, clause 5).
enum CompositeEncoder {
  /// The codewords of element strings, error correction included, in the smallest size of a kind that holds them; nil when none does or
  /// a character is not in ISO/IEC 646.
  ///
  /// - Parameters:
  ///   - message: Without a leading FNC1; separators are 0x1D.
  ///   - columns: 2 to 4, which the linear component sets.
  static func encode(_ message: [UInt8], _ kind: CompositeLayout.Kind, columns: Int) -> (
    layout: CompositeLayout, words: [Int]
  )? {
    guard kind != .c, let (bits, mode) = bits(message) else { return nil }
    for layout in CompositeLayout.all(columns: columns) where layout.kind == kind {
      guard let words = words(bits, mode, layout, layout.codewords - layout.checks) else { continue }
      return (layout, words)
    }
    return nil
  }

  /// As above for a CC-C of so many columns, with the error correction level that ISO/IEC 15438 recommends for its data.
  static func encodePDF417(_ message: [UInt8], columns: Int) -> (layout: CompositeLayout, words: [Int])? {
    guard (1...30).contains(columns), let (bits, mode) = bits(message) else { return nil }
    for rows in 3...90 {
      for level in 2...5 {
        let layout = CompositeLayout.pdf417(columns: columns, rows: rows, checks: 2 << level)
        let data = layout.codewords - layout.checks
        guard data > 3, data <= [40, 160, 320, 863][level - 2], layout.codewords <= 928,
          let words = words(bits, mode, layout, data)
        else { continue }
        return (layout, words)
      }
    }
    return nil
  }

  private static func bits(_ message: [UInt8]) -> (BitStream, GeneralPurposeField.Mode)? {
    guard !message.isEmpty, message.allSatisfy({ $0 < 0x80 }) else { return nil }
    let head = CompositeHead(message)
    guard let (field, mode) = GeneralPurposeField.encode(head.rest, from: head.mode) else { return nil }
    var bits = head.bits
    for bit in field.bits { bits.append(bit ? 1 : 0, 1) }
    // Letters by themselves end in FNC1.
    if head.endsInLetters, head.rest.isEmpty { bits.append(31, 5) }
    return (bits, mode)
  }

  private static func words(
    _ bits: BitStream, _ mode: GeneralPurposeField.Mode, _ layout: CompositeLayout, _ count: Int
  ) -> [Int]? {
    // What stands before the data, and how many bits fit into the rest.
    let head = layout.kind == .a ? 0 : layout.kind == .b ? 2 : 3
    guard count > head else { return nil }
    let room = count - head
    let capacity =
      layout.kind == .a
      ? room / 7 * 69 + CompositeBits.bitsByCodewords[room % 7] : 8 * (room / 5 * 6 + room % 5)
    guard bits.count <= capacity else { return nil }
    var bits = bits
    GeneralPurposeField.pad(&bits, mode, to: capacity)
    var words = layout.kind == .c ? [count] : []
    if layout.kind == .a {
      for start in stride(from: 0, to: room, by: 7) {
        let group = min(7, room - start)
        var value: UInt128 = 0
        for _ in 0..<CompositeBits.bitsByCodewords[group] { value = value << 1 | UInt128(bits.read(1) ?? 0) }
        words += digits(value, base: 928, count: group)
      }
    } else {
      words += [920, room % 5 == 0 ? 924 : 901]
      for _ in 0..<room / 5 {
        var value: UInt128 = 0
        for _ in 0..<48 { value = value << 1 | UInt128(bits.read(1) ?? 0) }
        words += digits(value, base: 900, count: 5)
      }
      for _ in 0..<room % 5 { words.append(bits.read(8) ?? 0) }
    }
    return words + CompositeCodewords.code.checks(of: words, count: layout.checks)
  }

  private static func digits(_ value: UInt128, base: UInt128, count: Int) -> [Int] {
    var (value, out) = (value, [Int]())
    for _ in 0..<count {
      out.append(Int(value % base))
      value /= base
    }
    return out.reversed()
  }

  // MARK: modules

  /// The rows of codewords; nil when they are not as many as the layout has, or one does not exist.
  static func modules(_ words: [Int], _ layout: CompositeLayout) -> [[Bool]]? {
    guard words.count == layout.codewords, words.allSatisfy({ (0..<PDF417Patterns.count).contains($0) }) else {
      return nil
    }
    return (0..<layout.rows).map { row in
      var out: [Bool] = []
      func append(_ value: UInt32, _ width: Int) {
        for bit in (0..<width).reversed() { out.append(value >> UInt32(bit) & 1 == 1) }
      }
      func address(_ first: Int, _ patterns: [UInt16]) {
        append(UInt32(patterns[CompositeLayout.address(first, row: row) - 1]), 10)
      }
      let cluster = (layout.cluster + row) % 3
      if layout.kind == .c {
        append(0b1_1111_1110_1010_1000, 17)
        append(PDF417Patterns.modules(cluster, indicator(layout, row, cluster)), 17)
      } else if layout.left > 0 {
        address(layout.left, CompositeLayout.sidePatterns)
      }
      for column in 0..<layout.columns {
        if let centre = layout.centreStart, out.count == centre {
          address(layout.centre, CompositeLayout.centrePatterns)
        }
        append(PDF417Patterns.modules(cluster, words[row * layout.columns + column]), 17)
      }
      if layout.isCompact {
        append(1, 1)
      } else if layout.kind == .c {
        append(PDF417Patterns.modules(cluster, indicator(layout, row, (cluster + 2) % 3)), 17)
        append(0b11_1111_1010_0010_1001, 18)
      } else {
        address(layout.right, CompositeLayout.sidePatterns)
        append(1, 1)
      }
      return out
    }
  }

  /// A row indicator of PDF417 (ISO/IEC 15438, 5.11): rows, error correction or columns by turns; those on the right are one behind.
  private static func indicator(_ layout: CompositeLayout, _ row: Int, _ turn: Int) -> Int {
    let level = max(0, layout.checks.trailingZeroBitCount - 1)
    switch turn {
    case 0: return 30 * (row / 3) + (layout.rows - 1) / 3
    case 1: return 30 * (row / 3) + 3 * level + (layout.rows - 1) % 3
    default: return 30 * (row / 3) + layout.columns - 1
    }
  }
}
