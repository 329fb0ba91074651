import CPlatform
public import CScanbeam
import ReaderCore

@implementation @_cdecl("scanbeam_status_name")
public func scanbeam_status_name(_ status: scanbeam_status) -> UnsafePointer<CChar> {
  for entry in Status.all where entry.status.rawValue == status { return pointer(entry.name) }
  return pointer("unknown")
}

@implementation @_cdecl("scanbeam_status_message")
public func scanbeam_status_message(_ status: scanbeam_status) -> UnsafePointer<CChar> {
  for entry in Status.all where entry.status.rawValue == status { return pointer(entry.message) }
  return pointer("A status that this version of the library does not know.")
}

@implementation @_cdecl("scanbeam_last_error")
public func scanbeam_last_error(_ out: UnsafeMutablePointer<scanbeam_error>?) -> scanbeam_status {
  let last = cplatform_last_error()!
  var table = scanbeam_error()
  table.code = last.pointee.code
  table.source = last.pointee.source
  table.source_code = last.pointee.source_code
  withUnsafeMutableBytes(of: &table.message) { to in
    withUnsafeBytes(of: last.pointee.message) { from in to.copyMemory(from: from) }
  }
  // Not recorded as a new error: the old one would be gone.
  do throws(ReaderError) { try SizedTable.write(table, to: out, first: 504) } catch { return error.status.rawValue }
  return Status.ok.rawValue
}
