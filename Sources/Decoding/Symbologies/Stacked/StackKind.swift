import ReaderCore

/// The stacked symbologies.
enum StackKind: CaseIterable {
  case codablockF, code16K, code49

  var symbology: Symbology {
    switch self {
    case .codablockF: .codablockF
    case .code16K: .code16K
    case .code49: .code49
    }
  }

  /// Lines that must agree on each row: one where a row checks itself as Code 128 does.
  var leastLines: Int { self == .codablockF ? 1 : 2 }

  /// The rows that a line shows in the order of reading.
  func rows(_ edges: StackEdges, _ characters: CharacterSet) -> [StackRow] {
    switch self {
    case .codablockF: CodablockFLine.rows(edges, characters)
    case .code16K: Code16KLine.rows(edges, characters)
    case .code49: Code49Line.rows(edges)
    }
  }

  /// The number of rows of the symbol, where a row tells it.
  func rowCount(_ row: StackRow) -> Int? {
    switch self {
    case .codablockF:
      guard row.row == 0, let (_, number) = CodablockF.head(row.words) else { return nil }
      return number + 2
    case .code16K: return row.row == 0 ? row.words.first.flatMap { Code16K.rowCount($0) } : nil
    case .code49: return row.row == nil ? Code49.rowCount(row.words) : nil
    }
  }

  /// The modules of complete rows, a row each.
  func modules(_ rows: [[Int]]) -> [[Bool]]? {
    switch self {
    case .codablockF: CodablockF.modules(rows)
    case .code16K: Code16K.modules(rows)
    case .code49: Code49.modules(rows)
    }
  }

  /// What complete rows say; nil when a check fails.
  func decode(_ rows: [[Int]]) -> StackValue? {
    switch self {
    case .codablockF: CodablockF.decode(rows)
    case .code16K: Code16K.decode(rows)
    case .code49: Code49.decode(rows)
    }
  }
}
