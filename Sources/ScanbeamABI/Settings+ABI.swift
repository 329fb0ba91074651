public import CScanbeam
import ReaderCore
import Readers

/// A switch as C has it.
func flag(_ value: Int32) throws(ReaderError) -> Bool {
  guard value == 0 || value == 1 else { throw ReaderError(.invalidArgument, "A switch must be 0 or 1, not \(value).") }
  return value == 1
}

/// The part of `scanbeam/reader.h` that changes settings.
private func configure(
  _ reader: OpaquePointer?, _ check: () throws(ReaderError) -> Void = {}, _ change: (inout ReaderSettings) -> Void
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try check()
    try handle.reader.configure(change)
  }
}

private func milliseconds(_ value: Int32) throws(ReaderError) {
  guard value >= 0 else { throw ReaderError(.invalidArgument, "A time must not be negative; 0 switches it off.") }
}

@implementation @_cdecl("scanbeam_reader_set_image_results")
public func scanbeam_reader_set_image_results(_ reader: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in _ = try flag(enabled) }) { $0.imageResults = enabled == 1 }
}

@implementation @_cdecl("scanbeam_reader_set_svg_results")
public func scanbeam_reader_set_svg_results(_ reader: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in _ = try flag(enabled) }) { $0.svgResults = enabled == 1 }
}

@implementation @_cdecl("scanbeam_reader_set_trigger_type")
public func scanbeam_reader_set_trigger_type(
  _ reader: OpaquePointer?, _ type: scanbeam_trigger_type
) -> scanbeam_status {
  let check = { () throws(ReaderError) in
    guard TriggerType(rawValue: type) != nil else {
      throw ReaderError(
        .invalidArgument, "The trigger type must be SCANBEAM_TRIGGER_PRESENTATION, _MANUAL or _CONTINUOUS.")
    }
  }
  return configure(reader, check) { $0.trigger = TriggerType(rawValue: type) ?? .manual }
}

@implementation @_cdecl("scanbeam_reader_set_scan_timeout")
public func scanbeam_reader_set_scan_timeout(_ reader: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in try milliseconds(timeout_ms) }) { $0.scanTimeoutMs = timeout_ms }
}

@implementation @_cdecl("scanbeam_reader_set_duplicate_timeout")
public func scanbeam_reader_set_duplicate_timeout(_ reader: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in if timeout_ms != -1 { try milliseconds(timeout_ms) } }) {
    $0.duplicateTimeoutMs = timeout_ms
  }
}

@implementation @_cdecl("scanbeam_reader_set_effort")
public func scanbeam_reader_set_effort(_ reader: OpaquePointer?, _ effort: Int32) -> scanbeam_status {
  let check = { () throws(ReaderError) in
    guard (1...5).contains(effort) else {
      throw ReaderError(.invalidArgument, "The effort is \(effort); it must be 1 to 5.")
    }
  }
  return configure(reader, check) { $0.effort = Int(effort) }
}

@implementation @_cdecl("scanbeam_reader_set_read_string_encoding")
public func scanbeam_reader_set_read_string_encoding(
  _ reader: OpaquePointer?, _ encoding: scanbeam_read_string_encoding
) -> scanbeam_status {
  let check = { () throws(ReaderError) in
    guard ReadStringEncoding(rawValue: encoding) != nil else {
      throw ReaderError(.invalidArgument, "The read-string encoding is \(encoding); it must be 0 to 8.")
    }
  }
  return configure(reader, check) { $0.results.encoding = ReadStringEncoding(rawValue: encoding) ?? .auto }
}

@implementation @_cdecl("scanbeam_reader_get_statistics")
public func scanbeam_reader_get_statistics(
  _ reader: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_reader_statistics>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let reader = Handle.object(reader, ReaderHandle.self)?.reader else { throw missing("reader") }
    let statistics = reader.statistics
    var table = scanbeam_reader_statistics()
    table.frames_received = statistics.framesReceived
    table.frames_decoded = statistics.framesDecoded
    table.frames_dropped = statistics.framesDropped
    table.frames_corrupt = statistics.framesCorrupt
    table.good_reads = statistics.goodReads
    table.bad_reads = statistics.badReads
    table.duplicates = statistics.duplicates
    table.frames_skipped = statistics.framesSkipped
    try SizedTable.write(table, to: out, first: 72)
  }
}
