import DMCCBench
import SimulatorCore
import Testing

/// The recorded session, cut. Every byte is cut at by `dmcc-trial cuts`; here every 23rd, and all of the first ones.
@Suite struct CutTests {
  @Test(arguments: Profile.allCases) func cutsLeaveNothingBehind(_ profile: Profile) {
    let whole = Cuts(profile)
    #expect(whole.input > 200 && whole.output > 1000)
    for direction in [Cuts.Direction.toReader, .toHost] {
      let count = direction == .toReader ? whole.input : whole.output
      for at in 0...count where at < 40 || at % 23 == 0 {
        if let fault = whole.cut(direction, at: at) { Issue.record("\(profile) \(direction) \(at): \(fault)") }
      }
    }
  }
}
