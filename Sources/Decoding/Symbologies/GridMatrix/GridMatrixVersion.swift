/// A size of Grid Matrix (AIM AIMD014): 1 to 13, with its error correction.
struct GridMatrixVersion: Equatable {
  let number: Int

  /// nil for numbers that are no version.
  init?(_ number: Int) {
    guard (1...13).contains(number) else { return nil }
    self.number = number
  }

  /// The version of a number of modules on a side.
  init?(side: Int) {
    guard side >= 18, (side - 6) % 12 == 0 else { return nil }
    self.init((side - 6) / 12)
  }

  /// Macromodules on a side.
  var macros: Int { 2 * number + 1 }
  /// Modules on a side.
  var side: Int { 6 * macros }
  /// Codewords: two in each macromodule.
  var codewords: Int { 2 * macros * macros }

  /// Codewords of data at a level, 1 to 5; nil for levels that a version does not have.
  func capacity(level: Int) -> Int? {
    guard (1...5).contains(level) else { return nil }
    let bits = GridMatrixVersion.capacities[number - 1][level - 1]
    return bits > 0 ? bits / 7 : nil
  }

  /// The lengths of the blocks and how many check codewords are in each: the first ones have one more of either.
  func blocks(level: Int) -> [(count: Int, checks: Int)] {
    guard let capacity = capacity(level: level) else { return [] }
    let parts = GridMatrixVersion.blockCounts[number - 1]
    let checks = codewords - capacity
    return (0..<parts).map { i in
      (codewords / parts + (i < codewords % parts ? 1 : 0), checks / parts + (i < checks % parts ? 1 : 0))
    }
  }

  /// Bits of data by version and level, as makers of encoders list them (han-soft.com, Barcode FMX 2D).
  private static let capacities = [
    [0, 105, 91, 77, 63], [315, 280, 245, 210, 175], [623, 553, 483, 413, 343], [1022, 910, 798, 686, 567],
    [1526, 1358, 1190, 1022, 847], [2135, 1897, 1659, 1421, 1183], [2835, 2520, 2205, 1890, 1575],
    [3647, 3241, 2835, 2429, 2023], [4550, 4046, 3542, 3038, 2527], [5558, 4942, 4326, 3710, 3087],
    [6671, 5929, 5187, 4445, 3703], [7875, 7000, 6125, 5250, 4375], [9191, 8169, 7147, 6125, 5103],
  ]
  /// Blocks by version, found in the symbols that zint 2.11 draws.
  private static let blockCounts = [1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 9, 10, 12]
}
