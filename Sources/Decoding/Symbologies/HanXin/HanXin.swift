import ReaderCore

/// Han Xin Code (ISO/IEC 20830:2021): numeric, text, binary, Chinese modes and ECI.
enum HanXin {
  /// The modules of data codewords; nil when there are too many for the version and level.
  static func modules(_ data: [UInt8], _ information: HanXinInformation) -> SymbolModules? {
    let (version, level) = (information.version, information.level)
    let room = version.capacity(level: level) - data.count
    guard room >= 0,
      let words = HanXinCodewords.protected(data + [UInt8](repeating: 0, count: room), version, level: level)
    else { return nil }
    let layout = HanXinLayout(version)
    var grid = SymbolModules(width: version.side, height: version.side)
    for (i, value) in layout.known.enumerated() { grid.dark[i] = value ?? false }
    for copy in HanXinLayout.information(side: version.side) {
      for (place, bit) in zip(copy, information.bits) { grid[place.x, place.y] = bit }
    }
    let bits = BitStream(words).bits
    for (i, place) in layout.places.enumerated() {
      let bit = i < bits.count && bits[i]
      grid[place.x, place.y] = bit != HanXinLayout.isMasked(information.mask, place.x, place.y)
    }
    return grid
  }

  /// The modules of bytes in the smallest version that holds them, or in a given one.
  static func modules(
    _ bytes: [UInt8], version: Int? = nil, level: Int = 1, mask: Int = 0, isChinese: Bool = false, eci: Int? = nil
  ) -> SymbolModules? {
    guard (1...4).contains(level), (0...3).contains(mask) else { return nil }
    let data = HanXinText.encode(bytes, isChinese: isChinese, eci: eci).words()
    for number in version.map({ $0...$0 }) ?? 1...84 {
      guard let version = HanXinVersion(number) else { return nil }
      if version.capacity(level: level) >= data.count {
        return modules(data, HanXinInformation(version: version, level: level, mask: mask))
      }
    }
    return nil
  }

  /// What the information of a symbol says, from either copy.
  static func information(_ grid: SymbolModules) -> HanXinInformation? {
    for copy in HanXinLayout.information(side: grid.width) {
      if let information = HanXinInformation(copy.map { grid[$0.x, $0.y] }) { return information }
    }
    return nil
  }

  /// Reads modules: content, and the modules as they should be; nil when error correction fails, or an eighth of the modules
  /// and more is not as it should be.
  static func decode(_ grid: SymbolModules) -> (content: HanXinText.Content, drawn: SymbolModules)? {
    guard grid.width == grid.height, let version = HanXinVersion(side: grid.width),
      let information = information(grid), information.version == version
    else { return nil }
    let layout = HanXinLayout(version)
    var bits = BitStream()
    let places = layout.places
    for place in places.prefix(places.count / 8 * 8) {
      bits.append(grid[place.x, place.y] != HanXinLayout.isMasked(information.mask, place.x, place.y) ? 1 : 0, 1)
    }
    guard let data = HanXinCodewords.corrected(bits.words(), version, level: information.level),
      let content = HanXinText.decode(data), !content.bytes.isEmpty,
      let drawn = modules(data, information), drawn.differences(grid) * 8 < grid.dark.count
    else { return nil }
    return (content, drawn)
  }
}

extension HanXin {
  /// The text of a content. Without a declared character set Chinese characters are GB 18030; so are other bytes that can be, as
  /// encoders change the mode only where that is shorter.
  static func text(_ content: HanXinText.Content) -> DecodedText? {
    guard content.segments.isEmpty, !content.bytes.contains(0) else { return nil }
    if !content.isChinese, let text = Charset.utf8.decode(content.bytes[...]) {
      return DecodedText(text: text, charset: Charset.utf8.name)
    }
    let set = Charset("GB18030")
    return set.decode(content.bytes[...]).map { DecodedText(text: $0, charset: set.name) }
  }
}
