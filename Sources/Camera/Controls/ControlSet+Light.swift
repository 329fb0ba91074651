import CV4L2
import ReaderCore

// Exposure and gain.
extension ControlSet {
  /// Microseconds of one unit of V4L2_CID_EXPOSURE_ABSOLUTE.
  private static let exposureUnit = 100

  var exposureRange: ControlRange? {
    guard let exposure = driver(cv4l2_cid_exposure), exposure.maximum > 0 else { return nil }
    let limit = min(exposure.maximum, Int(Int32.max) / ControlSet.exposureUnit) * ControlSet.exposureUnit
    return ControlRange(0, limit, step: exposure.step * ControlSet.exposureUnit, standard: 0)
  }

  func exposure() throws(ReaderError) -> Int {
    let exposure = try need(driver(cv4l2_cid_exposure), .exposure)
    if let mode = driver(cv4l2_cid_exposure_auto), try device.value(of: mode) != cv4l2_exposure_manual { return 0 }
    return try device.value(of: exposure) * ControlSet.exposureUnit
  }

  func setExposure(_ microseconds: Int) throws(ReaderError) {
    let exposure = try need(driver(cv4l2_cid_exposure), .exposure)
    guard microseconds > 0 else {
      // What the camera calls automatic: what it starts with, else the first of its modes that is not manual.
      guard let mode = driver(cv4l2_cid_exposure_auto) else { return try device.set(exposure, to: exposure.standard) }
      let modes = device.items(of: mode).map(\.index).filter { $0 != Int(cv4l2_exposure_manual) }
      guard let automatic = modes.contains(mode.standard) ? mode.standard : modes.first else {
        throw ReaderError(.unsupported, "The camera \(device.node) (\(device.card)) has no automatic exposure.")
      }
      return try device.change(mode, to: automatic)
    }
    guard microseconds >= ControlSet.exposureUnit else {
      throw ReaderError(
        .invalidArgument, "An exposure of \(microseconds) us is less than \(ControlSet.exposureUnit) us.")
    }
    let units = (microseconds + ControlSet.exposureUnit / 2) / ControlSet.exposureUnit
    try device.set(
      exposure, to: exposure.nearest(units), by: driver(cv4l2_cid_exposure_auto), manual: Int(cv4l2_exposure_manual))
  }

  /// The values of V4L2_CID_AUTO_EXPOSURE_BIAS, which is a menu of thousandths of an exposure value.
  private var biases: [(index: Int, value: Int)] {
    guard let bias = driver(cv4l2_cid_exposure_bias) else { return [] }
    return device.items(of: bias).filter { $0.value >= -100_000 && $0.value <= 100_000 }
  }

  var compensationRange: ControlRange? {
    let values = biases.map(\.value).sorted()
    guard let first = values.first, let last = values.last, let bias = driver(cv4l2_cid_exposure_bias) else {
      return nil
    }
    let step = values.count > 1 ? (last - first) / (values.count - 1) : 1
    return ControlRange(first, last, step: step, standard: biases.first { $0.index == bias.standard }?.value ?? 0)
  }

  func compensation() throws(ReaderError) -> Int {
    let index = try device.value(of: need(driver(cv4l2_cid_exposure_bias), .exposureCompensation))
    return biases.first { $0.index == index }?.value ?? 0
  }

  func setCompensation(_ value: Int) throws(ReaderError) {
    let bias = try need(driver(cv4l2_cid_exposure_bias), .exposureCompensation)
    guard let nearest = biases.min(by: { abs($0.value - value) < abs($1.value - value) }) else { return }
    try device.set(bias, to: nearest.index)
  }

  var gain: V4L2Control? { driver(cv4l2_cid_gain) ?? driver(cv4l2_cid_analogue_gain) }

  func setGain(_ percent: Int) throws(ReaderError) {
    let gain = try need(self.gain, .gain)
    try device.set(gain, to: gain.value(percent: percent), by: driver(cv4l2_cid_autogain), manual: 0)
  }
}
