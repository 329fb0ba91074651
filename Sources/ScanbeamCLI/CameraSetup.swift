import Scanbeam

/// What `scanbeam read` lets be said of a camera and of the scan.
struct CameraSetup {
  static let options: Set<String> = [
    "--mode", "--preview-options", "--trigger", "--duplicates", "--agree", "--rate", "--sharpest", "--region",
    "--finder",
    "--target", "--control", "--size", "--fps", "--lamp", "--key", "--line", "--codes", "--encoding", "--image",
    "--dmcc",
  ]
  static let flags: Set<String> = ["--nearest", "--partial", "--reconnect", "--follow-sleep", "--xml"]

  static let usage = """
    Cameras (camera:, camera:front and camera:back are the camera on that side by the rule file):

      --mode MODE            a camera reader with the defaults of cmbSDK (one code a result): no-aimer, passive-aimer,
                             active-aimer, front
      --preview-options A,B  no-zoom-button, no-light-button, hardware-trigger, paused, always-show, pessimistic-caching,
                             high-resolution, high-frame-rate, close-button, keep-paused
      --size WxH, --fps N    size and rate of the frames
      --control "A=N B=N"    zoom (percent), lamp (0, 1), focus (percent), autofocus (0, 1), exposure (us, 0 automatic),
                             exposure-compensation (thousandths), gain, brightness (percent), power-line (0 to 3),
                             focus-interval (s)
      --lamp NAME            the LED class device that lights for the camera
      --dmcc "CMD; CMD"      DMCC commands before the scan, for example "SET LIGHT.INTERNAL-ENABLE ON"

    Scanning:

      --trigger T            continuous (default), manual: one read, presentation: motion starts it
      --key DEVICE,N[,T]     key N of an input device triggers: hold (default), toggle, start
      --line CHIP,N[,T]      line N (or its name) of a GPIO chip triggers
      --duplicates MS        the same value again after so long (default 2000), once, or off
      --agree N/M            a code counts when N of the last M frames show it
      --rate N               at most N frames a second; --sharpest N: of N frames the sharpest
      --region X,Y,W,H[px]   where to look, in percent or pixels; --finder ASPECT[,INSET-X,INSET-Y]: a finder frame
      --target CX,CY,W,H     only codes that overlap this window (percent); --nearest: only the one nearest to its middle
      --codes N              N codes make one result; --partial: fewer, too, when the scan ends
      --reconnect            connect again after a loss; --follow-sleep: suspend while the machine sleeps

    Results:

      --xml                  results as XML
      --encoding E           auto, utf-8, utf-16, utf-32, iso-8859-1, iso-8859-2, shift-jis, ascii or visible-ascii
      --image OUT.jpg        the frame of each result (size, format and quality: SET IMAGE.SIZE …)
    """

  var camera = CameraOptions()
  /// With the defaults of cmbSDK.
  let isCamera: Bool
  let commands: [String]
  let showsXML: Bool
  let image: String?
  let follows: Bool
  let reconnects: Bool
  let lamp: String?
  var frames: (size: PixelSize?, rate: Double?)
  var controls: [(CameraControl, Int)] = []
  var key: TriggerKey?
  var line: TriggerLine?
  /// What the arguments change, in their order.
  private var changes: [(inout ReaderSettings) -> Void] = []
  private(set) var trigger = TriggerType.continuous

  /// Something of the machine starts the scans.
  var isTriggered: Bool { key != nil || line != nil || camera.preview.contains(.hardwareTrigger) }

