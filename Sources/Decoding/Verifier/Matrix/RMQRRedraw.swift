/// Rectangular Micro QR codes drawn again from their corrected codewords (ISO/IEC 23941:2022).
enum RMQRRedraw {
  /// Sizes by version, and for the levels M and H the check codewords of a block and the blocks (table 8).
  private struct Version {
    let columns: Int
    let rows: Int
    let levels: [(checks: Int, blocks: Int)]
  }

  private static let versions: [Version] = {
    let levels: [(Int, Int, Int, Int)] = [
      (7, 1, 10, 1), (9, 1, 14, 1), (12, 1, 22, 1), (16, 1, 30, 1), (24, 1, 22, 2), (9, 1, 14, 1), (12, 1, 22, 1),
      (18, 1, 16, 2), (24, 1, 22, 2), (18, 2, 22, 3), (8, 1, 10, 1), (12, 1, 20, 1), (16, 1, 16, 2), (24, 1, 22, 2),
      (16, 2, 30, 2), (24, 2, 30, 3), (9, 1, 14, 1), (14, 1, 28, 1), (22, 1, 20, 2), (16, 2, 28, 2), (20, 2, 26, 3),
      (20, 3, 28, 4), (18, 1, 18, 2), (26, 1, 24, 2), (18, 2, 24, 3), (24, 2, 22, 4), (24, 3, 26, 5), (22, 1, 20, 2),
      (16, 2, 30, 2), (22, 2, 28, 3), (20, 3, 26, 4), (20, 4, 26, 6),
    ]
    let sizes = [7, 9, 11, 13, 15, 17].flatMap { rows in
      (rows == 11 || rows == 13 ? [27, 43, 59, 77, 99, 139] : [43, 59, 77, 99, 139]).map { ($0, rows) }
    }
    return zip(sizes, levels).map { size, level in
      Version(columns: size.0, rows: size.1, levels: [(level.0, level.1), (level.2, level.3)])
    }
  }()

