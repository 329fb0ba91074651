/// Bars of several heights, drawn as postal codes are.
public enum BarsDrawing {
  /// Rows of modules for bars one module wide and two modules apart.
  ///
  /// - Parameters:
  ///   - letters: A bar each: F full, A ascender, D descender, T tracker.
  ///   - tracker: Height of the tracker in modules.
  ///   - half: Height of ascenders and of descenders.
  public static func modules(_ letters: String, tracker: Int = 2, half: Int = 3) -> [[Bool]] {
    let bars = Array(letters.utf8)
    return (0..<(2 * half + tracker)).map { row in
      bars.flatMap { bar in
        let isDark =
          row < half
          ? bar == 0x46 || bar == 0x41 : row < half + tracker ? true : bar == 0x46 || bar == 0x44
        return [isDark, false]
      }
    }
  }

  /// The letters of the rows that `zint --dump` prints: the first row holds ascenders, the last descenders.
  public static func letters(_ rows: [[Bool]]) -> String {
    guard rows.count > 1, let top = rows.first, let bottom = rows.last else { return "" }
    let tracker = rows[rows.count / 2]
    var out = ""
    for x in stride(from: 0, to: tracker.count, by: 2) {
      let (a, d) = (x < top.count && top[x], rows.count > 2 && x < bottom.count && bottom[x])
      if rows.count > 2 ? tracker[x] : bottom[x] { out += a ? (d ? "F" : "A") : d ? "D" : "T" }
    }
    return out
  }
}
