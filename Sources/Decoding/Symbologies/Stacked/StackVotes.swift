import ReaderCore

/// The rows of one symbol as scan lines show them.
struct StackVotes {
  /// One content of one row, and where it was seen.
  struct Entry {
    var row: StackRow
    var count = 1
    /// Heights of the first and the last line that showed it, in the patch, and where it began and ended there.
    var top: (y: Float, slope: Float, start: Float, end: Float)
    var bottom: (y: Float, slope: Float, start: Float, end: Float)
    var y: Float { (top.y + bottom.y) / 2 }
  }

  private(set) var entries: [Entry] = []
  /// Row that the others must resemble.
  private let seed: StackRow
  private static let maximumEntries = 600

  init(_ seed: StackRow) { self.seed = seed }

  /// Counts a row that was read at some height; rows of other symbols are left out.
  mutating func add(_ row: StackRow, y: Float, slope: Float) {
    let (mine, theirs) = (seed.end - seed.start, row.end - row.start)
    guard row.reversed == seed.reversed, row.words.count == seed.words.count, abs(mine - theirs) < 0.25 * mine,
      min(seed.end, row.end) - max(seed.start, row.start) > 0.6 * mine
    else { return }
    let place = (y: y, slope: slope, start: row.start, end: row.end)
    if let i = entries.firstIndex(where: { $0.row.row == row.row && $0.row.words == row.words }) {
      entries[i].count += 1
      if y < entries[i].top.y { entries[i].top = place }
      if y > entries[i].bottom.y { entries[i].bottom = place }
    } else if entries.count < StackVotes.maximumEntries {
      entries.append(Entry(row: row, top: place, bottom: place))
    }
  }

  /// The rows from the top of the symbol, each with the content that most lines show; nil when one is missing, contradicted
  /// by half as many lines, or not between its neighbours.
  func rows(_ kind: StackKind, least: Int) -> [Entry]? {
    guard let number = rowCount(kind) else { return nil }
    var out: [Entry] = []
    for r in 0..<number {
      let isLast = r == number - 1
      var best: Entry?
      var second = 0
      for entry in entries where entry.row.row == r || (isLast && entry.row.row == nil) {
        if entry.count > (best?.count ?? 0) {
          second = best?.count ?? 0
          best = entry
        } else {
          second = max(second, entry.count)
        }
      }
      guard let best, best.count >= least, 2 * second <= best.count else { return nil }
      out.append(best)
    }
    let falls = out[number - 1].y > out[0].y
    for r in 1..<number where (out[r].y > out[r - 1].y) != falls { return nil }
    return out
  }

  /// Whether more than one row was seen.
  var hasSeveralRows: Bool { entries.contains { $0.row.row != entries[0].row.row } }

  /// The number of rows that most lines tell.
  private func rowCount(_ kind: StackKind) -> Int? {
    var best: (number: Int, count: Int)?
    for entry in entries {
      if let number = kind.rowCount(entry.row), entry.count > (best?.count ?? 0) { best = (number, entry.count) }
    }
    return best?.number
  }
}
