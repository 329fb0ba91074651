import ReaderCore

/// Scans and results. Everything here runs on the loop.
extension Reader {
  func beginScan(_ request: UInt64) {
    guard request > lostStarts else { return }
    startWhenConnected = 0
    guard scan == nil else { return settleRequest(request) }
    guard connectionState != .connecting, !reconnectAfterwards else {
      startWhenConnected = request
      return
    }
    defer { settleRequest(request) }
    // The device went before the start was seen here: that ends the scan like any other.
    guard connectionState == .connected else { return loseStart() }
    lastScan &+= 1
    let number = lastScan
    let trigger = settings.trigger
    // Each picture of a folder is something that was brought into view.
    let isWaiting = trigger == .presentation && !driver.answersEveryFrame
    scan = Scan(number: number, request: request, trigger: trigger, isWaiting: isWaiting)
    if preview?.startsPaused == true { shared.store.change { $0.scan.isPaused = true } }
    shared.scene.begin = context.loop.time
    if !isWaiting { armTimer() }
    duplicates.reset()
    _ = multiCode.take()
    setScanning(true)
    // A scan that was stopped meanwhile takes no frame: those that come belong to the next one.
    driver.begin(number, watching: isWaiting) { isStopped(request) }
    shineAimer()
    tellScanning()
  }

  /// A scan that was asked for cannot be: one end for all such starts.
  private func loseStart() {
    lostStarts = dropRequests()
    deliver(codes: [], reason: .disconnected, frame: nil)
  }

  /// Begins the time after which the scan ends without a read.
  private func armTimer() {
    guard let number = scan?.number else { return }
    if let timer = scan?.timer { context.loop.cancel(timer) }
    scan?.timer = nil
    shared.scene.end = nil
    let settings = self.settings
    guard settings.scanTimeoutMs > 0, !settings.scan.isPaused else { return }
    let length = Int64(settings.scanTimeoutMs) &* 1_000_000
    let deadline = context.loop.time &+ length
    (shared.scene.end, shared.scene.length) = (deadline, length)
    scan?.timer = context.loop.schedule(at: deadline) { [weak self] in
      if let self, self.scan?.number == number { self.timeOut() }
    }
  }

  private func timeOut() {
    if pausesAgain { return interrupt(.timedOut) }
    guard scan?.trigger == .presentation, !driver.answersEveryFrame else { return endScan(.timedOut) }
    waitForMotion()
    let parts = multiCode.take()
    let isRead = settings.partialResults && !parts.codes.isEmpty
    deliver(codes: isRead ? parts.codes : [], reason: .timedOut, frame: isRead ? parts.frame : nil)
  }

  /// Whether what ends a scan otherwise only lets it wait for the next trigger.
  private var pausesAgain: Bool { preview?.staysPaused == true && !driver.answersEveryFrame }

  /// The time of a scan that keeps its pause is over, or its trigger was let go: results say so, and it waits for the next.
  func interrupt(_ reason: Reason) {
    guard scan != nil, pausesAgain, !settings.scan.isPaused else { return }
    let parts = multiCode.take()
    let isRead = settings.partialResults && !parts.codes.isEmpty
    pauseAgain()
    deliver(codes: isRead ? parts.codes : [], reason: reason, frame: isRead ? parts.frame : nil)
  }

  private func pauseAgain() {
    shared.store.change { $0.scan.isPaused = true }
    armTimer()
  }

  /// Presentation: what was read, or not, is done with.
  private func waitForMotion() {
    guard let scan else { return }
    if let timer = scan.timer { context.loop.cancel(timer) }
    self.scan?.timer = nil
    shared.scene.end = nil
    self.scan?.isWaiting = true
    driver.begin(scan.number, watching: true) { isStopped(scan.request) }
  }

  /// Something was brought into view.
  func endWaiting() {
    guard scan?.isWaiting == true else { return }
    scan?.isWaiting = false
    armTimer()
    tellScanning()
  }

  func pauseChanged() {
    if scan?.isWaiting == false { armTimer() }
    tellScanning()
  }

  /// Tells what the reader does now, if that is new.
  private func tellScanning() {
    let state: ScanningState
    if let scan {
      state = settings.scan.isPaused ? .paused : scan.isWaiting ? .waiting : .running
    } else {
      state = .idle
    }
    set(scanning: state)
  }

  /// Ends the scan, if one runs or waits for the connection, with results that say why.
  func endScan(_ reason: Reason) {
    let waiting = startWhenConnected
    startWhenConnected = 0
    if waiting != 0 { settleRequest(waiting) }
    let parts = multiCode.take()
    guard finishScan() || waiting != 0 else { return }
    if settings.partialResults, reason != .disconnected, !parts.codes.isEmpty {
      return deliver(codes: parts.codes, reason: .none, frame: parts.frame)
    }
    deliver(codes: [], reason: reason, frame: nil)
  }

  /// Stops without a word; false when no scan runs.
  private func finishScan() -> Bool {
    guard let scan else { return false }
    if let timer = scan.timer { context.loop.cancel(timer) }
    self.scan = nil
    shared.scene.end = nil
    driver.stopScan()
    if settings.device.zoom != 0 { driver.resetZoom() }
    setScanning(false)
    // Unless they were pushed for the scan that was asked for meanwhile.
    driver.discardPushed { hasRequest }
    return true
  }

