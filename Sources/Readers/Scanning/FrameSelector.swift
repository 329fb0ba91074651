import Imaging
import ReaderCore

/// Chooses the frames of a camera that are searched: no more in a second than wanted, and of several the sharpest.
struct FrameSelector {
  /// A frame to be searched.
  struct Choice {
    let luma: LumaView
    let time: Int64
  }

  private var lastTime: Int64?
  private var best: (image: LumaImage, sharpness: Double, time: Int64)?
  private var gathered = 0

  /// Whether a frame of this time is looked at, before it costs anything. Nanoseconds.
  func admits(_ time: Int64, _ rules: ScanRules) -> Bool {
    !rules.isPaused && (rules.sharpestOf > 1 || isDue(time, rules))
  }

  /// The frame to search now that this one has come; nil: none yet.
  mutating func choose(_ luma: LumaView, time: Int64, _ rules: ScanRules) throws(ReaderError) -> Choice? {
    guard rules.sharpestOf > 1 else {
      forget()
      lastTime = time
      return Choice(luma: luma, time: time)
    }
    let sharpness = Imaging.sharpness(luma)
    let isBest = best.map { sharpness > $0.sharpness || $0.image.width != luma.width || $0.image.height != luma.height }
    if isBest ?? true { best = (try LumaImage(copying: luma), sharpness, time) }
    gathered += 1
    guard gathered >= rules.sharpestOf, isDue(time, rules), let best else { return nil }
    forget()
    lastTime = time
    return Choice(luma: best.image.view, time: best.time)
  }

  /// A new scan chooses anew.
  mutating func reset() {
    forget()
    lastTime = nil
  }

  private mutating func forget() {
    best = nil
    gathered = 0
  }

  /// Frames come a little early and a little late: up to a tenth of the interval early counts as in time, so that a limit
  /// of 30 does not halve the 30 frames of a camera.
  private func isDue(_ time: Int64, _ rules: ScanRules) -> Bool {
    guard rules.maximumRate > 0, let lastTime else { return true }
    let interval = 1_000_000_000 / Int64(rules.maximumRate)
    return time &- lastTime >= interval - interval / 10 || time < lastTime
  }
}
