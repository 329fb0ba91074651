import CPlatform
import CScanbeam
import ReaderCore

/// Runs the body of an exported function; a thrown error becomes its status and the thread's last error.
func call(_ body: () throws(ReaderError) -> Void) -> scanbeam_status {
  do throws(ReaderError) {
    try body()
    return Status.ok.rawValue
  } catch {
    let last = cplatform_last_error()!
    last.pointee.code = error.status.rawValue
    (last.pointee.source, last.pointee.source_code) = source(of: error)
    copyText(error.message, into: &last.pointee.message)
    return error.status.rawValue
  }
}

/// As `call`, for functions whose success may carry a note.
func callWithNote(_ body: () throws(ReaderError) -> Status) -> scanbeam_status {
  var note = Status.ok
  let status = call { () throws(ReaderError) in note = try body() }
  return status == 0 ? note.rawValue : status
}

/// Copies text into a fixed C array, cut at a whole character, NUL-terminated.
func copyText<Array>(_ text: String, into array: inout Array) {
  withUnsafeMutableBytes(of: &array) { buffer in
    var length = 0
    for scalar in text.unicodeScalars {
      let units = UTF8.encode(scalar)!
      guard length + units.count < buffer.count else { break }
      for unit in units {
        buffer[length] = unit
        length += 1
      }
    }
    for i in length..<buffer.count { buffer[i] = 0 }
  }
}

/// The error that an argument is NULL.
func missing(_ what: StaticString) -> ReaderError { ReaderError(.invalidArgument, "The \(what) is NULL.") }

/// The code of the layer below: SCANBEAM_SOURCE_DMCC, _ERRNO or _NONE.
private func source(of error: ReaderError) -> (Int32, Int64) {
  if error.dmcc != 0 { return (3, Int64(error.dmcc)) }
  return error.errno == 0 ? (0, 0) : (1, Int64(error.errno))
}

/// An error as the C table that delegates and completions get.
func makeTable(_ error: ReaderError) -> scanbeam_error {
  var table = scanbeam_error()
  table.size = UInt32(MemoryLayout<scanbeam_error>.size)
  table.code = error.status.rawValue
  (table.source, table.source_code) = source(of: error)
  copyText(error.message, into: &table.message)
  return table
}

/// A static string as a C string.
func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
