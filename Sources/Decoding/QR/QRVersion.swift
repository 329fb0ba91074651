/// Error correction level of a QR code, in the order of the tables.
enum QRLevel: Int, CaseIterable {
  case low, medium, quartile, high

  /// The level for the two bits of the format information.
  init(formatBits: Int) { self = [.medium, .low, .high, .quartile][formatBits & 3] }
}

/// The fixed geometry of one version (ISO/IEC 18004:2015, clause 6 and tables 1, 9 and E.1).
struct QRVersion {
  /// 1 to 40.
  let number: Int
  /// Modules on a side: 21 to 177.
  var side: Int { 17 + 4 * number }

  /// Makes a version; nil outside 1 to 40.
  init?(_ number: Int) {
    guard (1...40).contains(number) else { return nil }
    self.number = number
  }

  /// Centres of the alignment patterns, the same for rows and columns.
  var alignmentPositions: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<(count - 1)).map { side - 7 - (count - 2 - $0) * step }
  }

  /// Centres of all alignment patterns that exist: all pairs but the three on finder patterns.
  var alignmentCentres: [(x: Int, y: Int)] {
    let positions = alignmentPositions
    var centres: [(x: Int, y: Int)] = []
    for (j, y) in positions.enumerated() {
      for (i, x) in positions.enumerated() {
        let last = positions.count - 1
        if (i == 0 && j == 0) || (i == 0 && j == last) || (i == last && j == 0) { continue }
        centres.append((x, y))
      }
    }
    return centres
  }

  /// Which modules carry no data: finders with separators, timing, alignment, format and version information.
  func functionModules() -> [Bool] {
    let n = side
    var used = [Bool](repeating: false, count: n * n)
    func fill(_ xs: Range<Int>, _ ys: Range<Int>) {
      for y in ys { for x in xs { used[y * n + x] = true } }
    }
    fill(0..<9, 0..<9)
    fill((n - 8)..<n, 0..<9)
    fill(0..<9, (n - 8)..<n)
    fill(6..<7, 0..<n)
    fill(0..<n, 6..<7)
    for centre in alignmentCentres { fill((centre.x - 2)..<(centre.x + 3), (centre.y - 2)..<(centre.y + 3)) }
    if number >= 7 {
      fill((n - 11)..<(n - 8), 0..<6)
      fill(0..<6, (n - 11)..<(n - 8))
    }
    return used
  }

  /// Data and error correction codewords of the whole symbol.
  var codewords: Int {
    var modules = side * side - functionModules().count { $0 }
    modules -= modules % 8
    return modules / 8
  }

  /// Error correction codewords in each block.
  func checkCodewords(_ level: QRLevel) -> Int { QRVersion.checkTable[level.rawValue][number - 1] }

  /// Number of blocks.
  func blocks(_ level: QRLevel) -> Int { QRVersion.blockTable[level.rawValue][number - 1] }

  /// Codewords of a block that only serve to detect errors and must not be used up by correction.
  func misdecodeProtection(_ level: QRLevel) -> Int {
    switch (number, level) {
    case (1, .low): 3
    case (1, .medium), (2, .low): 2
    case (1, .quartile), (1, .high), (3, .low): 1
    default: 0
    }
  }

  /// Length of a character count in bits.
  func countBits(numeric: Bool = false, alphanumeric: Bool = false, byte: Bool = false) -> Int {
    let group = number < 10 ? 0 : number < 27 ? 1 : 2
    if numeric { return [10, 12, 14][group] }
    if alphanumeric { return [9, 11, 13][group] }
    if byte { return [8, 16, 16][group] }
    return [8, 10, 12][group]
  }

  private static let checkTable: [[Int]] = [
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30,
      30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  private static let blockTable: [[Int]] = [
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19,
      20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43,
      45,
      48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
      54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]
}
