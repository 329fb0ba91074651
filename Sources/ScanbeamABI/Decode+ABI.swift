public import CScanbeam
import ReaderCore
import Readers

/// The caller's options as a request for `StillPicture`.
private func request(
  _ options: UnsafePointer<scanbeam_decode_options>?
) throws(ReaderError) -> StillPicture.Options {
  var request = StillPicture.Options()
  guard let options else { return request }
  let table = try SizedTable.read(options, first: 56)
  guard table.flags & ~UInt32(SCANBEAM_DECODE_IMAGE | SCANBEAM_DECODE_SVG) == 0, table.unused == 0 else {
    throw ReaderError(.invalidArgument, "The decode options have flags that this version does not know.")
  }
  guard (0...5).contains(table.effort) else {
    throw ReaderError(.invalidArgument, "The effort is \(table.effort); it must be 1 to 5, or 0 for the default.")
  }
  guard table.max_codes >= 0, table.budget_ns >= 0 else {
    throw ReaderError(.invalidArgument, "max_codes and budget_ns must not be negative.")
  }
  if table.symbology_count > 0, let list = table.symbologies {
    guard table.symbology_count <= 256 else {
      throw ReaderError(.invalidArgument, "\(table.symbology_count) symbologies are more than there are.")
    }
    var set = SymbologySet()
    for i in 0..<Int(table.symbology_count) {
      let symbology = Symbology(rawValue: list[i])
      guard Availabilities.symbologies.contains(symbology) else {
        throw ReaderError(.unsupported, "This build cannot read \(symbology.name) (symbology \(symbology.rawValue)).")
      }
      set.insert(symbology)
    }
    request.symbologies = set
  }
  if table.effort > 0 { request.effort = Int(table.effort) }
  request.maxCodes = Int(table.max_codes)
  request.budget = table.budget_ns
  request.keepsImage = table.flags & UInt32(SCANBEAM_DECODE_IMAGE) != 0
  request.licence =
    try table.context.map { (context) throws(ReaderError) in
      try ContextHandle.checked(context).context.licencePolicy
    } ?? nil
  request.drawsSVG = table.flags & UInt32(SCANBEAM_DECODE_SVG) != 0
  return request
}

private func deliver(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(ReaderError) -> ReadResults
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the results") }
    out.pointee = Handle.make(ResultsHandle(try body()))
  }
}

@implementation @_cdecl("scanbeam_decode_frame")
public func scanbeam_decode_frame(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ frame: UnsafePointer<scanbeam_frame>?,
  _ options: UnsafePointer<scanbeam_decode_options>?
) -> scanbeam_status {
  deliver(out) { () throws(ReaderError) in
    let request = try request(options)
    return try FrameReader.withLuma(frame) { (luma, time) throws(ReaderError) in
      try StillPicture.decode(luma, time: time, request)
    }
  }
}

@implementation @_cdecl("scanbeam_decode_picture")
public func scanbeam_decode_picture(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ data: UnsafeRawPointer?, _ length: Int,
  _ options: UnsafePointer<scanbeam_decode_options>?
) -> scanbeam_status {
  deliver(out) { () throws(ReaderError) in
    guard let data else { throw missing("picture") }
    guard length >= 0 else { throw ReaderError(.invalidArgument, "The picture's length is not possible.") }
    return try StillPicture.decode(
      file: UnsafeRawBufferPointer(start: data, count: length), try request(options))
  }
}

@implementation @_cdecl("scanbeam_decode_file")
public func scanbeam_decode_file(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<scanbeam_decode_options>?
) -> scanbeam_status {
  deliver(out) { () throws(ReaderError) in
    guard let path else { throw missing("path") }
    return try StillPicture.decode(path: String(cString: path), try request(options))
  }
}
