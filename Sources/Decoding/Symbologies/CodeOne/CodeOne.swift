import ReaderCore

/// Code One (AIM USS Code One, 1994).
enum CodeOne {
  private static let code = ReedSolomon(GaloisField(bits: 8, polynomial: 0x12d), firstRoot: 0)
  /// The code of the symbols that hold a number.
  private static let small = ReedSolomon(GaloisField(bits: 5, polynomial: 0x25), firstRoot: 0)

  private static func code(_ version: CodeOneVersion) -> ReedSolomon { version.kind == .number ? small : code }

  /// Data with check codewords: block i has every codeword whose number leaves i.
  static func protected(_ data: [UInt8], _ version: CodeOneVersion) -> [UInt8]? {
    guard data.count == version.data else { return nil }
    let n = version.blocks
    var words = data + [UInt8](repeating: 0, count: version.checks)
    for i in 0..<n {
      let part = stride(from: i, to: data.count, by: n).map { data[$0] }
      let checks = code(version).checks(of: part, count: version.checks / n)
      guard checks.count == version.checks / n else { return nil }
      for (k, word) in checks.enumerated() { words[data.count + k * n + i] = word }
    }
    return words
  }

  /// Corrects codewords in place; false when they are too far from any. Small symbols are not corrected to the limit: little
  /// checks them.
  static func correct(_ words: inout [UInt8], _ version: CodeOneVersion) -> Bool {
    let n = version.blocks
    let checks = version.checks / n
    guard words.count == version.data + version.checks else { return false }
    for i in 0..<n {
      let places = Array(stride(from: i, to: words.count, by: n))
      var part = places.map { words[$0] }
      let limit = version.kind == .number ? checks / 4 : checks / 2
      guard code(version).correct(&part, checkCount: checks, limit: limit) != nil else { return false }
      for (place, word) in zip(places, part) { words[place] = word }
    }
    return true
  }

  /// The modules of codewords.
  static func modules(_ words: [UInt8], _ version: CodeOneVersion) -> SymbolModules? {
    let places = version.words
    guard words.count == places.count else { return nil }
    var grid = SymbolModules(width: version.columns, height: version.rows)
    for module in version.knownModules { grid[module.x, module.y] = module.isDark }
    for (word, modules) in zip(words, places) {
      for (bit, place) in modules.enumerated() {
        grid[place.x, place.y] = Int(word) >> (modules.count - 1 - bit) & 1 == 1
      }
    }
    return grid
  }

  /// The modules of bytes in the smallest of the versions A to H and T that holds them, or in a given one. ASCII only: pairs of digits,
  /// and a shift before bytes from 128 on.
  static func modules(_ bytes: [UInt8], version name: String? = nil) -> SymbolModules? {
    var data: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if (0x30...0x39).contains(byte), at < bytes.count, (0x30...0x39).contains(bytes[at]) {
        data.append(130 + 10 * (byte - 0x30) + (bytes[at] - 0x30))
        at += 1
      } else if byte < 128 {
        data.append(byte + 1)
      } else {
        data += [235, byte - 127]
      }
    }
    for version in CodeOneVersion.all where version.kind != .number && (name == nil || version.name == name) {
      guard version.data >= data.count else { continue }
      let pads = [UInt8](repeating: 129, count: version.data - data.count)
      return protected(data + pads, version).flatMap { modules($0, version) }
    }
    return nil
  }

  /// The modules of a number in a symbol of the versions S.
  static func modules(number: UInt64, _ version: CodeOneVersion) -> SymbolModules? {
    guard version.kind == .number, number < limit(version) else { return nil }
    let data = (0..<version.data).reversed().map { UInt8((number + 1) >> (5 * UInt64($0)) & 31) }
    return protected(data, version).flatMap { modules($0, version) }
  }

  /// The first number that a version has too few digits for: 6, 12 or 18.
  private static func limit(_ version: CodeOneVersion) -> UInt64 {
    (0..<version.data * 3 / 2).reduce(UInt64(1)) { limit, _ in limit * 10 }
  }

  /// Reads modules that stand upright: content, and the modules as they should be; nil when error correction fails, or an eighth of
  /// the modules and more is not as it should be.
  static func decode(_ grid: SymbolModules, _ version: CodeOneVersion) -> (
    content: CodeOneText.Content, drawn: SymbolModules
  )? {
    guard grid.width == version.columns, grid.height == version.rows else { return nil }
    var words = version.words.map { modules in
      modules.reduce(UInt8(0)) { $0 << 1 | (grid[$1.x, $1.y] ? 1 : 0) }
    }
    guard correct(&words, version), let drawn = modules(words, version), drawn.differences(grid) * 8 < grid.dark.count
    else { return nil }
    let data = Array(words.prefix(version.data))
    if version.kind == .number {
      let value = data.reduce(UInt64(0)) { $0 << 5 | UInt64($1) }
      guard value > 0, value <= limit(version) else { return nil }
      return (CodeOneText.Content(bytes: Array("\(value - 1)".utf8)), drawn)
    }
    guard let content = CodeOneText.decode(data), !content.bytes.isEmpty else { return nil }
    return (content, drawn)
  }
}
