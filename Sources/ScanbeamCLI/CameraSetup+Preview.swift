import Scanbeam

extension CameraSetup {
  /// The same for the program of the preview's window, in numbers.
  func words() -> [String] {
    var settings = ReaderSettings()
    let plain = settings
    change(&settings)
    var words = ["--trigger", "\(settings.trigger.rawValue)", "--duplicates", "\(settings.duplicateTimeoutMs)"]
    func add(_ name: String, _ value: Any, if isGiven: Bool) { if isGiven { words += [name, "\(value)"] } }
    let (scan, look) = (settings.scan, settings.look)
    add("--agree", "\(scan.agreeing)/\(scan.agreementFrames)", if: scan.agreementFrames > 1)
    add("--scan-rate", scan.maximumRate, if: scan.maximumRate > 0)
    add("--sharpest", scan.sharpestOf, if: scan.sharpestOf > 1)
    add("--codes", settings.maxCodes, if: settings.maxCodes != plain.maxCodes)
    add("--encoding", settings.results.encoding.rawValue, if: settings.results.encoding != plain.results.encoding)
    if settings.partialResults { words.append("--partial") }
    if look.region != plain.look.region {
      // Both have x and y, each with its other end or its length.
      switch look.region {
      case .percent(let r): words += ["--region-percent", "\(r[0]),\(r[2]),\(r[1]),\(r[3])"]
      case .pixels(let r): words += ["--region-pixels", "\(r[0]),\(r[2]),\(r[1] - r[0]),\(r[3] - r[2])"]
      case .finder(let f): words += ["--finder", "\(f.aspect),\(f.insetX),\(f.insetY)"]
      }
    }
    let window = look.window.map { "\($0)" }.joined(separator: ",")
    add("--target", window, if: look.targetDecoding)
    if look.useCentering { words.append("--nearest") }
    return words + deviceWords()
  }

  private func deviceWords() -> [String] {
    var words: [String] = []
    if frames.size != nil || frames.rate != nil {
      let size = frames.size ?? ReaderSettings().device.frameSize
      words += ["--frames", "\(size.width),\(size.height),\(frames.rate ?? 0)"]
    }
    for (control, value) in controls { words += ["--control", "\(control.rawValue),\(value)"] }
    if let lamp { words += ["--lamp", lamp] }
    if let key { words += ["--key", "\(key.mode.rawValue),\(key.key),\(key.device)"] }
    if let line {
      let place = line.offset.map { "\($0)" } ?? "=" + (line.name ?? "")
      words += ["--line", "\(line.mode.rawValue),\(place),\(line.chip)"]
    }
    if reconnects { words.append("--reconnect") }
    if follows { words.append("--follow-sleep") }
    return words
  }
}
