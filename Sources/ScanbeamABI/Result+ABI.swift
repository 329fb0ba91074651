public import CScanbeam
import ReaderCore

/// Results with their C strings. Immutable after its making, but for texts that are made when first asked for.
final class ResultsHandle {
  let results: ReadResults
  let codes: [ResultHandle]
  let path: CText?
  let message: CText?
  private let lock = Lock()
  /// All parts as one, unless that is the first code.
  let merged: ResultHandle?
  private var xmlText: CText?
  private var svgText: CText?
  private var statisticsText: CText?
  private var encoded: UnsafeMutableBufferPointer<UInt8>?

  init(_ results: ReadResults) {
    self.results = results
    path = CText(results.path)
    message = CText(results.message)
    codes = results.codes.map { ResultHandle($0, of: results) }
    merged = results.parts.count > 1 ? results.main.map { ResultHandle($0, of: results, isMerged: true) } : nil
  }

  deinit { encoded?.deallocate() }

  var main: ResultHandle? { merged ?? codes.first }

  var statistics: CText? {
    lock.locked {
      if statisticsText == nil { statisticsText = CText(results.statisticsXML) }
      return statisticsText
    }
  }

  /// The image as a file, made when first asked for.
  func encodedImage() throws(ReaderError) -> UnsafeMutableBufferPointer<UInt8> {
    let outcome = lock.locked { () -> Result<UnsafeMutableBufferPointer<UInt8>, ReaderError> in
      if let encoded { return .success(encoded) }
      return Result { () throws(ReaderError) in
        let bytes = try results.encodedImage()
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        encoded = buffer
        return buffer
      }
    }
    return try outcome.get()
  }

  var xml: CText? {
    lock.locked {
      if xmlText == nil { xmlText = CText(results.xml) }
      return xmlText
    }
  }

  var svg: CText? {
    lock.locked {
      if svgText == nil { svgText = CText(results.svg) }
      return svgText
    }
  }
}

/// One code with its C strings.
final class ResultHandle {
  let code: DecodedCode
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let text: CText?
  let charset: CText?
  let aimID: CText?
  let gtin: CText?
  let addOn: CText?
  let tag: TagHandle?
  let readString: CText?
  let verification: CText?
  private let isMerged: Bool
  private let results: ReadResults
  private let lock = Lock()
  private var xmlText: CText?
  private var svgText: CText?

  init(_ code: DecodedCode, of results: ReadResults, isMerged: Bool = false) {
    self.code = code
    self.isMerged = isMerged
    readString = CText(results.readString(of: code))
    self.results = results
    bytes = .allocate(capacity: code.bytes.count)
    _ = bytes.initialize(from: code.bytes)
    text = CText(code.text?.text)
    charset = text == nil ? nil : CText(code.text?.charset)
    aimID = CText(code.aimID)
    gtin = CText(code.gtin)
    addOn = CText(code.addOn)
    verification = code.verification.isEmpty ? nil : CText(code.verification)
    tag = code.tag.map(TagHandle.init)
  }

  deinit { bytes.deallocate() }

  var xml: CText? {
    lock.locked {
      if xmlText == nil { xmlText = CText(isMerged ? results.xml : results.xml(of: code)) }
      return xmlText
    }
  }

  var svg: CText? {
    lock.locked {
      if svgText == nil { svgText = CText(isMerged ? results.svg : results.svg(of: code)) }
      return svgText
    }
  }
}

private func object(_ handle: OpaquePointer?) -> ResultsHandle? { Handle.object(handle, ResultsHandle.self) }
private func one(_ handle: OpaquePointer?) -> ResultHandle? { Handle.object(handle, ResultHandle.self) }

@implementation @_cdecl("scanbeam_confirmation_name")
public func scanbeam_confirmation_name(_ flag: scanbeam_confirmations) -> UnsafePointer<CChar> {
  pointer(Confirmations(rawValue: flag).staticName)
}

@implementation @_cdecl("scanbeam_reason_name")
public func scanbeam_reason_name(_ reason: scanbeam_reason) -> UnsafePointer<CChar> {
  Reason(rawValue: reason).map { pointer($0.staticName) } ?? pointer("UNKNOWN")
}

// MARK: results

@implementation @_cdecl("scanbeam_results_ref")
public func scanbeam_results_ref(_ results: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(results, ResultsHandle.self)
  return results
}

@implementation @_cdecl("scanbeam_results_unref")
public func scanbeam_results_unref(_ results: OpaquePointer?) { Handle.release(results, ResultsHandle.self) }

