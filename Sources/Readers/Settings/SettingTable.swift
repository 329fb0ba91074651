import ReaderCore

/// All settings, in the order of the command table of the camera reader. Names, ranges and defaults: the table of DMCC
/// commands that the project works from, where each row says whether Cognex documents it.
extension Setting {
  /// Every setting.
  public static let all: [Setting] =
    scanning + decoding + symbologySwitches + symbologyOptions + resultForm + deviceControls + sounds + dmcc

  /// The setting of a DMCC name in any case; nil when there is none.
  public static func named(_ name: String) -> Setting? { byName[name.uppercased()] }

  private static let byName: [String: Setting] = {
    var table: [String: Setting] = [:]
    for setting in all { table[setting.name] = setting }
    table["BEEP.GLOBAL-ENABLE"] = table["BEEPER.ENABLED"]
    return table
  }()

  // MARK: Scanning

  static let trigger = Setting(
    "TRIGGER.TYPE", .choice([1, 2, 5]), .scan, reading: { .number(Int($0.trigger.rawValue)) },
    writing: {
      guard case .numbers(let list) = $1, let type = TriggerType(rawValue: Int32(list[0])) else { return }
      $0.trigger = type
    })

  /// In whole seconds here; what was set in milliseconds is read rounded up.
  static let scanTimeout = Setting(
    "DECODER.MAX-SCAN-TIMEOUT", .number(0...120), .scan,
    reading: { .number((Int($0.scanTimeoutMs) + 999) / 1000) },
    writing: { if case .numbers(let list) = $1 { $0.scanTimeoutMs = Int32(list[0] * 1000) } })

  static let scanning = [
    trigger, scanTimeout,
    number("MULTICODE.MAX-NUM-CODES", \.maxCodes, .number(1...32), .scan),
    flag("MULTICODE.PARTIAL-RESULTS", \.partialResults, .scan),
  ]

  // MARK: Decoding

  static let effort = number("DECODER.EFFORT", \.effort, .number(1...5), .frame)
  static let targetDecoding = flag("DECODER.TARGET-DECODING", \.look.targetDecoding, .frame)
  static let centeringWindow = numbers(
    "DECODER.CENTERING-WINDOW", \.look.window, .numbers([0...100, 0...100, 1...100, 1...100]), .frame)
  static let displayTarget = flag("DECODER.DISPLAY-TARGET", \.look.displayTarget, .frame)
  static let useCentering = flag("DECODER.USE-CENTERING", \.look.useCentering, .frame)

  /// x, width, y, height. A region that was set in pixels is read by `RegionCommands`, which know the frame's size.
  static let roiPercent = Setting(
    "DECODER.ROI-PERCENT", .numbers([0...99, 1...100, 0...99, 1...100]), .frame,
    extra: { value in
      guard case .numbers(let list) = value, list.count == 4 else { return false }
      return list[0] + list[1] <= 100 && list[2] + list[3] <= 100
    },
    reading: { if case .percent(let list) = $0.look.region { .numbers(list) } else { nil } },
    writing: { if case .numbers(let list) = $1 { $0.look.region = .percent(list) } })

  static let decoding = [
    number("DECODER.1D-SYMBOLORIENTATION", \.linearOrientation, .number(0...3), .frame),
    effort, targetDecoding, centeringWindow, displayTarget, useCentering, roiPercent,
    number(
      "DECODER.MAX-THREADS", \.maxThreads, .number(1...Int.max), .frame,
      extra: { value in
        if case .numbers(let list) = value { list[0] <= Availabilities.cores } else { false }
      }),
  ]

  // MARK: Results

  static let resultTypes = number(
    "DATA.RESULT-TYPE", \.results.types, .number(0...255), .results,
    extra: { value in
      // Training results and code quality data: nothing here makes them.
      if case .numbers(let list) = value { list[0] & (32 | 64) == 0 } else { false }
    })

  static let resultForm = [
    resultTypes,
    number("IMAGE.SIZE", \.results.imageSize, .number(0...3), .results),
    number("IMAGE.FORMAT", \.results.imageFormat, .number(0...1), .results),
    number("IMAGE.QUALITY", \.results.imageQuality, .number(10...100), .results),
  ]

  // MARK: The device

  public static let lights = Setting(
    "LIGHT.INTERNAL-ENABLE", .flag, .device, needsHandler: true, reading: { .flag($0.device.lights) },
    writing: { if case .flag(let on) = $1 { $0.device.lights = on } })
  public static let aimer = number("LIGHT.AIMER", \.device.aimer, .number(0...1), .device, needsHandler: true)
  public static let aimerTimeout = number("LIGHT.AIMER-TIMEOUT", \.device.aimerTimeout, .number(0...600), .device)
  public static let focusTime = number("FOCUS.FOCUSTIME", \.device.focusTime, .number(0...10), .device)
  public static let focusPower = ownNumber("FOCUS.POWER", \.device.focusPower, 0...100)
  public static let zoom = number("CAMERA.ZOOM", \.device.zoom, .number(0...2), .device)
  public static let zoomPercent = numbers(
    "CAMERA.ZOOM-PERCENT", \.device.zoomPercent, .numbers([100...1000, 100...1000]), .device)
  public static let exposure = number(
    "CAMERA.EXPOSURE-US", \.device.exposure, .number(0...10_000_000), .device, needsHandler: true,
    extra: { value in
      if case .numbers(let list) = value { list[0] == 0 || list[0] >= 100 } else { false }
    })
  public static let gain = ownNumber("CAMERA.GAIN", \.device.gain, 0...100)

  public static let deviceControls = [
    lights, aimer, aimerTimeout, focusTime, focusPower, zoom, zoomPercent, exposure, gain,
  ]

  // Controls of a camera without a DMCC name.
  public static let exposureCompensation = ownNumber(
    "exposure compensation", \.device.exposureCompensation, -100_000...100_000)
  public static let brightness = ownNumber("brightness", \.device.brightness, 0...100)
  public static let powerLine = ownNumber("power line", \.device.powerLine, 0...3)
  public static let autofocus = ownNumber("autofocus", \.device.autofocus, 0...1)

  public static let namelessControls = [exposureCompensation, brightness, powerLine, autofocus]

  // MARK: Sounds and the link

  static let sounds = [
    numbers("BEEP.GOOD", \.sound.good, .beep, .results),
    numbers("BEEP.NO-READ", \.sound.noRead, .beep, .results),
    flag("BEEPER.ENABLED", \.sound.isEnabled, .results),
    flag("VIBRATION.GOOD", \.vibrates, .stored),
  ]

  static let dmcc = [
    number("COM.DMCC-RESPONSE", \.dmcc.response, .number(0...1), .stored),
    number("COM.DMCC-HEADER", \.dmcc.header, .number(0...1), .stored),
    number("COM.DMCC-CHECKSUM", \.dmcc.checksum, .number(0...0), .stored),
  ]
}
