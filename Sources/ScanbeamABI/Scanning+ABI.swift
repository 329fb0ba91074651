public import CScanbeam
import ReaderCore
import Readers

private func configure(
  _ reader: OpaquePointer?, _ check: () throws(ReaderError) -> Void, _ change: (inout ReaderSettings) -> Void
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try check()
    try handle.reader.configure(change)
  }
}

private func check(_ value: Int32, _ range: ClosedRange<Int32>, _ what: StaticString) throws(ReaderError) {
  guard range.contains(value) else {
    throw ReaderError(.invalidArgument, "\(what) is \(value); \(range.lowerBound) to \(range.upperBound) can be.")
  }
}

@implementation @_cdecl("scanbeam_reader_scanning_state")
public func scanbeam_reader_scanning_state(_ reader: OpaquePointer?) -> scanbeam_scanning_state {
  Handle.object(reader, ReaderHandle.self)?.reader.scanningState.rawValue ?? 0
}

@implementation @_cdecl("scanbeam_reader_set_paused")
public func scanbeam_reader_set_paused(_ reader: OpaquePointer?, _ paused: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try check(paused, 0...1, "A switch")
    try handle.reader.setPaused(paused == 1)
  }
}

@implementation @_cdecl("scanbeam_reader_set_agreement")
public func scanbeam_reader_set_agreement(
  _ reader: OpaquePointer?, _ agreeing: Int32, _ frames: Int32
) -> scanbeam_status {
  configure(
    reader,
    { () throws(ReaderError) in
      try check(frames, 1...100, "The number of frames")
      try check(agreeing, 1...frames, "The number of agreeing frames")
    }
  ) { ($0.scan.agreeing, $0.scan.agreementFrames) = (Int(agreeing), Int(frames)) }
}

@implementation @_cdecl("scanbeam_reader_set_detection_rate")
public func scanbeam_reader_set_detection_rate(
  _ reader: OpaquePointer?, _ frames_per_second: Int32
) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in try check(frames_per_second, 0...1000, "The rate") }) {
    $0.scan.maximumRate = Int(frames_per_second)
  }
}

@implementation @_cdecl("scanbeam_reader_set_sharpest_of")
public func scanbeam_reader_set_sharpest_of(_ reader: OpaquePointer?, _ frames: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in try check(frames, 1...100, "The number of frames") }) {
    $0.scan.sharpestOf = Int(frames)
  }
}

@implementation @_cdecl("scanbeam_reader_set_region")
public func scanbeam_reader_set_region(
  _ reader: OpaquePointer?, _ unit: scanbeam_region_unit, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32
) -> scanbeam_status {
  configure(
    reader,
    { () throws(ReaderError) in
      try check(unit, 1...2, "The unit")
      let largest: Int32 = unit == 1 ? 100 : 32767
      try check(x, 0...(largest - 1), "x")
      try check(y, 0...(largest - 1), "y")
      try check(width, 1...(unit == 1 ? 100 - x : largest), "The width")
      try check(height, 1...(unit == 1 ? 100 - y : largest), "The height")
    }
  ) {
    let (x, y, w, h) = (Int(x), Int(y), Int(width), Int(height))
    $0.look.region = unit == 1 ? .percent([x, w, y, h]) : .pixels([x, x + w, y, y + h])
  }
}

@implementation @_cdecl("scanbeam_reader_set_finder")
public func scanbeam_reader_set_finder(
  _ reader: OpaquePointer?, _ aspect: Double, _ inset_x: Double, _ inset_y: Double
) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in try checkFinder(aspect, inset_x, inset_y) }) {
    $0.look.region =
      aspect > 0
      ? .finder(FinderSettings(aspect: aspect, insetX: inset_x, insetY: inset_y)) : .percent([0, 100, 0, 100])
  }
}

@implementation @_cdecl("scanbeam_reader_get_region")
public func scanbeam_reader_get_region(
  _ reader: OpaquePointer?, _ frame_width: Int32, _ frame_height: Int32, _ out: UnsafeMutablePointer<scanbeam_rect>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let out else { throw missing("rectangle") }
    try check(frame_width, 1...32767, "The width")
    try check(frame_height, 1...32767, "The height")
    let pixels = handle.reader.settings.look.region(in: PixelSize(Int(frame_width), Int(frame_height)))
    out.pointee = makeRect(
      Rectangle(Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height)))
  }
}

@implementation @_cdecl("scanbeam_reader_set_target")
public func scanbeam_reader_set_target(
  _ reader: OpaquePointer?, _ enabled: Int32, _ centre_x: Int32, _ centre_y: Int32, _ width: Int32, _ height: Int32
) -> scanbeam_status {
  configure(
    reader,
    { () throws(ReaderError) in
      try check(enabled, 0...1, "A switch")
      try check(centre_x, 0...100, "The middle")
      try check(centre_y, 0...100, "The middle")
      try check(width, 1...100, "The width")
      try check(height, 1...100, "The height")
    }
  ) {
    $0.look.targetDecoding = enabled == 1
    $0.look.window = [Int(centre_x), Int(centre_y), Int(width), Int(height)]
  }
}

@implementation @_cdecl("scanbeam_reader_set_nearest_to_centre")
public func scanbeam_reader_set_nearest_to_centre(_ reader: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  configure(reader, { () throws(ReaderError) in try check(enabled, 0...1, "A switch") }) {
    $0.look.useCentering = enabled == 1
  }
}