@implementation @_cdecl("scanbeam_results_good_read")
public func scanbeam_results_good_read(_ results: OpaquePointer?) -> Int32 {
  object(results)?.results.goodRead == true ? 1 : 0
}

@implementation @_cdecl("scanbeam_results_reason")
public func scanbeam_results_reason(_ results: OpaquePointer?) -> scanbeam_reason {
  object(results)?.results.reason.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_results_count")
public func scanbeam_results_count(_ results: OpaquePointer?) -> Int { object(results)?.codes.count ?? 0 }

@implementation @_cdecl("scanbeam_results_at")
public func scanbeam_results_at(_ results: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  guard let object = object(results), object.codes.indices.contains(index) else { return nil }
  return OpaquePointer(Unmanaged.passUnretained(object.codes[index]).toOpaque())
}

@implementation @_cdecl("scanbeam_results_main")
public func scanbeam_results_main(_ results: OpaquePointer?) -> OpaquePointer? {
  object(results)?.main.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
}

@implementation @_cdecl("scanbeam_results_part_count")
public func scanbeam_results_part_count(_ results: OpaquePointer?) -> Int { object(results)?.results.parts.count ?? 0 }

@implementation @_cdecl("scanbeam_results_part_at")
public func scanbeam_results_part_at(_ results: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  guard let object = object(results), object.results.parts.indices.contains(index) else { return nil }
  return OpaquePointer(Unmanaged.passUnretained(object.codes[index]).toOpaque())
}

@implementation @_cdecl("scanbeam_results_image_id")
public func scanbeam_results_image_id(_ results: OpaquePointer?) -> Int64 {
  object(results)?.results.form.imageID ?? 0
}

@implementation @_cdecl("scanbeam_results_statistics_xml")
public func scanbeam_results_statistics_xml(_ results: OpaquePointer?) -> UnsafePointer<CChar>? {
  object(results)?.statistics?.pointer
}

@implementation @_cdecl("scanbeam_results_encoded_image")
public func scanbeam_results_encoded_image(
  _ results: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_bytes>?
) -> scanbeam_status {
  out?.pointee = scanbeam_bytes(data: nil, size: 0)
  return call { () throws(ReaderError) in
    guard let results = object(results) else { throw missing("results handle") }
    guard let out else { throw missing("place for the bytes") }
    let bytes = try results.encodedImage()
    out.pointee = scanbeam_bytes(data: UnsafePointer(bytes.baseAddress), size: bytes.count)
  }
}

@implementation @_cdecl("scanbeam_results_id")
public func scanbeam_results_id(_ results: OpaquePointer?) -> Int64 { object(results)?.results.id ?? 0 }

@implementation @_cdecl("scanbeam_results_time_ns")
public func scanbeam_results_time_ns(_ results: OpaquePointer?) -> Int64 { object(results)?.results.time ?? 0 }

@implementation @_cdecl("scanbeam_results_decode_time_ns")
public func scanbeam_results_decode_time_ns(_ results: OpaquePointer?) -> Int64 {
  object(results)?.results.decodeTime ?? 0
}

@implementation @_cdecl("scanbeam_results_frame_size")
public func scanbeam_results_frame_size(_ results: OpaquePointer?) -> scanbeam_size {
  let size = object(results)?.results.frameSize
  return scanbeam_size(width: Int32(size?.width ?? 0), height: Int32(size?.height ?? 0))
}

@implementation @_cdecl("scanbeam_results_source")
public func scanbeam_results_source(_ results: OpaquePointer?) -> UnsafePointer<CChar>? {
  object(results)?.path?.pointer
}

@implementation @_cdecl("scanbeam_results_message")
public func scanbeam_results_message(_ results: OpaquePointer?) -> UnsafePointer<CChar>? {
  object(results)?.message?.pointer
}

@implementation @_cdecl("scanbeam_results_xml")
public func scanbeam_results_xml(_ results: OpaquePointer?) -> UnsafePointer<CChar>? { object(results)?.xml?.pointer }

@implementation @_cdecl("scanbeam_results_svg")
public func scanbeam_results_svg(_ results: OpaquePointer?) -> UnsafePointer<CChar>? { object(results)?.svg?.pointer }

@implementation @_cdecl("scanbeam_results_image")
public func scanbeam_results_image(
  _ results: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_frame>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let results = object(results)?.results else { throw missing("results handle") }
    guard out != nil else { throw missing("frame to fill") }
    guard let image = results.image else {
      throw ReaderError(.state, "These results hold no image; switch image results on before the scan.")
    }
    var frame = scanbeam_frame()
    frame.data = UnsafePointer(image.base)
    frame.length = UInt64(image.width * image.height)
    frame.time_ns = results.time
    frame.format = PixelFormat.grey.rawValue
    frame.width = Int32(image.width)
    frame.height = Int32(image.height)
    frame.stride = Int32(image.width)
    try SizedTable.write(frame, to: out, first: 48)
  }
}

