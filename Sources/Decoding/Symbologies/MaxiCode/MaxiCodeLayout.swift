/// Where the modules of a MaxiCode lie (ISO/IEC 16023:2000): 33 rows of 30 hexagons, those of odd rows half a module further to
/// the right and one fewer, around a bull's eye of three rings.
///
/// Coordinates are in modules (the distance of hexagons in a row) from the middle of the bull's eye, x along the rows, y down.
enum MaxiCodeLayout {
  static let rows = 33
  static let columns = 30
  /// Bits of the 144 codewords of six bits.
  static let bits = 864
  /// Distance of rows in modules.
  static let rowDistance = 0.75.squareRoot()
  /// Radii at which the colour changes: light inside the first, dark to the second, and so on. The third dark ring ends at the last.
  static let rings: [Double] = [0.577, 1.362, 2.146, 2.931, 3.715, 4.5]

  /// Middle of a module; cells are numbered by rows of thirty.
  static func place(_ cell: Int) -> (x: Double, y: Double) {
    let (row, column) = (cell / columns, cell % columns)
    return (Double(column - 14) + (row % 2 == 1 ? 0.5 : 0), Double(row - 16) * rowDistance)
  }

  /// Modules that tell which side is up, three at each corner of a hexagon around the bull's eye, and two in a corner of the
  /// symbol: cell, and whether it is dark.
  static let marks: [(cell: Int, isDark: Bool)] = [
    (280, true), (281, true), (311, true), (287, false), (317, false), (318, false), (457, true), (487, false),
    (488, true), (500, true), (501, false), (530, true), (670, true), (671, false), (700, true), (677, true),
    (706, false), (707, true), (28, true), (29, true),
  ]

  /// The cell of each bit, the highest of the first codeword first (figure 5 of the standard).
  static let cells: [Int] = {
    var cells = primary
    // Codewords are three rows high and two columns wide and run to and fro around the primary message.
    for band in 0..<11 {
      let around: [Int]
      switch band {
      case 3, 7: around = [0, 1, 2, 3, 11, 12, 13]
      case 4, 5, 6: around = [0, 1, 2, 11, 12, 13]
      default: around = Array(0..<14)
      }
      for pair in band % 2 == 0 ? around : around.reversed() {
        for row in 3 * band..<3 * band + 3 {
          cells.append(row * columns + 2 * pair + 1)
          cells.append(row * columns + 2 * pair)
        }
      }
    }
    // The last codewords share the right edge.
    for row in 1..<rows {
      if row % 2 == 0 { cells.append(row * columns + 29) }
      cells.append(row * columns + 28)
    }
    return cells
  }()

  /// The 120 bits of the primary message, next to the bull's eye.
  private static let primary: [Int] = [
    469, 529, 286, 316, 347, 346, 673, 672, 703, 702, 647, 676, 283, 282, 313, 312, 370, 610, 618, 379,
    378, 409, 408, 439, 705, 704, 559, 589, 588, 619, 458, 518, 640, 701, 675, 674, 285, 284, 315, 314,
    310, 340, 531, 289, 288, 319, 349, 348, 456, 486, 517, 516, 471, 470, 369, 368, 399, 398, 429, 428,
    549, 548, 579, 578, 609, 608, 649, 648, 679, 678, 709, 708, 639, 638, 669, 668, 699, 698, 279, 278,
    309, 308, 339, 338, 381, 380, 411, 410, 441, 440, 561, 560, 591, 590, 621, 620, 547, 546, 577, 576,
    607, 606, 367, 366, 397, 396, 427, 426, 291, 290, 321, 320, 351, 350, 651, 650, 681, 680, 711, 710,
  ]

  /// The modules of codewords, row by row; odd rows have no last one.
  static func modules(_ codewords: [UInt8]) -> [[Bool]] {
    var modules = [[Bool]](repeating: [Bool](repeating: false, count: columns), count: rows)
    for mark in marks where mark.isDark { modules[mark.cell / columns][mark.cell % columns] = true }
    for (bit, cell) in cells.enumerated() where bit / 6 < codewords.count {
      modules[cell / columns][cell % columns] = codewords[bit / 6] >> UInt8(5 - bit % 6) & 1 == 1
    }
    return modules
  }
}
