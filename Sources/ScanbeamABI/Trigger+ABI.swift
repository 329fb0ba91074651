public import CScanbeam
import ReaderCore
import Readers

@implementation @_cdecl("scanbeam_reader_set_key_trigger")
public func scanbeam_reader_set_key_trigger(
  _ reader: OpaquePointer?, _ trigger: UnsafePointer<scanbeam_key_trigger>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let trigger else { return try handle.reader.setKey(nil) }
    let table = try SizedTable.read(trigger, first: 32)
    guard let device = table.device else { throw missing("device") }
    guard let mode = TriggerKey.Mode(rawValue: table.mode), table.exclusive == 0 || table.exclusive == 1,
      table.unused == 0
    else { throw ReaderError(.invalidArgument, "The mode must be SCANBEAM_KEY_HOLD, _TOGGLE or _START.") }
    try handle.reader.setKey(
      TriggerKey(
        device: String(cString: device), key: Int(table.key), mode: mode, isExclusive: table.exclusive == 1))
  }
}

@implementation @_cdecl("scanbeam_reader_set_line_trigger")
public func scanbeam_reader_set_line_trigger(
  _ reader: OpaquePointer?, _ trigger: UnsafePointer<scanbeam_line_trigger>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let trigger else { return try handle.reader.setLine(nil) }
    let table = try SizedTable.read(trigger, first: 48)
    guard let chip = table.chip else { throw missing("chip") }
    guard let mode = TriggerKey.Mode(rawValue: table.mode), let bias = TriggerLine.Bias(rawValue: table.bias),
      table.active_low == 0 || table.active_low == 1, (-1...1000).contains(table.debounce_ms), table.unused == 0,
      table.line == nil || table.offset == 0
    else { throw ReaderError(.invalidArgument, "A member of the line's table is out of range.") }
    let delay = table.debounce_ms
    try handle.reader.setLine(
      TriggerLine(
        chip: String(cString: chip), offset: table.line == nil ? table.offset : nil,
        name: table.line.map { String(cString: $0) }, mode: mode, isActiveLow: table.active_low == 1, bias: bias,
        debounceMs: delay == 0 ? 5 : max(0, Int(delay))))
  }
}