  init(_ arguments: Arguments) throws(Failure) {
    isCamera = arguments.value("--mode") != nil || arguments.value("--preview-options") != nil
    commands = CameraArguments.commands(arguments)
    showsXML = arguments.has("--xml")
    image = arguments.value("--image")
    follows = arguments.has("--follow-sleep")
    reconnects = arguments.has("--reconnect")
    lamp = arguments.value("--lamp")
    camera.mode = try CameraArguments.mode(arguments)
    for name in (arguments.value("--preview-options") ?? "").split(separator: ",") {
      camera.preview.insert(try CameraSetup.choice("--preview-options", String(name), CameraSetup.previewOptions))
    }
    frames.rate = try arguments.int("--fps", 1...1000).map { Double($0) }
    if let text = arguments.value("--size") {
      let sides = text.split(separator: "x").map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else {
        throw Failure("--size takes for example 1280x720, not \"\(text)\".")
      }
      frames.size = PixelSize(width, height)
    }
    for part in (arguments.value("--control") ?? "").split(separator: " ") {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, let value = Int(words[1]) else {
        throw Failure("--control takes for example \"zoom=200 gain=40\", not \"\(part)\".")
      }
      controls.append((try CameraSetup.choice("--control", String(words[0]), CameraSetup.controlNames), value))
    }
    try takeTriggers(arguments)
    try takeScan(arguments)
    try takePlace(arguments)
    if let name = arguments.value("--encoding") {
      let encoding = try CameraSetup.choice("--encoding", name, CameraSetup.encodings)
      changes.append { $0.results.encoding = encoding }
    }
    if image != nil { changes.append { $0.imageResults = true } }
  }

  private mutating func takeTriggers(_ arguments: Arguments) throws(Failure) {
    func parts(_ name: String) throws(Failure) -> (String, String, TriggerKey.Mode)? {
      guard let text = arguments.value(name) else { return nil }
      let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard (2...3).contains(words.count) else { throw Failure("\(name) takes WHERE,NUMBER[,hold|toggle|start].") }
      return (
        words[0], words[1],
        try words.count == 3
          ? CameraSetup.choice(name, words[2], ["hold": .hold, "toggle": .toggle, "start": .start]) : .hold
      )
    }
    if let (device, number, mode) = try parts("--key") {
      guard let number = Int(number) else { throw Failure("--key needs the number of a key, not \"\(number)\".") }
      key = TriggerKey(device: device, key: number, mode: mode)
    }
    if let (chip, name, mode) = try parts("--line") {
      let offset = UInt32(name)
      line = TriggerLine(chip: chip, offset: offset, name: offset == nil ? name : nil, mode: mode)
    }
  }

  private mutating func takeScan(_ arguments: Arguments) throws(Failure) {
    if let name = arguments.value("--trigger") {
      let types = ["continuous": TriggerType.continuous, "manual": .manual, "presentation": .presentation]
      trigger = try CameraSetup.choice("--trigger", name, types)
    }
    let type = trigger
    changes.append {
      $0.trigger = type
      $0.duplicateTimeoutMs = 2000
    }
    switch arguments.value("--duplicates") {
    case nil: break
    case "once": changes.append { $0.duplicateTimeoutMs = -1 }
    case "off": changes.append { $0.duplicateTimeoutMs = 0 }
    default:
      guard let time = try arguments.int("--duplicates", 1...3_600_000) else { break }
      changes.append { $0.duplicateTimeoutMs = Int32(time) }
    }
    if let text = arguments.value("--agree") {
      let list = text.split(separator: "/").compactMap { Int($0) }
      guard list.count == 2, list[0] >= 1, list[0] <= list[1], list[1] <= 100 else {
        throw Failure("--agree takes for example 2/3, not \"\(text)\".")
      }
      changes.append { ($0.scan.agreeing, $0.scan.agreementFrames) = (list[0], list[1]) }
    }
    if let rate = try arguments.int("--rate", 1...1000) { changes.append { $0.scan.maximumRate = rate } }
    if let count = try arguments.int("--sharpest", 1...100) { changes.append { $0.scan.sharpestOf = count } }
    if let codes = try arguments.int("--codes", 1...32) { changes.append { $0.maxCodes = codes } }
    if arguments.has("--partial") { changes.append { $0.partialResults = true } }
  }

