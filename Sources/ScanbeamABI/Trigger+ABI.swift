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
