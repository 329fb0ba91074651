import ReaderCore

extension LinearVerifier {
  /// Highest mean cost per cell at which a symbol counts as fitted.
  static let fitLimit: Float = 0.27
  /// The same for a value that is the best of all valid ones on all lines all the same: blurred and worn symbols.
  static let poorLimit: Float = 0.42
  /// Costs in characters, mean of the lines: what another valid value must be cheaper than a claim to refute it, and what
  /// the next best must be dearer to confirm it.
  static let gapLimit: Float = 0.1
  static let leadLimit: Float = 0.05
  /// What the mean cost of the claim may exceed that of the best characters, valid or not.
  static let excessLimit: Float = 0.05

  /// Lines over the height of the symbol and their verdict together.
  func judge(_ p: Placement, _ code: DecodedCode) -> Verdict {
    let lines = 5
    let thickness = max(1, min(5, Int(p.lines.height / Double(lines) / 1.5)))
    var results: [LineResult] = []
    var pair: (Int, Int)?
    for k in [2, 1, 3, 0, 4] {
      let h = (Double(k) + 0.5) / Double(lines)
      // Engines average positions over lines, so that under perspective each line ends elsewhere.
      var mine = k == 2 ? p : correlate(p.lines, p.layout, h, near: p)
      if mine.likeness < 0.7 * p.likeness || mine.inverted != p.inverted { mine = p }
      let count = load(mine, h, thickness: thickness)
      guard let r = compare(p, count, pair: pair) else { continue }
      trace?("line \(k) claimed \(r.claimed) free \(r.free) quiet \(r.quietStart) \(r.quietEnd) growth, blur \(r.pair)")
      if r.free < LinearVerifier.fitLimit { pair = r.pair }
      results.append(r)
    }
    let good = results.filter { $0.free < LinearVerifier.fitLimit }
    let poor = good.isEmpty
    let used = poor ? results.filter { $0.free < LinearVerifier.poorLimit } : good
    guard !used.isEmpty else {
      return Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol cannot be fitted.")
    }
    let (gap, lead, choice) = decide(p, used, code)
    let says = choice.map { means($0, p, code) } ?? false
    let claimed = used.reduce(0) { $0 + $1.claimed } / Float(used.count)
    let free = used.reduce(0) { $0 + $1.free } / Float(used.count)
    trace?("gap \(gap) lead \(lead) says \(says) claimed \(claimed) free \(free) of \(used.count) lines")
    if !says {
      // A symbol that hardly fits refutes nothing.
      // Among more than a hundred characters one fits anything a little.
      let large = p.layout.cells.contains { $0.range.count > 40 }
      if !poor, gap > LinearVerifier.gapLimit, free < (large ? 0.12 : LinearVerifier.fitLimit) {
        return Verdict(
          outcome: .refuted, confidence: min(95, 60 + Int(35 * min(1, gap))), reason: "The pixels say another value.")
      }
      return Verdict(outcome: .unverifiable, confidence: 20, reason: "The pixels do not tell the value from another.")
    }
    if gap == 0, claimed - free > LinearVerifier.excessLimit, !poor {
      return Verdict(outcome: .unverifiable, confidence: 25, reason: "Characters that are not valid fit better.")
    }
    if lead < (poor ? 3 : 1) * LinearVerifier.leadLimit || poor && used.count < 3 {
      return Verdict(outcome: .unverifiable, confidence: 30, reason: "No line tells the value from the next best.")
    }
    let quiet = used.filter { $0.quietStart && $0.quietEnd }.count
    let weak = code.symbology != .upcEan && code.symbology != .code128 && code.symbology != .code93
    if weak, let broken = weakRules(p, used.count, quiet, poor) { return broken }
    if code.symbology == .code128, isStacked(p) {
      return Verdict(outcome: .refuted, confidence: 80, reason: "It is a row of a stacked symbol.")
    }
    let fit = max(0, 1 - claimed / 0.35)
    let share = Float(used.count) / Float(lines)
    let confidence = Int((poor ? 30 : 40) + 25 * fit + 20 * share + 15 * min(1, lead / 0.5))
    return Verdict(
      outcome: .confirmed, confidence: max(1, min(99, confidence)),
      reason: "\(used.count) of \(lines) lines confirm the value\(quiet > 0 ? ", with quiet zones" : "").",
      hasQuietZones: quiet > 0)
  }

  /// Symbologies that check themselves little must keep more rules; nil when they do.
  private func weakRules(_ p: Placement, _ lines: Int, _ quiet: Int, _ poor: Bool) -> Verdict? {
    if quiet * 2 < lines { return Verdict(outcome: .refuted, confidence: 70, reason: "Quiet zones are missing.") }
    if poor || lines < 3 {
      return Verdict(outcome: .unverifiable, confidence: 30, reason: "Too few lines agree.")
    }
    // A line that runs askew through the bars leaves the symbol before its end and sees a shorter one.
    if let lean = p.lines.lean, abs(lean) > 0.6 {
      return Verdict(outcome: .unverifiable, confidence: 30, reason: "The line runs askew through the bars.")
    }
    return nil
  }

  /// Costs of all lines together: what the claim is dearer than the best valid value, the lead of that value, and it.
  private func decide(_ p: Placement, _ lines: [LineResult], _ code: DecodedCode)
    -> (gap: Float, lead: Float, choice: [Int]?)
  {
    var positions: [ChainSolver.Position] = []
    var claimed: [Int] = []
    var at = 0
    for cell in p.layout.cells where cell.range.count > 1 {
      var cost = [Float](repeating: 0, count: cell.range.count)
      for line in lines { for k in 0..<cost.count { cost[k] += line.costs[at][k] } }
      for k in 0..<cost.count { cost[k] /= Float(lines.count) }
      positions.append(ChainSolver.Position(characters: Array(cell.range), costs: cost, shares: cost.map { _ in 0 }))
      claimed.append(cell.claimed < 0 ? -1 : cell.claimed - cell.range.lowerBound)
      at += 1
    }
    let r = VerifierRules(solver: solver, positions: positions, claimed: claimed).judge(code.symbology, code.variant)
    return (r.gap, r.lead, r.choice.isEmpty && !positions.isEmpty ? nil : r.choice)
  }

  /// Whether the best row of characters means the claimed value.
  private func means(_ choice: [Int], _ p: Placement, _ code: DecodedCode) -> Bool {
    let cells = p.layout.cells.filter { $0.range.count > 1 }
    guard choice.count == cells.count else { return false }
    if code.symbology == .code128 {
      guard let message = Code128Tables.message(Array(choice.dropLast())) else { return false }
      // Engines differ in whether they report separators.
      return message.bytes.filter { $0 != 0x1D } == code.bytes.filter { $0 != 0x1D }
    }
    for (i, cell) in cells.enumerated() where cell.claimed >= 0 && cell.claimed != choice[i] { return false }
    return true
  }
}