  func handleFrame(_ frame: DecodedFrame) {
    guard let scan, scan.number == frame.scan, !scan.isWaiting else { return }
    // One trigger, one result: what was on its way when the pause began is none.
    guard !pausesAgain || !settings.scan.isPaused else { return }
    guard frame.message == nil else { return deliver(codes: [], reason: .unreadable, frame: frame) }
    var codes = frame.codes
    if !codes.isEmpty {
      let timeout = Int64(settings.duplicateTimeoutMs) &* 1_000_000
      let fresh = duplicates.filter(codes, time: context.loop.time, timeout: timeout)
      let held = codes.count - fresh.count
      if held > 0 { shared.count { $0.duplicates &+= UInt64(held) } }
      guard !fresh.isEmpty else { return }
      codes = fresh
    }
    let wanted = settings.maxCodes
    if codes.isEmpty {
      guard driver.answersEveryFrame, wanted <= 1 else { return }
    } else {
      if wanted == 1 { codes.removeLast(codes.count - 1) }
      if wanted > 1 {
        guard multiCode.add(codes, of: frame, wanted: wanted) else { return }
        codes = multiCode.take().codes
      }
      if pausesAgain {
        pauseAgain()
      } else if scan.trigger == .manual {
        _ = finishScan()
      } else if scan.trigger == .presentation, !driver.answersEveryFrame {
        waitForMotion()
      }
    }
    deliver(codes: codes, reason: .noCode, frame: frame)
  }

  /// A read that the device made by itself: also without a scan, by its own trigger.
  func handleRead(_ read: DeviceRead) {
    var codes = read.codes
    if codes.isEmpty {
      if let scan, scan.trigger == .continuous { return }
    } else {
      let timeout = Int64(settings.duplicateTimeoutMs) &* 1_000_000
      codes = duplicates.filter(codes, time: context.loop.time, timeout: timeout)
      let held = read.codes.count - codes.count
      if held > 0 { shared.count { $0.duplicates &+= UInt64(held) } }
      guard !codes.isEmpty else { return }
    }
    if scan?.trigger != .continuous { _ = finishScan() }
    deliver(codes: codes, reason: .noCode, device: read)
  }

  /// The device does not take the start.
  func handleRefusal(_ number: UInt64, _ error: ReaderError) {
    guard scan?.number == number else { return }
    slot.notify { $0.reader(self, failed: error) }
    endScan(.noCode)
  }

  private func deliver(codes: [DecodedCode], reason: Reason, device read: DeviceRead) {
    publish(
      codes: codes, reason: reason, time: read.time, size: read.size, image: read.image, attachment: read.attachment)
  }

  func deliver(codes: [DecodedCode], reason: Reason, frame: DecodedFrame?) {
    publish(
      codes: codes, reason: reason, time: frame?.time ?? context.loop.time, decodeTime: frame?.decodeTime ?? 0,
      size: frame?.size, path: frame?.path, message: frame?.message, image: frame?.image)
  }

  /// The codes of one picture that belongs to no scan.
  func handleLoaded(_ frame: DecodedFrame) {
    let wanted = settings.maxCodes
    var codes = frame.codes
    if wanted > 0 {
      var several = MultiCode()
      let isEnough = several.add(codes, of: frame, wanted: wanted)
      codes = isEnough || settings.partialResults ? several.take().codes : []
    }
    deliver(codes: codes, reason: .noCode, frame: frame)
  }

  private func publish(
    codes: [DecodedCode], reason: Reason, time: Int64, decodeTime: Int64 = 0, size: PixelSize? = nil,
    path: String? = nil, message: String? = nil, image: LumaImage? = nil,
    attachment: DeviceAttachment = DeviceAttachment()
  ) {
    var (codes, image, attachment) = (codes, image, attachment)
    if context.licencePolicy?.masks == true {
      codes = codes.map { $0.masked }
      // The code could be read from them.
      image = nil
      attachment = DeviceAttachment()
    }
    shared.count { if codes.isEmpty { $0.badReads &+= 1 } else { $0.goodReads &+= 1 } }
    if !codes.isEmpty { shared.scene.remember(codes, size, time: context.loop.time) }
    let statistics = self.statistics
    var counters = ReadCounters()
    counters.goodReads = statistics.goodReads
    counters.badReads = statistics.badReads
    counters.bufferOverflows = statistics.framesDropped
    lastResults &+= 1
    let settings = self.settings
    var form = settings.form(frame: size)
    form.imageID = Int64(truncatingIfNeeded: statistics.framesDecoded)
    let results = ReadResults(
      id: lastResults, codes: codes, reason: reason, time: time, decodeTime: decodeTime, frameSize: size, path: path,
      message: message, image: image, wantsSVG: settings.svgResults, counters: counters, form: form,
      attachment: attachment)
    slot.notify { $0.reader(self, received: results) }
    tellScanning()
    let sound = codes.isEmpty ? settings.sound.noRead : settings.sound.good
    beep(count: sound[0], tone: sound[1])
  }
}
