import ReaderCore

/// Grid Matrix (AIM AIMD014).
enum GridMatrix {
  private static let code = ReedSolomon(GaloisField(bits: 7, polynomial: 0x89), firstRoot: 1)

  /// The codewords of data with their check codewords: blocks after each other are spread over the symbol in turn.
  static func protected(_ data: [UInt8], _ version: GridMatrixVersion, level: Int) -> [UInt8]? {
    guard data.count == version.capacity(level: level) else { return nil }
    let blocks = version.blocks(level: level)
    var words = [UInt8](repeating: 0, count: version.codewords)
    var at = 0
    for (i, block) in blocks.enumerated() {
      let part = Array(data[at..<at + block.count - block.checks])
      at += part.count
      for (k, word) in (part + code.checks(of: part, count: block.checks)).enumerated() {
        words[i + k * blocks.count] = word
      }
    }
    return words
  }

  /// Corrects codewords in place; their data, nil when they are too far from any.
  static func correct(_ words: inout [UInt8], _ version: GridMatrixVersion, level: Int) -> [UInt8]? {
    let blocks = version.blocks(level: level)
    guard !blocks.isEmpty, words.count == version.codewords else { return nil }
    var data: [UInt8] = []
    for (i, block) in blocks.enumerated() {
      var part = (0..<block.count).map { words[i + $0 * blocks.count] }
      // One error less where few checks would make something of anything.
      let limit = max(0, block.checks / 2 - (block.checks < 8 ? 1 : 0))
      guard code.correct(&part, checkCount: block.checks, limit: limit) != nil else { return nil }
      for (k, word) in part.enumerated() { words[i + k * blocks.count] = word }
      data += part.prefix(block.count - block.checks)
    }
    return data
  }

  /// The modules of codewords.
  static func modules(_ words: [UInt8], _ version: GridMatrixVersion, level: Int) -> SymbolModules? {
    guard words.count == version.codewords else { return nil }
    var grid = SymbolModules(width: version.side, height: version.side)
    for module in GridMatrixLayout.frames(version) { grid[module.x, module.y] = module.isDark }
    for (i, macro) in GridMatrixLayout.order(version).enumerated() {
      let (x, y) = (6 * macro.x, 6 * macro.y)
      let layer = GridMatrixLayout.layer(GridMatrixLayout.ring(version, macro.x, macro.y), level: level)
      grid[x + 1, y + 1] = layer & 2 != 0
      grid[x + 2, y + 1] = layer & 1 != 0
      let value = Int(words[2 * i + 1]) << 7 | Int(words[2 * i])
      for (k, place) in GridMatrixLayout.bits.enumerated() {
        grid[x + place.x, y + place.y] = value >> (13 - k) & 1 == 1
      }
    }
    return grid
  }

  /// The modules of bytes in the smallest version that holds them, or in a given one.
  static func modules(
    _ bytes: [UInt8], version: Int? = nil, level: Int = 3, isChinese: Bool = false, eci: Int? = nil
  ) -> SymbolModules? {
    let data = GridMatrixText.encode(bytes, isChinese: isChinese, eci: eci).words(width: 7)
    for number in version.map({ $0...$0 }) ?? 1...13 {
      guard let version = GridMatrixVersion(number) else { return nil }
      guard let capacity = version.capacity(level: level), capacity >= data.count else { continue }
      let pads = (0..<capacity - data.count).map { UInt8($0 % 2 == 0 ? 0 : 126) }
      return protected(data + pads, version, level: level).flatMap { modules($0, version, level: level) }
    }
    return nil
  }

  /// How many macromodules do not say the ring that they are in, by level.
  static func strangers(_ grid: SymbolModules, _ version: GridMatrixVersion) -> [(level: Int, count: Int)] {
    var wrong = [Int](repeating: 0, count: 5)
    for y in 0..<version.macros {
      for x in 0..<version.macros {
        let ring = GridMatrixLayout.ring(version, x, y)
        let value = (grid[6 * x + 1, 6 * y + 1] ? 2 : 0) + (grid[6 * x + 2, 6 * y + 1] ? 1 : 0)
        for level in 1...5 where GridMatrixLayout.layer(ring, level: level) != value { wrong[level - 1] += 1 }
      }
    }
    return wrong.enumerated().map { (level: $0.offset + 1, count: $0.element) }
  }

  /// Reads modules that stand upright: content, and the modules as they should be; nil when error correction fails, or an eighth
  /// of the modules and more is not as it should be.
  static func decode(_ grid: SymbolModules) -> (content: GridMatrixText.Content, drawn: SymbolModules)? {
    guard grid.width == grid.height, let version = GridMatrixVersion(side: grid.width) else { return nil }
    let macros = version.macros * version.macros
    for (level, count) in strangers(grid, version).sorted(by: { $0.count < $1.count }) where 3 * count < macros {
      var words: [UInt8] = []
      for macro in GridMatrixLayout.order(version) {
        let value = GridMatrixLayout.bits.reduce(0) {
          $0 << 1 | (grid[6 * macro.x + $1.x, 6 * macro.y + $1.y] ? 1 : 0)
        }
        words += [UInt8(value & 127), UInt8(value >> 7)]
      }
      guard let data = correct(&words, version, level: level), let content = GridMatrixText.decode(data),
        !content.bytes.isEmpty, let drawn = modules(words, version, level: level),
        drawn.differences(grid) * 8 < grid.dark.count
      else { continue }
      return (content, drawn)
    }
    return nil
  }

  /// The text of a content. Without a declared character set Chinese characters are GB 2312; so are other bytes that can be.
  static func text(_ content: GridMatrixText.Content) -> DecodedText? {
    guard content.segments.isEmpty, !content.bytes.contains(0) else { return nil }
    if !content.isChinese, let text = Charset.utf8.decode(content.bytes[...]) {
      return DecodedText(text: text, charset: Charset.utf8.name)
    }
    for set in [Charset("GB2312"), Charset("GB18030")] {
      if let text = set.decode(content.bytes[...]) { return DecodedText(text: text, charset: set.name) }
    }
    return nil
  }
}
