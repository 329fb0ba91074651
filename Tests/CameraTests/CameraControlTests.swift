import CV4L2
import Glibc
import ReaderCore
import Testing

@testable import Camera

/// Controls by V4L2 and LED class devices, against a scripted driver.
@Suite struct CameraControlTests {
  static func node() -> FakeCamera.Node {
    let node = FakeCamera.Node()
    typealias Control = FakeCamera.Control
    node.controls = [
      cv4l2_cid_zoom: Control(100, 400, value: 100),
      cv4l2_cid_focus: Control(0, 250, step: 5, value: 50, only: (cv4l2_cid_focus_auto, 0)),
      cv4l2_cid_focus_auto: Control(0, 1, value: 1),
      // Of the four modes this camera has manual (1) and aperture priority (3), as webcams do.
      cv4l2_cid_exposure_auto: Control(0, 3, value: 3, items: [1: 0, 3: 0], type: cv4l2_ctrl_menu),
      cv4l2_cid_exposure: Control(1, 5000, value: 156, only: (cv4l2_cid_exposure_auto, 1)),
      cv4l2_cid_exposure_bias: Control(
        0, 4, value: 2, items: [0: -2000, 1: -1000, 2: 0, 3: 1000, 4: 2000], type: cv4l2_ctrl_integer_menu),
      cv4l2_cid_gain: Control(0, 200, value: 16, only: (cv4l2_cid_autogain, 0)),
      cv4l2_cid_autogain: Control(0, 1, value: 1),
      cv4l2_cid_brightness: Control(-64, 64, value: 0),
      cv4l2_cid_power_line: Control(0, 2, value: 1, items: [0: 0, 1: 0, 2: 0], type: cv4l2_ctrl_menu),
      cv4l2_cid_flash_mode: Control(0, 2, value: 0, items: [0: 0, 1: 0, 2: 0], type: cv4l2_ctrl_menu),
    ]
    return node
  }

  /// A source that goes gives its camera back.
  private final class Kept {
    var cases: [CameraCase] = []
  }
  private let kept = Kept()

