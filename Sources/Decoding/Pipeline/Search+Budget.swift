import ReaderCore

/// What a search may cost: a budget in pixels that the fast engine looks at (about 2.5 ns each), and a deadline.
extension Search {
  /// What the quick efforts may cost.
  static func quickWork(_ effort: Int, _ pixels: Int) -> Int {
    effort <= 1 ? 200_000 + pixels / 4 : 900_000 + pixels * 15 / 100
  }

  /// What the steps of the thorough efforts may cost: so many looks at the picture, fewer when a code was found.
  var thoroughWork: Int {
    let looks = request.effort == 3 ? 20 : request.effort == 4 ? 40 : 80
    return looks * (100_000 + luma.width * luma.height) / (found.isEmpty ? 1 : 3)
  }

  /// Takes what a look costs out of the budget; false when it does not fit.
  ///
  /// The quick efforts finish a step that they began, the thorough ones begin none that is too large. An engine cannot be
  /// interrupted, so a look that would outlast the deadline is not begun: what it takes is judged by what the looks
  /// before it took.
  func afford(_ cost: Int) -> Bool {
    if isAhead, !canGoOn || cost > work { return false }
    if depth > 2, cost > work { return false }
    if let deadline = request.deadline {
      let now = clock()
      if spent > 100_000 { pace = max(pace, Double(now &- begin) / Double(spent)) }
      guard Double(cost) * pace < Double(deadline &- now) else { return false }
    }
    work -= cost
    spent += cost
    return true
  }

  /// Whether the time is up.
  var isLate: Bool { request.deadline.map { clock() >= $0 } ?? false }
}
