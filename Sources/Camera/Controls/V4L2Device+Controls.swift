import CV4L2
import Glibc
import ReaderCore

/// A control as its driver describes it.
struct V4L2Control {
  let id: UInt32
  let type: UInt32
  let minimum: Int
  let maximum: Int
  let step: Int
  let standard: Int

  /// The nearest value that the driver takes.
  func nearest(_ value: Int) -> Int {
    let clamped = max(minimum, min(value, maximum))
    return min(maximum, minimum + (clamped - minimum + step / 2) / step * step)
  }

  /// A share of the range in percent as a value.
  func value(percent: Int) -> Int { nearest(minimum + ((maximum - minimum) * percent + 50) / 100) }

  /// A value as a share of the range in percent.
  func percent(value: Int) -> Int {
    guard maximum > minimum else { return 0 }
    let clamped = max(minimum, min(value, maximum))
    return ((clamped - minimum) * 100 + (maximum - minimum) / 2) / (maximum - minimum)
  }
}

extension V4L2Device {
  /// A control that can be set; nil when the camera has none.
  func control(_ id: UInt32) -> V4L2Control? {
    var answer = v4l2_queryctrl()
    answer.id = id
    guard request(cv4l2_queryctrl, &answer) >= 0, answer.flags & cv4l2_ctrl_unusable == 0,
      answer.maximum >= answer.minimum
    else { return nil }
    return V4L2Control(
      id: id, type: answer.type, minimum: Int(answer.minimum), maximum: Int(answer.maximum),
      step: max(1, Int(answer.step)), standard: Int(answer.default_value))
  }

  /// The items of a menu that exist, with the values of an integer menu. No menu of the kernel is longer than 64.
  func items(of control: V4L2Control) -> [(index: Int, value: Int)] {
    var list: [(index: Int, value: Int)] = []
    let first = max(0, control.minimum)
    guard first <= control.maximum else { return [] }
    for index in first...min(control.maximum, first + 63) {
      var item = v4l2_querymenu()
      item.id = control.id
      item.index = UInt32(index)
      guard request(cv4l2_querymenu, &item) >= 0 else { continue }
      let isInteger = control.type == cv4l2_ctrl_integer_menu
      list.append((index, isInteger ? Int(cv4l2_menu_value(&item)) : index))
    }
    return list
  }

  /// The value that a control has.
  func value(of control: V4L2Control) throws(ReaderError) -> Int {
    var argument = v4l2_control(id: control.id, value: 0)
    let code = request(cv4l2_g_ctrl, &argument)
    guard code >= 0 else { throw controlError("tell a setting", -code) }
    return Int(argument.value)
  }

  /// Sets a control.
  func set(_ control: V4L2Control, to value: Int) throws(ReaderError) {
    var argument = v4l2_control(id: control.id, value: Int32(clamping: value))
    let code = request(cv4l2_s_ctrl, &argument)
    guard code >= 0 else { throw controlError("take a setting", -code) }
  }

  /// Sets a control if it is not what is wanted already.
  func change(_ control: V4L2Control, to value: Int) throws(ReaderError) {
    if try self.value(of: control) != value { try set(control, to: value) }
  }

  /// Sets a control that another one, `mode`, leaves to us at the value `manual`. When it is refused, the mode is what it
  /// was.
  func set(_ control: V4L2Control, to value: Int, by mode: V4L2Control?, manual: Int) throws(ReaderError) {
    guard let mode else { return try set(control, to: value) }
    let before = try self.value(of: mode)
    if before != manual { try set(mode, to: manual) }
    do throws(ReaderError) { try set(control, to: value) } catch {
      if before != manual { do throws(ReaderError) { try set(mode, to: before) } catch {} }
      throw error
    }
  }

  private func controlError(_ what: String, _ code: Int32) -> ReaderError {
    switch code {
    case ERANGE, EINVAL:
      return ReaderError(.invalidArgument, "The camera \(node) (\(card)) does not take this value.", errno: code)
    case EACCES, EPERM, EBUSY:
      return ReaderError(
        .state, "The camera \(node) (\(card)) refused to \(what) now: something automatic, or another program, has it.",
        errno: code)
    default:
      // A camera that is being pulled out answers EIO, as one that dislikes the request does.
      return code == ENODEV || code == ENXIO || isGone
        ? lostError(code)
        : ReaderError(.io, "The camera \(node) (\(card)) failed to \(what).", errno: code)
    }
  }
}