  private mutating func takePlace(_ arguments: Arguments) throws(Failure) {
    if let text = arguments.value("--region") {
      let isPixels = text.hasSuffix("px")
      let r = try CameraSetup.numbers("--region", isPixels ? String(text.dropLast(2)) : text, 4)
      let most = isPixels ? 100_000 : 100
      guard r.allSatisfy({ (0...most).contains($0) }), r[2] > 0, r[3] > 0,
        isPixels || (r[0] + r[2] <= 100 && r[1] + r[3] <= 100)
      else { throw Failure("--region: x + width and y + height must be 100 at most.") }
      let region: LookSettings.Region =
        isPixels ? .pixels([r[0], r[0] + r[2], r[1], r[1] + r[3]]) : .percent([r[0], r[2], r[1], r[3]])
      changes.append { $0.look.region = region }
    }
    if let text = arguments.value("--finder") {
      let list = text.split(separator: ",").compactMap { Double($0) }
      guard list.count == 1 || list.count == 3, list.allSatisfy({ $0 >= 0 && $0 <= 100_000 }), list[0] > 0 else {
        throw Failure("--finder takes for example 1.5 or 1.5,32,32, not \"\(text)\".")
      }
      let finder =
        list.count == 3
        ? FinderSettings(aspect: list[0], insetX: list[1], insetY: list[2]) : FinderSettings(aspect: list[0])
      changes.append { $0.look.region = .finder(finder) }
    }
    if let text = arguments.value("--target") {
      let window = try CameraSetup.numbers("--target", text, 4)
      guard window.allSatisfy({ (0...100).contains($0) }), window[2] > 0, window[3] > 0 else {
        throw Failure("--target takes percents: middle 0 to 100, width and height 1 to 100.")
      }
      changes.append { ($0.look.targetDecoding, $0.look.window) = (true, window) }
    }
    if arguments.has("--nearest") { changes.append { $0.look.useCentering = true } }
  }

  /// The settings that the arguments ask for.
  func change(_ settings: inout ReaderSettings) { for change in changes { change(&settings) } }

  /// What is set before the connection.
  func prepare(_ reader: Reader) throws(ReaderError) {
    if reconnects { try reader.configureLink { $0.reconnects = true } }
    if let lamp { try reader.setLamp(named: lamp) }
    if frames.size != nil || frames.rate != nil {
      let device = reader.settings.device
      try reader.setFrames(
        frames.size ?? device.frameSize, framesPerSecond: frames.rate ?? device.framesPerSecond)
    }
    if let key { try reader.setKey(key) }
    if let line { try reader.setLine(line) }
  }

  /// What an open camera is told.
  func control(_ reader: Reader) throws(ReaderError) {
    for (control, value) in controls { try reader.set(control, to: value) }
  }

  // MARK: Words

  private static let previewOptions: [String: PreviewOptions] = [
    "no-zoom-button": .noZoomButton, "no-light-button": .noLightButton, "hardware-trigger": .hardwareTrigger,
    "paused": .paused, "always-show": .alwaysShow, "pessimistic-caching": .pessimisticCaching,
    "high-resolution": .highResolution, "high-frame-rate": .highFrameRate, "close-button": .closeButton,
    "keep-paused": .keepPaused,
  ]

  private static let controlNames: [String: CameraControl] = [
    "zoom": .zoom, "lamp": .lamp, "focus": .focus, "autofocus": .autofocus, "exposure": .exposure,
    "exposure-compensation": .exposureCompensation, "gain": .gain, "brightness": .brightness, "power-line": .powerLine,
    "focus-interval": .focusInterval,
  ]

  private static let encodings: [String: ReadStringEncoding] = [
    "auto": .auto, "utf-8": .utf8, "utf-16": .utf16, "utf-32": .utf32, "iso-8859-1": .latin1, "iso-8859-2": .latin2,
    "shift-jis": .shiftJIS, "ascii": .ascii, "visible-ascii": .asciiShowingControls,
  ]

  private static func choice<Value>(
    _ option: String, _ word: String, _ values: [String: Value]
  ) throws(Failure) -> Value {
    guard let value = values[word] else {
      throw Failure("\(option) knows no \"\(word)\"; it takes \(values.keys.sorted().joined(separator: ", ")).")
    }
    return value
  }

  private static func numbers(_ option: String, _ text: String, _ count: Int) throws(Failure) -> [Int] {
    let list = text.split(separator: ",").compactMap { Int($0) }
    guard list.count == count else { throw Failure("\(option) takes \(count) whole numbers, not \"\(text)\".") }
    return list
  }
}
