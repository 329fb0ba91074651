/// From modules to data codewords.
enum QRCodewords {
  /// The corrected data codewords of a symbol, with the number of corrected ones; nil when it cannot be read.
  static func data(_ matrix: QRMatrix) -> (bytes: [UInt8], corrections: Int, version: QRVersion, level: QRLevel)? {
    guard let version = matrix.version, let format = QRFormat(matrix) else { return nil }
    if version.number >= 7, let named = QRFormat.version(matrix), named != version.number { return nil }
    let raw = read(matrix, version, format.mask)
    let blocks = deinterleave(raw, version, format.level)
    let check = version.checkCodewords(format.level)
    let limit = (check - version.misdecodeProtection(format.level)) / 2
    var data: [UInt8] = []
    data.reserveCapacity(raw.count)
    var corrections = 0
    for block in blocks {
      var block = block
      guard let corrected = ReedSolomon.qr.correct(&block, checkCount: check, limit: limit) else { return nil }
      corrections += corrected
      data += block.dropLast(check)
    }
    return (data, corrections, version, format.level)
  }

  /// Codewords in the order of the symbol: columns in pairs from the right, up and down, unmasked.
  static func read(_ matrix: QRMatrix, _ version: QRVersion, _ mask: Int) -> [UInt8] {
    let n = matrix.side
    let used = version.functionModules()
    var codewords: [UInt8] = []
    codewords.reserveCapacity(n * n / 8)
    var byte = 0
    var bits = 0
    var upward = true
    var right = n - 1
    while right > 0 {
      if right == 6 { right -= 1 }  // the timing column is no part of a pair
      for i in 0..<n {
        let y = upward ? n - 1 - i : i
        for x in [right, right - 1] where !used[y * n + x] {
          let bit = matrix[x, y] != isMasked(x, y, mask)
          byte = byte << 1 | (bit ? 1 : 0)
          bits += 1
          if bits == 8 {
            codewords.append(UInt8(byte))
            byte = 0
            bits = 0
          }
        }
      }
      upward.toggle()
      right -= 2
    }
    return codewords
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
}
