import ReaderCore

/// Looks ahead of the search's turn, by a second thread.
extension Search {
  /// Nanoseconds of CPU time after which a search asks for a second thread, and what is added for each pixel: most frames are
  /// over by then, and the copy of the frame is small against it.
  static let patience: (base: Int64, pixel: Double) = (4_000_000, 2)
  /// Pixels of the patches that the second thread keeps.
  private static let helperPixels = 16_000_000

  /// Gets the second thread when the request allows one and the search takes long.
  func share() {
    guard request.maxThreads > 1, ahead == nil, recorder == nil, !isAhead, plan.count > 0 else { return }
    let patience = Search.patience.base + Int64(Search.patience.pixel * Double(luma.width * luma.height))
    guard SystemClock.threadCPU() &- beginCPU >= min(patience, pipeline.patience),
      let (thread, helper) = pipeline.makeSecond(),
      let copy = try? LumaImage(copying: luma)
    else { return }
    for reader in helper.readers { reader.prepare(request) }
    let ahead = LookAhead()
    self.ahead = ahead
    ahead.plan(agenda(), self)
    let frame = LumaView(base: copy.base, width: copy.width, height: copy.height, stride: copy.width, owner: copy)
    let tools = LookTools(helper, frame, PatchCache(limit: Search.helperPixels))
    thread.begin { ahead.help(tools) }
  }

  /// What the search will look at from here on if nothing more is read.
  private func agenda() -> [LookUnit] {
    var units: [LookUnit] = []
    for (number, step) in plan[planned...].enumerated() {
      guard let indices = step.indices else {
        if number > 0, step.task.canBeAhead {
          units.append(LookUnit(task: step.task, depth: step.depth, index: nil, candidate: nil))
        }
        continue
      }
      var boxes: [CandidateBox] = []
      for i in indices.dropFirst(number == 0 ? position : 0) {
        guard step.depth <= 2 else {
          units.append(LookUnit(task: step.task, depth: step.depth, index: i, candidate: candidates[i]))
          continue
        }
        guard !isHopeless(candidates[i]) else { continue }
        let candidate = fitted[i] ?? tightened(i)
        let box = CandidateBox(candidate)
        if boxes.contains(where: { $0.overlap(box) > 0.85 }) || Rectifier.cost(of: candidate) > work { continue }
        boxes.append(box)
        units.append(LookUnit(task: step.task, depth: step.depth, index: i, candidate: candidate))
      }
    }
    return units
  }

  /// Plans what comes, in the order in which it comes.
  func plan(_ steps: [Step]) {
    (plan, planned, position) = (steps, 0, 0)
    ahead?.plan(agenda(), self)
  }

  /// Looks at a unit: with what was seen by somebody ahead, where somebody was.
  func perform(_ task: Task, _ index: Int?, _ candidate: Candidate?) {
    share()
    if let ahead {
      log = ahead.arrive(at: LookUnit.number(task, depth, index), self)
    }
    run(task, index, candidate)
    log?.close()
    log = nil
  }

  /// Looks at a unit ahead of its turn.
  func run(_ unit: LookUnit) {
    depth = unit.depth
    current = unit.index
    if let candidate = unit.candidate, isCovered(candidate) { return }
    if let index = unit.index { fitted[index] = unit.candidate }
    run(unit.task, unit.index, unit.candidate)
  }

  /// Whether a look ahead of the search's turn may begin, or go on.
  var canGoOn: Bool { (log?.isOpen ?? true) && (ahead?.goesOn(awaited) ?? true) }
}

extension DecodePipeline {
  /// The second thread, and what it looks with: they are made for the first search that wants them, and end with the pipeline. Nil
  /// when the system has no thread to give, or when it is still busy with a look of the last search.
  fileprivate func makeSecond() -> (SecondThread, DecodePipeline)? {
    // In a child of `fork()` the thread has to be started anew.
    if let second, second.thread.isAlive { return second.thread.isBusy ? nil : second }
    guard let thread = SecondThread() else { return nil }
    second = (thread, EngineRegistry.makePipeline(nil))
    return second
  }
}