  /// The middle columns of the alignment patterns (table D.1).
  private static func alignment(_ columns: Int) -> [Int] {
    switch columns {
    case 43: [21]
    case 59: [19, 39]
    case 77: [25, 51]
    case 99: [23, 49, 75]
    case 139: [27, 55, 83, 111]
    default: []
    }
  }

  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    let (w, h) = (seen.columns, seen.rows)
    guard let number = versions.firstIndex(where: { $0.columns == w && $0.rows == h }) else { return nil }
    // The version is known, the level is what the two copies of the format information tell.
    var level = (0, Int.max)
    for (isSub, places) in [(false, formatPlaces), (true, subFormatPlaces(w, h))] {
      var word = 0
      for (x, y) in places { word = word << 1 | (seen[x, y] ? 1 : 0) }
      for one in 0...1 {
        let distance = (RMQRRedraw.word(one << 5 | number, isSub: isSub) ^ word).nonzeroBitCount
        if distance < level.1 { level = (one, distance) }
      }
    }
    guard level.1 <= 3, case (var grid, let used)? = patterns(w, h, level.0 << 5 | number) else { return nil }
    let columns = QRColumns(columns: w, rows: h, used: used, right: w - 2)
    let isMasked = { (x: Int, y: Int) in QRCodewords.isMasked(x, y, 4) }
    let bits = columns.read(seen, isMasked)
    let codewords = (0..<bits.count / 8).map { word in
      (0..<8).reduce(UInt8(0)) { $0 << 1 | (bits[8 * word + $1] ? 1 : 0) }
    }
    let (checks, count) = versions[number].levels[level.0]
    guard codewords.count > count * checks else { return nil }
    var blocks = deal(codewords, count, checks)
    var most = 0
    for i in blocks.indices {
      guard let corrected = ReedSolomon.qr.correct(&blocks[i], checkCount: checks) else { return nil }
      most = max(most, corrected)
    }
    let drawn = collect(blocks, checks).flatMap { codeword -> [Bool] in
      (0..<8).map { codeword >> UInt8(7 - $0) & 1 == 1 }
    }
    columns.write(drawn, &grid, isMasked)
    return RedrawnSymbol(grid: grid, corrected: most, correctable: checks / 2)
  }

  /// The blocks: data and checks are dealt out in turn; those that have more data are the last.
  private static func deal(_ codewords: [UInt8], _ count: Int, _ checks: Int) -> [[UInt8]] {
    let data = codewords.count - count * checks
    let (short, longer) = data.quotientAndRemainder(dividingBy: count)
    var blocks = [[UInt8]](repeating: [], count: count)
    for (i, codeword) in codewords.enumerated() {
      if i < short * count {
        blocks[i % count].append(codeword)
      } else if i < data {
        blocks[count - longer + i - short * count].append(codeword)
      } else {
        blocks[(i - data) % count].append(codeword)
      }
    }
    return blocks
  }

  private static func collect(_ blocks: [[UInt8]], _ checks: Int) -> [UInt8] {
    var out: [UInt8] = []
    let longest = blocks.reduce(0) { max($0, $1.count - checks) }
    for i in 0..<longest { for block in blocks where i < block.count - checks { out.append(block[i]) } }
    for i in 0..<checks { for block in blocks { out.append(block[block.count - checks + i]) } }
    return out
  }

  /// The 18 bits of level and version.
  private static func word(_ data: Int, isSub: Bool) -> Int { QRFormat.versionWord(data) ^ (isSub ? 0x20a7b : 0x1fab2) }

  /// Where the format information is, from its first bit on: right of the finder pattern, and left of and above the finder sub-pattern.
  private static let formatPlaces =
    [3, 2, 1].map { (11, $0) } + [10, 9, 8].flatMap { x in [5, 4, 3, 2, 1].map { (x, $0) } }
  private static func subFormatPlaces(_ w: Int, _ h: Int) -> [(Int, Int)] {
    [3, 4, 5].map { (w - $0, h - 6) } + [6, 7, 8].flatMap { x in (2...6).map { (w - x, h - $0) } }
  }

  /// Everything that is no data, and where it is.
  private static func patterns(_ w: Int, _ h: Int, _ format: Int) -> (ModuleGrid, [Bool])? {
    guard var grid = ModuleGrid(columns: w, rows: h) else { return nil }
    var used = [Bool](repeating: false, count: w * h)
    func mark(_ xs: ClosedRange<Int>, _ ys: ClosedRange<Int>) {
      for y in ys.clamped(to: 0...h - 1) { for x in xs.clamped(to: 0...w - 1) { used[y * w + x] = true } }
    }
    mark(0...w - 1, 0...0)
    mark(0...w - 1, h - 1...h - 1)
    mark(0...0, 0...h - 1)
    mark(w - 1...w - 1, 0...h - 1)
    for x in stride(from: 0, to: w, by: 2) {
      grid[x, 0] = true
      grid[x, h - 1] = true
    }
    let alignment = alignment(w)
    for y in stride(from: 0, to: h, by: 2) { for x in [0, w - 1] + alignment { grid[x, y] = true } }
    for x in alignment {
      mark(x...x, 0...h - 1)
      for y in [1, h - 2] {
        grid.drawRings(x, y, radius: 1, lightRings: [0])
        mark(x - 1...x + 1, y - 1...y + 1)
      }
    }
    // Corners: the finder pattern, its sub-pattern, and two that are three modules each.
    for (x, y, dx, dy) in [(w - 1, 0, -1, 1), (0, h - 1, 1, -1)] where x > 0 || h > 7 {
      for (u, v) in [(x, y), (x + dx, y), (x, y + dy)] { grid[u, v] = true }
      mark(min(x, x + dx)...max(x, x + dx), min(y, y + dy)...max(y, y + dy))
    }
    grid.drawRings(3, 3, radius: 4, lightRings: [2, 4])
    mark(0...7, 0...7)
    grid.drawRings(w - 3, h - 3, radius: 2, lightRings: [1])
    mark(w - 5...w - 1, h - 5...h - 1)
    for (isSub, places) in [(false, formatPlaces), (true, subFormatPlaces(w, h))] {
      let word = word(format, isSub: isSub)
      for (i, (x, y)) in places.enumerated() {
        grid[x, y] = word >> (17 - i) & 1 == 1
        used[y * w + x] = true
      }
    }
    return (grid, used)
  }
}
