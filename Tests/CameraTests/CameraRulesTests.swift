import ReaderCore
import Testing

@testable import Discovery

/// The file that says which camera looks to which side.
@Suite struct CameraRulesTests {
  let rules = CameraRules(
    """
    # till 7
    front v4l2:usb-046d:0825-1A2B3C
    back  v4l2:usb-046d:*   # all others of this maker
      front\tname:Integrated Camera*

    sideways v4l2:x
    front
    back name:Exact\r
    """)

  @Test func theFirstRuleThatFitsCounts() {
    #expect(rules.side(aliases: ["v4l2:usb-046d:0825-1A2B3C"], name: "") == .front)
    #expect(rules.side(aliases: ["v4l2:usb-0000:1", "v4l2:usb-046d:0825-9"], name: "") == .back)
    #expect(rules.side(aliases: ["v4l2:usb-1"], name: "Integrated Camera: Front") == .front)
    #expect(rules.side(aliases: ["v4l2:usb-1"], name: "Exact") == .back)
    #expect(rules.side(aliases: ["v4l2:usb-1"], name: "Exactly") == nil)
    #expect(rules.side(aliases: [], name: "name:Exact") == nil)
  }

  @Test func linesThatAreNoRulesAreNamed() {
    #expect(rules.faults.map { String($0.prefix(6)) } == ["line 6", "line 7"])
    #expect(CameraRules("").faults.isEmpty)
    #expect(!CameraRules("\u{0}\u{FFFD}front").faults.isEmpty)
  }

  @Test func aSideTakesItsCameraElseOneWithoutARule() {
    func camera(_ identity: String, _ name: String) -> CameraDevice {
      CameraDevice(
        identity: identity, aliases: [identity], name: name, node: "/dev/video0", driver: "uvcvideo", formats: [],
        problem: nil)
    }
    let front = camera("v4l2:usb-046d:0825-1A2B3C", "A")
    let back = camera("v4l2:usb-046d:0825-9", "B")
    let other = camera("v4l2:usb-1", "C")
    func pick(_ cameras: [CameraDevice], _ side: CameraRules.Side) -> String? {
      CameraList(cameras: cameras).camera(on: side, rules)?.identity
    }
    #expect(pick([other, back, front], .front) == front.identity)
    #expect(pick([other, front, back], .back) == back.identity)
    #expect(pick([front, other], .back) == other.identity)
    #expect(pick([back], .front) == nil)
    #expect(pick([other], .front) == other.identity)
    #expect(pick([], .back) == nil)
  }
}
