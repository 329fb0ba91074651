public import CScanbeam
import Camera
import ReaderCore
import Readers

private func kind(_ control: scanbeam_control) throws(ReaderError) -> CameraControl {
  guard let kind = CameraControl(rawValue: control) else {
    throw ReaderError(.invalidArgument, "There is no control \(control); see SCANBEAM_CONTROL_ZOOM and so on.")
  }
  return kind
}

@implementation @_cdecl("scanbeam_reader_control_range")
public func scanbeam_reader_control_range(
  _ reader: OpaquePointer?, _ control: scanbeam_control, _ out: UnsafeMutablePointer<scanbeam_control_range>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    let range = try handle.reader.range(of: try kind(control))
    var table = scanbeam_control_range()
    table.minimum = Int32(clamping: range.minimum)
    table.maximum = Int32(clamping: range.maximum)
    table.step = Int32(clamping: range.step)
    table.default_value = Int32(clamping: range.standard)
    try SizedTable.write(table, to: out, first: 24)
  }
}

@implementation @_cdecl("scanbeam_reader_get_control")
public func scanbeam_reader_get_control(
  _ reader: OpaquePointer?, _ control: scanbeam_control, _ value: UnsafeMutablePointer<Int32>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let value else { throw missing("place for the value") }
    value.pointee = Int32(clamping: try handle.reader.value(of: try kind(control)))
  }
}

@implementation @_cdecl("scanbeam_reader_set_control")
public func scanbeam_reader_set_control(
  _ reader: OpaquePointer?, _ control: scanbeam_control, _ value: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.set(try kind(control), to: Int(value))
  }
}

@implementation @_cdecl("scanbeam_reader_set_frames")
public func scanbeam_reader_set_frames(
  _ reader: OpaquePointer?, _ width: Int32, _ height: Int32, _ frames_per_second: Double
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.setFrames(PixelSize(Int(width), Int(height)), framesPerSecond: frames_per_second)
  }
}

@implementation @_cdecl("scanbeam_reader_set_lamp")
public func scanbeam_reader_set_lamp(_ reader: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.setLamp(named: name.map { String(cString: $0) })
  }
}