// MARK: one result

@implementation @_cdecl("scanbeam_result_ref")
public func scanbeam_result_ref(_ result: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(result, ResultHandle.self)
  return result
}

@implementation @_cdecl("scanbeam_result_unref")
public func scanbeam_result_unref(_ result: OpaquePointer?) { Handle.release(result, ResultHandle.self) }

@implementation @_cdecl("scanbeam_result_symbology")
public func scanbeam_result_symbology(_ result: OpaquePointer?) -> scanbeam_symbology {
  one(result)?.code.symbology.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_result_variant")
public func scanbeam_result_variant(_ result: OpaquePointer?) -> scanbeam_variant {
  one(result)?.code.variant.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_result_bytes")
public func scanbeam_result_bytes(_ result: OpaquePointer?) -> scanbeam_bytes {
  guard let bytes = one(result)?.bytes, !bytes.isEmpty else { return scanbeam_bytes(data: nil, size: 0) }
  return scanbeam_bytes(data: UnsafePointer(bytes.baseAddress), size: bytes.count)
}

@implementation @_cdecl("scanbeam_result_text")
public func scanbeam_result_text(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.text?.pointer }

@implementation @_cdecl("scanbeam_result_read_string")
public func scanbeam_result_read_string(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
  one(result)?.readString?.pointer
}

@implementation @_cdecl("scanbeam_result_charset")
public func scanbeam_result_charset(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
  one(result)?.charset?.pointer
}

@implementation @_cdecl("scanbeam_result_eci")
public func scanbeam_result_eci(_ result: OpaquePointer?) -> Int32 { one(result)?.code.segments.first?.eci ?? -1 }

@implementation @_cdecl("scanbeam_result_aim_id")
public func scanbeam_result_aim_id(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.aimID?.pointer }

@implementation @_cdecl("scanbeam_result_is_gs1")
public func scanbeam_result_is_gs1(_ result: OpaquePointer?) -> Int32 { one(result)?.code.isGS1 == true ? 1 : 0 }

@implementation @_cdecl("scanbeam_result_linkage")
public func scanbeam_result_linkage(_ result: OpaquePointer?) -> scanbeam_linkage {
  one(result)?.code.linkage.rawValue ?? SCANBEAM_LINKAGE_NONE
}

@implementation @_cdecl("scanbeam_result_gtin")
public func scanbeam_result_gtin(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.gtin?.pointer }

@implementation @_cdecl("scanbeam_result_add_on")
public func scanbeam_result_add_on(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.addOn?.pointer }

@implementation @_cdecl("scanbeam_result_confidence")
public func scanbeam_result_confidence(_ result: OpaquePointer?) -> Int32 {
  Int32(max(0, min(100, one(result)?.code.confidence ?? 0)))
}

@implementation @_cdecl("scanbeam_result_confirmations")
public func scanbeam_result_confirmations(_ result: OpaquePointer?) -> scanbeam_confirmations {
  one(result)?.code.confirmations.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_result_verification")
public func scanbeam_result_verification(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
  one(result)?.verification?.pointer
}

@implementation @_cdecl("scanbeam_result_corners")
public func scanbeam_result_corners(_ result: OpaquePointer?) -> scanbeam_quad {
  guard let quad = one(result)?.code.corners else { return scanbeam_quad() }
  func point(_ p: Point) -> scanbeam_point { scanbeam_point(x: p.x, y: p.y) }
  return scanbeam_quad(
    top_left: point(quad.topLeft), top_right: point(quad.topRight), bottom_right: point(quad.bottomRight),
    bottom_left: point(quad.bottomLeft))
}

@implementation @_cdecl("scanbeam_result_structured_append")
public func scanbeam_result_structured_append(
  _ result: OpaquePointer?, _ index: UnsafeMutablePointer<Int32>?, _ count: UnsafeMutablePointer<Int32>?,
  _ parity: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let part = one(result)?.code.structuredAppend else { return 0 }
  index?.pointee = Int32(part.index)
  count?.pointee = Int32(part.count)
  parity?.pointee = Int32(part.parity)
  return 1
}

@implementation @_cdecl("scanbeam_result_xml")
public func scanbeam_result_xml(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.xml?.pointer }

@implementation @_cdecl("scanbeam_result_svg")
public func scanbeam_result_svg(_ result: OpaquePointer?) -> UnsafePointer<CChar>? { one(result)?.svg?.pointer }