  private func opened(_ node: FakeCamera.Node = CameraControlTests.node()) throws -> (CameraCase, CameraControls) {
    let bench = CameraCase(node)
    try bench.source.open()
    kept.cases.append(bench)
    return (bench, try #require(bench.source.controls))
  }

  @Test func rangesAreInTheUnitsOfTheLibrary() throws {
    let (_, controls) = try opened()
    #expect(controls.available == CameraControl.allCases)
    #expect(controls.range(of: .zoom) == ControlRange(100, 400, standard: 100))
    #expect(controls.range(of: .focus) == ControlRange(0, 100, standard: 20))
    #expect(controls.range(of: .exposure) == ControlRange(0, 500_000, step: 100, standard: 0))
    #expect(controls.range(of: .exposureCompensation) == ControlRange(-2000, 2000, step: 1000, standard: 0))
    #expect(controls.range(of: .gain) == ControlRange(0, 100, standard: 8))
    #expect(controls.range(of: .brightness) == ControlRange(0, 100, standard: 50))
    #expect(controls.range(of: .powerLine) == ControlRange(0, 2, standard: 1))
    #expect(controls.range(of: .lamp) == ControlRange(0, 1, standard: 0))
  }

  /// What each value becomes in the units of the driver, and how it is read back.
  @Test(arguments: [
    (CameraControl.zoom, 250, cv4l2_cid_zoom, Int32(250), 250), (.focus, 100, cv4l2_cid_focus, 250, 100),
    (.focus, 33, cv4l2_cid_focus, 85, 34), (.exposure, 20_000, cv4l2_cid_exposure, 200, 20_000),
    (.exposureCompensation, -900, cv4l2_cid_exposure_bias, 1, -1000), (.gain, 50, cv4l2_cid_gain, 100, 50),
    (.brightness, 0, cv4l2_cid_brightness, -64, 0), (.powerLine, 2, cv4l2_cid_power_line, 2, 2),
    (.lamp, 1, cv4l2_cid_flash_mode, 2, 1), (.autofocus, 0, cv4l2_cid_focus_auto, 0, 0),
  ])
  func valuesReachTheDriver(_ control: CameraControl, _ value: Int, _ id: UInt32, _ raw: Int32, _ back: Int) throws {
    let (bench, controls) = try opened()
    try controls.set(control, to: value)
    #expect(bench.node.controls[id]?.value == raw)
    #expect(try controls.value(of: control) == back)
  }

  @Test func manualAndAutomaticExposure() throws {
    let (bench, controls) = try opened()
    #expect(try controls.value(of: .exposure) == 0)
    try controls.set(.exposure, to: 5000)
    #expect(bench.node.controls[cv4l2_cid_exposure_auto]?.value == cv4l2_exposure_manual)
    try controls.set(.exposure, to: 0)
    #expect(bench.node.controls[cv4l2_cid_exposure_auto]?.value == 3)
    #expect(Self.status { () throws(ReaderError) in try controls.set(.exposure, to: 99) } == .invalidArgument)
  }

  @Test func refusedValuesChangeNothing() throws {
    let (bench, controls) = try opened()
    for (control, value) in [(CameraControl.zoom, 99), (.zoom, 401), (.focus, -1), (.gain, 101), (.powerLine, 3)] {
      #expect(Self.status { () throws(ReaderError) in try controls.set(control, to: value) } == .invalidArgument)
    }
    // The mode goes back when the value is refused after it.
    bench.node.controls[cv4l2_cid_gain]?.only = (cv4l2_cid_zoom, 400)
    #expect(Self.status { () throws(ReaderError) in try controls.set(.gain, to: 50) } == .state)
    #expect(bench.node.controls[cv4l2_cid_autogain]?.value == 1)
    #expect(bench.node.controls[cv4l2_cid_gain]?.value == 16)
  }

  @Test func whatACameraLacksIsNotThere() throws {
    let (_, controls) = try opened(FakeCamera.Node())
    #expect(controls.available.isEmpty)
    for control in CameraControl.allCases {
      #expect(Self.status { () throws(ReaderError) in try controls.set(control, to: 1) } == .unsupported)
      #expect(Self.status { () throws(ReaderError) in _ = try controls.value(of: control) } == .unsupported)
    }
  }

  @Test func disabledAndNonsensicalControlsAreNone() throws {
    let node = Self.node()
    node.controls[cv4l2_cid_gain]?.flags = cv4l2_ctrl_unusable
    node.controls[cv4l2_cid_zoom] = FakeCamera.Control(0, 10, value: 0)
    node.controls[cv4l2_cid_focus] = FakeCamera.Control(Int32.max, Int32.min, value: 0)
    node.controls[cv4l2_cid_exposure_bias] = FakeCamera.Control(
      2_000_000, Int32.max, value: 0, type: cv4l2_ctrl_integer_menu)
    let (_, controls) = try opened(node)
    for control in [CameraControl.gain, .zoom, .focus, .exposureCompensation] {
      #expect(controls.range(of: control) == nil)
    }
  }

  @Test func extremeRangesDoNotTrap() throws {
    let node = Self.node()
    for id in node.controls.keys {
      node.controls[id] = FakeCamera.Control(Int32.min, Int32.max, step: Int32.max, value: Int32.max)
    }
    let (_, controls) = try opened(node)
    for control in CameraControl.allCases {
      guard let range = controls.range(of: control) else { continue }
      for value in [range.minimum, range.maximum] {
        _ = Self.status { () throws(ReaderError) in try controls.set(control, to: value) }
      }
      _ = Self.status { () throws(ReaderError) in _ = try controls.value(of: control) }
    }
  }

  @Test func anUnpluggedCameraIsLostWhateverIsSet() throws {
    for control in CameraControl.allCases {
      let (bench, controls) = try opened()
      let top = try #require(controls.range(of: control)).maximum
      bench.node.gone = ENODEV
      #expect(Self.status { () throws(ReaderError) in try controls.set(control, to: top) } == .lost, "\(control)")
    }
  }

  @Test func aCameraThatWasGivenBackTakesNothing() throws {
    let (bench, controls) = try opened()
    try controls.set(.lamp, to: 1)
    bench.source.close()
    #expect(bench.node.controls[cv4l2_cid_flash_mode]?.value == 0)
    #expect(Self.status { () throws(ReaderError) in try controls.set(.zoom, to: 200) } == .state)
    #expect(controls.available.isEmpty)
  }

  @Test func focusRunsByInterval() throws {
    let node = Self.node()
    node.controls[cv4l2_cid_focus_auto] = nil
    node.controls[cv4l2_cid_focus_start] = FakeCamera.Control(0, 1, value: 0)
    let (bench, controls) = try opened(node)
    try controls.set(.focusInterval, to: 7)
    #expect(controls.refocusInterval == 7)
    try controls.refocus()
    #expect(bench.node.controls[cv4l2_cid_focus_start]?.value == 1)
    let (_, continuous) = try opened()
    #expect(continuous.refocusInterval == 0)
  }

  @Test func aLampIsAnLEDOfTheKernel() throws {
    let tree = FakeTree()
    for folder in ["sys/class/leds", "sys/class/leds/white:flash", "sys/class/leds/green:power"] { tree.make(folder) }
    for led in ["white:flash", "green:power"] {
      tree.write("sys/class/leds/\(led)/brightness", "0")
      tree.write("sys/class/leds/\(led)/max_brightness", "255")
    }
    func brightness(_ led: String) -> String {
      guard let file = fopen("\(tree.sysfs)/class/leds/\(led)/brightness", "r") else { return "" }
      defer { fclose(file) }
      var bytes = [CChar](repeating: 0, count: 16)
      fgets(&bytes, 16, file)
      return String(decoding: bytes.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let camera = FakeCamera()
    let source = V4L2FrameSource(node: "/dev/video0", system: camera, sysfs: tree.sysfs)
    try source.open()
    let controls = try #require(source.controls)
    #expect(controls.available == [.lamp])
    try controls.set(.lamp, to: 1)
    #expect(brightness("white:flash") == "255")
    source.close()
    #expect(brightness("white:flash").first == "0")
    source.lampName = "green:power"
    try source.open()
    try #require(source.controls).set(.lamp, to: 1)
    #expect(brightness("green:power") == "255")
    for name in ["../../x", "", "none"] {
      source.lampName = name
      try source.open()
      #expect(try #require(source.controls).available.isEmpty)
    }
  }

  @Test func onlyAnotherSizeNeedsANewStart() throws {
    let node = FakeCamera.Node()
    node.formats = [
      (
        "GREY",
        [
          FakeCamera.Size(width: 1280, height: 720, rates: [30, 60]),
          FakeCamera.Size(width: 1920, height: 1080, rates: [30]),
        ]
      )
    ]
    var wanted = CameraPreference()
    wanted.framesPerSecond = 30
    let bench = CameraCase(node, preference: wanted)
    try bench.begin()
    bench.camera.journal = []
    wanted.framesPerSecond = 60
    try bench.source.prefer(wanted)
    #expect(bench.source.format?.framesPerSecond == 60)
    #expect(!bench.camera.journal.contains("streamoff"))
    // A driver that does not change its rate while it streams.
    bench.camera.refusals[cv4l2_s_parm] = EBUSY
    wanted.framesPerSecond = 30
    try bench.source.prefer(wanted)
    #expect(!bench.camera.journal.contains("streamoff"))
    bench.camera.refusals = [:]
    wanted.size = PixelSize(1920, 1080)
    try bench.source.prefer(wanted)
    #expect(bench.source.format?.size == PixelSize(1920, 1080))
    #expect(bench.camera.journal.filter { $0.hasPrefix("stream") } == ["streamoff", "streamon"])
  }

  private static func status(_ body: () throws(ReaderError) -> Void) -> Status {
    do throws(ReaderError) { try body() } catch { return error.status }
    return .ok
  }
}
