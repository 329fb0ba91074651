public import CScanbeam
import ReaderCore
import Readers

/// A reader made by a factory, as a handle.
private func make(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?,
  _ body: (ContextHandle) throws(ReaderError) -> Reader
) throws(ReaderError) {
  guard let out else { throw missing("place for the reader") }
  let owner = try ContextHandle.checked(context)
  out.pointee = Handle.make(ReaderHandle(try body(owner), owner))
}

@implementation @_cdecl("scanbeam_reader_new_mx")
public func scanbeam_reader_new_mx(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    try make(out, context) { (owner) throws(ReaderError) in try owner.context.mxReader() }
  }
}

@implementation @_cdecl("scanbeam_reader_new_network")
public func scanbeam_reader_new_network(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?,
  _ options: UnsafePointer<scanbeam_network_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let options else { throw missing("table of options") }
    let table = try SizedTable.read(options, first: 40)
    guard table.unused == 0 else { throw ReaderError(.invalidArgument, "The member unused must be 0.") }
    guard let host = table.host else { throw missing("host") }
    guard table.port >= 0, let port = UInt16(exactly: table.port) else {
      throw ReaderError(.invalidArgument, "\(table.port) is no port; 1 to 65535 are, and 0 for 23.")
    }
    var login = NetworkLogin()
    if let user = table.user { login.user = String(cString: user) }
    login.password = table.password.map { String(cString: $0) }
    try make(out, context) { (owner) throws(ReaderError) in
      try owner.context.networkReader(host: String(cString: host), port: port == 0 ? 23 : port, login)
    }
  }
}

@implementation @_cdecl("scanbeam_reader_terminal_text")
public func scanbeam_reader_terminal_text(
  _ reader: OpaquePointer?, _ which: scanbeam_terminal_text, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    let info = reader.terminalInfo
    let text: String? =
      switch which {
      case 1: info?.type ?? ""
      case 2: info?.serial ?? ""
      case 3: info?.firmware ?? ""
      case 4: info?.name ?? ""
      default: nil
      }
    guard let text else { throw ReaderError(.invalidArgument, "There is no text number \(which) of a terminal.") }
    guard info != nil else { throw ReaderError(.unsupported, "This reader says nothing of itself.") }
    let bytes = Array(text.utf8.prefix { $0 != 0 }) + [0]
    needed?.pointee = bytes.count
    guard buffer != nil || capacity == 0 else { throw missing("buffer") }
    guard let buffer else { return }
    guard capacity >= bytes.count else {
      throw ReaderError(.bufferTooSmall, "The text needs \(bytes.count) bytes, the buffer has \(capacity).")
    }
    for (i, byte) in bytes.enumerated() { buffer[i] = CChar(bitPattern: byte) }
  }
}

@implementation @_cdecl("scanbeam_reader_set_reconnect")
public func scanbeam_reader_set_reconnect(_ reader: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    let on = try flag(enabled)
    try reader.configureLink { $0.reconnects = on }
  }
}

@implementation @_cdecl("scanbeam_reader_set_keep_configuration")
public func scanbeam_reader_set_keep_configuration(_ reader: OpaquePointer?, _ enabled: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    let on = try flag(enabled)
    try reader.configureLink { $0.keepsConfiguration = on }
  }
}

@implementation @_cdecl("scanbeam_reader_set_heartbeat")
public func scanbeam_reader_set_heartbeat(_ reader: OpaquePointer?, _ interval_ms: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    guard interval_ms >= 0 else { throw ReaderError(.invalidArgument, "An interval is 0 or more milliseconds.") }
    try reader.configureLink { $0.heartbeatMs = interval_ms }
  }
}

@implementation @_cdecl("scanbeam_reader_set_image_push")
public func scanbeam_reader_set_image_push(_ reader: OpaquePointer?, _ port: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let reader = try ReaderHandle.checked(reader).reader
    guard let port = UInt16(exactly: port) else {
      throw ReaderError(.invalidArgument, "\(port) is no port; 1 to 65535 are, and 0 for none.")
    }
    guard reader.deviceClass == .network else {
      throw ReaderError(.unsupported, "Only readers on the network push pictures.")
    }
    try reader.configureLink { $0.imagePort = port }
  }
}

@implementation @_cdecl("scanbeam_reader_set_live_image")
public func scanbeam_reader_set_live_image(
  _ reader: OpaquePointer?, _ options: UnsafePointer<scanbeam_live_image_options>?,
  _ completion: scanbeam_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    var live: LiveImageOptions?
    if let options {
      let table = try SizedTable.read(options, first: 24)
      guard table.unused == 0, (0...1).contains(table.format), (0...3).contains(table.image_size),
        (10...90).contains(table.quality)
      else {
        throw ReaderError(
          .invalidArgument, "A live image has a format of 0 or 1, a size of 0 to 3, a quality of 10 to 90.")
      }
      live = LiveImageOptions()
      live?.format = Int(table.format)
      live?.size = Int(table.image_size)
      live?.quality = Int(table.quality)
    }
    try handle.reader.setLiveImage(live, handle.completion(completion, user_data))
  }
}
