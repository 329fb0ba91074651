import ReaderCore

/// A piece of the search that can be looked at ahead of its turn: one step at one candidate, or at the whole frame.
struct LookUnit {
  let task: Search.Task
  /// Effort at which it is looked at.
  let depth: Int
  let index: Int?
  let candidate: Candidate?

  /// Tells units of a search apart.
  var number: Int { LookUnit.number(task, depth, index) }
  static func number(_ task: Search.Task, _ depth: Int, _ index: Int?) -> Int {
    ((task.rawValue << 3 | depth) << 24) + (index ?? -1) + 1
  }
}

/// What one thread looks with, and at what.
final class LookTools {
  let pipeline: DecodePipeline
  let luma: LumaView
  let patches: PatchCache

  init(_ pipeline: DecodePipeline, _ luma: LumaView, _ patches: PatchCache) {
    (self.pipeline, self.luma, self.patches) = (pipeline, luma, patches)
  }
}

/// Shares the looks of a search between its thread and a second one.
///
/// The second thread takes the looks that the search will most likely come to, in their order, as if nothing more were read. It
/// looks with the search's own steps, and notes what each look gave. The search itself runs as it would alone, from step
/// to step; where it comes to a look that was taken it goes on with what that gave. So what is read, and in which order, is the same.
/// Where it comes to a place that the second thread looks at in that moment, it looks ahead itself until that is done.
///
/// The second thread has a copy of the frame: a search that is over does not wait for its last look, which cannot be interrupted.
final class LookAhead {
  private let lock = Lock()
  private var units: [LookUnit] = []
  /// The first that may wait to be looked at.
  private var first = 0
  /// How many the search has come to, or passed.
  private var passed = 0
  /// Those that somebody looks at, or has looked at.
  private var logs: [Int: LookLog] = [:]
  /// Those that the search has come to.
  private var past: Set<Int> = []
  /// What was looked at costs the search as much when it comes to it.
  private var ahead = 0
  /// The search as it was when it came to its last unit.
  private var search: Search?

  /// Sets what will be looked at from now on.
  func plan(_ units: [LookUnit], _ search: Search) {
    let copy = Search(copying: search)
    lock.locked {
      self.units = units
      self.search = copy
      (first, passed) = (0, 0)
      ahead = units.reduce(0) { $0 + (past.contains($1.number) ? 0 : logs[$1.number]?.cost ?? 0) }
      lock.signal()
    }
  }

  /// The search is over: the second thread begins no look any more.
  func end() {
    lock.locked {
      search = nil
      lock.signal()
    }
  }

  /// Whether the search goes on, and nothing was read in what it waits for.
  func goesOn(_ awaited: LookLog?) -> Bool {
    lock.locked { search != nil && !(awaited?.hasRead ?? false) }
  }

  /// Looks at one unit after the other until the search is over.
  func help(_ tools: LookTools) {
    while true {
      let claim: Claim? = lock.locked {
        while search != nil {
          if let claim = self.claim() { return claim }
          lock.wait()
        }
        return nil
      }
      guard let claim else { return }
      look(claim, tools, awaited: nil)
    }
  }

  /// The search comes to a unit: what was seen there, or is seen; nil when it has to look itself.
  func arrive(at number: Int, _ search: Search) -> LookLog? {
    let copy = Search(copying: search)
    return lock.locked {
      self.search = copy
      // What comes before it was passed over.
      if let at = units[passed...].firstIndex(where: { $0.number == number }) {
        for unit in units[passed...at] { leave(unit.number) }
        passed = at + 1
        first = max(first, passed)
      }
      return logs[number]
    }
  }

  /// Waits for the end of a look that somebody takes ahead.
  ///
  /// - Parameter tools: What the search looks ahead with meanwhile.
  func wait(for key: LookKey, _ log: LookLog, _ search: Search) {
    let tools = LookTools(search.pipeline, search.luma, search.patches)
    while true {
      var claim: Claim?
      let isOver: Bool = lock.locked {
        guard log.isRunning(key), !search.isLate else { return true }
        claim = self.claim()
        if claim == nil { lock.wait(until: search.request.deadline) }
        return false
      }
      if isOver { return }
      if let claim { look(claim, tools, awaited: log) }
    }
  }

  private struct Claim {
    let unit: LookUnit
    let log: LookLog
    let search: Search
    let work: Int
  }

  /// The next unit that nobody has looked at. Only with the lock held.
  private func claim() -> Claim? {
    guard let search else { return nil }
    while first < units.count {
      let unit = units[first]
      first += 1
      if logs[unit.number] != nil || past.contains(unit.number) { continue }
      let log = LookLog(lock)
      logs[unit.number] = log
      return Claim(unit: unit, log: log, search: search, work: search.work - ahead)
    }
    return nil
  }

  private func look(_ claim: Claim, _ tools: LookTools, awaited: LookLog?) {
    let one = Search(copying: claim.search, tools, claim.log, self, awaited: awaited)
    one.work = claim.work
    one.run(claim.unit)
    claim.log.close()
    lock.locked {
      guard !past.contains(claim.unit.number) else { return }
      claim.log.cost = claim.work - one.work
      ahead += claim.log.cost
    }
  }

  /// The search has passed a unit. Only with the lock held.
  private func leave(_ number: Int) {
    guard past.insert(number).inserted, let log = logs[number] else { return }
    ahead -= log.cost
  }
}
