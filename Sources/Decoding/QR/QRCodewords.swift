/// From modules to data codewords.
enum QRCodewords {
  /// The corrected blocks of a symbol, each with its check codewords.
  struct Corrected {
    let blocks: [[UInt8]]
    /// Corrected codewords: of all blocks, and of the block that needed it most; what one block can bear.
    let corrections: Int
    let mostCorrected: Int
    let correctable: Int
    let version: QRVersion
    let format: QRFormat
    /// The modules of the bits, in order.
    let places: [Int]
  }

  /// The corrected blocks of a symbol; nil when it cannot be read.
  ///
  /// - Parameter isStrict: Whether the check codewords that only serve to detect errors are left for that.
  static func corrected(_ matrix: QRMatrix, isStrict: Bool = true) -> Corrected? {
    guard let version = matrix.version, let format = QRFormat(matrix) else { return nil }
    if version.number >= 7, let named = QRFormat.version(matrix), named != version.number { return nil }
    let places = places(version)
    var blocks = deinterleave(read(matrix, places, format.mask), version, format.level)
    let check = version.checkCodewords(format.level)
    let limit = (check - version.misdecodeProtection(format.level)) / 2
    var corrections = 0
    var most = 0
    for i in blocks.indices {
      let count = ReedSolomon.qr.correct(&blocks[i], checkCount: check, limit: isStrict ? limit : nil)
      guard let count else { return nil }
      corrections += count
      most = max(most, count)
    }
    return Corrected(
      blocks: blocks, corrections: corrections, mostCorrected: most, correctable: limit, version: version,
      format: format, places: places)
  }

  /// The modules that carry data, in the order of the bits of the codewords: columns in pairs from the right, up and down.
  static func places(_ version: QRVersion) -> [Int] {
    let n = version.side
    let used = version.functionModules()
    var places: [Int] = []
    places.reserveCapacity(n * n)
    var upward = true
    var right = n - 1
    while right > 0 {
      if right == 6 { right -= 1 }  // the timing column is no part of a pair
      for i in 0..<n {
        let y = upward ? n - 1 - i : i
        if !used[y * n + right] { places.append(y * n + right) }
        if !used[y * n + right - 1] { places.append(y * n + right - 1) }
      }
      upward.toggle()
      right -= 2
    }
    return places
  }

  /// Codewords in the order of the symbol, unmasked.
  static func read(_ matrix: QRMatrix, _ places: [Int], _ mask: Int) -> [UInt8] {
    let inverted = masked(matrix.side, mask)
    var codewords = [UInt8](repeating: 0, count: places.count / 8)
    for i in codewords.indices {
      var word: UInt8 = 0
      for place in places[8 * i..<8 * i + 8] {
        word = word << 1 | (matrix.modules[place] != inverted[place] ? 1 : 0)
      }
      codewords[i] = word
    }
    return codewords
  }

  /// The modules of a symbol of a side that a data mask inverts, row by row: every mask repeats after twelve modules.
  static func masked(_ side: Int, _ mask: Int) -> [Bool] {
    let tile = (0..<144).map { isMasked($0 % 12, $0 / 12, mask) }
    var all: [Bool] = []
    all.reserveCapacity(side * side)
    for y in 0..<side {
      let row = tile[y % 12 * 12..<y % 12 * 12 + 12]
      for _ in 0..<side / 12 { all += row }
      all += row.prefix(side % 12)
    }
    return all
  }

  /// Whether a data mask inverts a module.
  static func isMasked(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (y / 2 + x / 3) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// The blocks of a symbol: shorter ones first, each with its check codewords behind its data.
  static func deinterleave(_ codewords: [UInt8], _ version: QRVersion, _ level: QRLevel) -> [[UInt8]] {
    let count = version.blocks(level)
    let check = version.checkCodewords(level)
    let total = codewords.count
    let shortData = total / count - check
    let shortBlocks = count - total % count
    var blocks = [[UInt8]](repeating: [], count: count)
    var next = 0
    for i in 0...shortData {
      for b in 0..<count where i < shortData || b >= shortBlocks {
        guard next < total else { return blocks }
        blocks[b].append(codewords[next])
        next += 1
      }
    }
    for _ in 0..<check {
      for b in 0..<count where next < total {
        blocks[b].append(codewords[next])
        next += 1
      }
    }
    return blocks
  }

  /// The codewords of blocks in the order of the symbol.
  static func interleave(_ blocks: [[UInt8]], _ version: QRVersion, _ level: QRLevel) -> [UInt8] {
    let check = version.checkCodewords(level)
    let longest = blocks.reduce(0) { max($0, $1.count) }
    var all: [UInt8] = []
    all.reserveCapacity(blocks.count * longest)
    for i in 0..<max(0, longest - check) {
      for block in blocks where i < block.count - check { all.append(block[i]) }
    }
    for i in 0..<check { for block in blocks where block.count >= check { all.append(block[block.count - check + i]) } }
    return all
  }
}
