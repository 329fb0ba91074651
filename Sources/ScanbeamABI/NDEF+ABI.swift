public import CScanbeam
import ReaderCore
import Tags

/// A message with the C strings and bytes of its records.
final class NDEFHandle {
  /// What a record's getters lend.
  final class Record {
    let record: NDEFRecord
    let content: NDEFContent
    let text: CText?
    let language: CText?
    let type: OwnedBytes
    let id: OwnedBytes
    let payload: OwnedBytes
    let wifi: (ssid: OwnedBytes, key: OwnedBytes)?

    init(_ record: NDEFRecord) {
      self.record = record
      content = record.content
      type = OwnedBytes(record.type)
      id = OwnedBytes(record.id)
      payload = OwnedBytes(record.payload)
      var language: String?
      var wifi: (OwnedBytes, OwnedBytes)?
      switch content {
      case .uri(let uri): text = CText(uri)
      case .text(let one):
        text = CText(one.text)
        language = one.language
      case .smartPoster(let poster): text = CText(poster.uri)
      case .mime(let name), .external(let name): text = CText(name)
      case .wifi(let network):
        text = CText(String(validating: network.ssid, as: UTF8.self))
        wifi = (OwnedBytes(network.ssid), OwnedBytes(network.key))
      case .empty, .unknown, .malformed: text = nil
      }
      self.language = CText(language)
      self.wifi = wifi
    }

    var kind: scanbeam_ndef_kind {
      switch content {
      case .unknown: 0
      case .empty: 1
      case .uri(_): 2
      case .text(_): 3
      case .smartPoster(_): 4
      case .mime(_): 5
      case .wifi(_): 6
      case .external(_): 7
      case .malformed: 8
      }
    }
  }

  private(set) var records: [Record]
  private var stored: OwnedBytes?
  private let lock = Lock()

  init(_ message: NDEFMessage) { records = message.records.map(Record.init) }

  func add(_ record: NDEFRecord) throws(ReaderError) {
    guard records.count < NDEFMessage.recordLimit else {
      throw ReaderError(.invalidArgument, "A message has at most \(NDEFMessage.recordLimit) records.")
    }
    records.append(Record(record))
    lock.locked { stored = nil }
  }

  var bytes: scanbeam_bytes {
    lock.locked {
      if stored == nil { stored = (try? NDEFMessage(records.map(\.record)).bytes()).map(OwnedBytes.init) }
      return stored?.value ?? scanbeam_bytes(data: nil, size: 0)
    }
  }

  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> NDEFHandle {
    guard let object = Handle.object(handle, NDEFHandle.self) else { throw missing("message") }
    return object
  }
}

private func record(_ message: OpaquePointer?, _ index: Int) -> NDEFHandle.Record? {
  guard let records = Handle.object(message, NDEFHandle.self)?.records, records.indices.contains(index) else {
    return nil
  }
  return records[index]
}

private let nothing = scanbeam_bytes(data: nil, size: 0)

/// Text of a caller; throws for NULL and for bytes that are no UTF-8.
private func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(ReaderError) -> String {
  guard let pointer else { throw missing(what) }
  guard let text = String(validatingCString: pointer) else {
    throw ReaderError(.invalidArgument, "The \(what) is not UTF-8.")
  }
  return text
}

private func add(
  _ message: OpaquePointer?, _ make: () throws(ReaderError) -> NDEFRecord
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try NDEFHandle.checked(message)
    try handle.add(try make())
  }
}

@implementation @_cdecl("scanbeam_ndef_new")
public func scanbeam_ndef_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ bytes: UnsafePointer<UInt8>?, _ length: Int
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the message") }
    let copy = try OwnedBytes.copy(bytes, length, "message")
    out.pointee = Handle.make(NDEFHandle(try NDEFMessage(parsing: copy)))
  }
}

@implementation @_cdecl("scanbeam_ndef_ref")
public func scanbeam_ndef_ref(_ message: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(message, NDEFHandle.self)
  return message
}

@implementation @_cdecl("scanbeam_ndef_unref")
public func scanbeam_ndef_unref(_ message: OpaquePointer?) { Handle.release(message, NDEFHandle.self) }

@implementation @_cdecl("scanbeam_ndef_bytes")
public func scanbeam_ndef_bytes(_ message: OpaquePointer?) -> scanbeam_bytes {
  Handle.object(message, NDEFHandle.self)?.bytes ?? nothing
}

@implementation @_cdecl("scanbeam_ndef_count")
public func scanbeam_ndef_count(_ message: OpaquePointer?) -> Int {
  Handle.object(message, NDEFHandle.self)?.records.count ?? 0
}

@implementation @_cdecl("scanbeam_ndef_record_kind")
public func scanbeam_ndef_record_kind(_ message: OpaquePointer?, _ index: Int) -> scanbeam_ndef_kind {
  record(message, index)?.kind ?? 0
}

@implementation @_cdecl("scanbeam_ndef_record_text")
public func scanbeam_ndef_record_text(_ message: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  record(message, index)?.text?.pointer
}

@implementation @_cdecl("scanbeam_ndef_record_language")
public func scanbeam_ndef_record_language(_ message: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  record(message, index)?.language?.pointer
}

@implementation @_cdecl("scanbeam_ndef_record_type_name")
public func scanbeam_ndef_record_type_name(_ message: OpaquePointer?, _ index: Int) -> Int32 {
  Int32(record(message, index)?.record.typeName.rawValue ?? 0)
}

@implementation @_cdecl("scanbeam_ndef_record_type")
public func scanbeam_ndef_record_type(_ message: OpaquePointer?, _ index: Int) -> scanbeam_bytes {
  record(message, index)?.type.value ?? nothing
}

@implementation @_cdecl("scanbeam_ndef_record_id")
public func scanbeam_ndef_record_id(_ message: OpaquePointer?, _ index: Int) -> scanbeam_bytes {
  record(message, index)?.id.value ?? nothing
}

@implementation @_cdecl("scanbeam_ndef_record_payload")
public func scanbeam_ndef_record_payload(_ message: OpaquePointer?, _ index: Int) -> scanbeam_bytes {
  record(message, index)?.payload.value ?? nothing
}

@implementation @_cdecl("scanbeam_ndef_record_wifi")
public func scanbeam_ndef_record_wifi(
  _ message: OpaquePointer?, _ index: Int, _ out: UnsafeMutablePointer<scanbeam_wifi>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let record = record(message, index) else {
      throw ReaderError(.invalidArgument, "The message is NULL, or has no record number \(index).")
    }
    guard case .wifi(let network) = record.content, let bytes = record.wifi else {
      throw ReaderError(.state, "The record describes no wireless network.")
    }
    var table = scanbeam_wifi()
    table.ssid = bytes.ssid.value
    table.key = bytes.key.value
    table.authentication = Int32(network.authentication)
    table.encryption = Int32(network.encryption)
    try SizedTable.write(table, to: out, first: 48)
  }
}

// MARK: adding records

@implementation @_cdecl("scanbeam_ndef_add_uri")
public func scanbeam_ndef_add_uri(_ message: OpaquePointer?, _ uri: UnsafePointer<CChar>?) -> scanbeam_status {
  add(message) { () throws(ReaderError) in .uri(try text(uri, "URI")) }
}

@implementation @_cdecl("scanbeam_ndef_add_text")
public func scanbeam_ndef_add_text(
  _ message: OpaquePointer?, _ words: UnsafePointer<CChar>?, _ language: UnsafePointer<CChar>?
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    try .text(try text(words, "text"), language: language == nil ? "en" : try text(language, "language"))
  }
}

@implementation @_cdecl("scanbeam_ndef_add_smart_poster")
public func scanbeam_ndef_add_smart_poster(
  _ message: OpaquePointer?, _ uri: UnsafePointer<CChar>?, _ title: UnsafePointer<CChar>?,
  _ language: UnsafePointer<CChar>?
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    var poster = NDEFSmartPoster(uri: try text(uri, "URI"))
    if title != nil {
      let language = language == nil ? "en" : try text(language, "language")
      poster.titles = [NDEFText(try text(title, "title"), language: language)]
    }
    return try .smartPoster(poster)
  }
}

@implementation @_cdecl("scanbeam_ndef_add_mime")
public func scanbeam_ndef_add_mime(
  _ message: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ data: UnsafePointer<UInt8>?, _ length: Int
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    try .mime(try text(type, "media type"), try OwnedBytes.copy(data, length, "data"))
  }
}

@implementation @_cdecl("scanbeam_ndef_add_external")
public func scanbeam_ndef_add_external(
  _ message: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ data: UnsafePointer<UInt8>?, _ length: Int
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    try .external(try text(type, "type"), try OwnedBytes.copy(data, length, "data"))
  }
}

@implementation @_cdecl("scanbeam_ndef_add_wifi")
public func scanbeam_ndef_add_wifi(
  _ message: OpaquePointer?, _ wifi: UnsafePointer<scanbeam_wifi>?
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    guard let wifi else { throw missing("network") }
    let table = try SizedTable.read(wifi, first: 48)
    func number(_ value: Int32, _ fallback: UInt16) throws(ReaderError) -> UInt16 {
      guard value >= 0, value <= 0xffff else {
        throw ReaderError(.invalidArgument, "Authentication and encryption are numbers from 0 to 65535.")
      }
      return value == 0 ? fallback : UInt16(value)
    }
    return try .wifi(
      WiFiNetwork(
        ssid: try OwnedBytes.copy(table.ssid.data, table.ssid.size, "name of the network", limit: 32),
        key: try OwnedBytes.copy(table.key.data, table.key.size, "key", limit: 64),
        authentication: try number(table.authentication, 0x20), encryption: try number(table.encryption, 0x08)))
  }
}

@implementation @_cdecl("scanbeam_ndef_add_record")
public func scanbeam_ndef_add_record(
  _ message: OpaquePointer?, _ type_name: Int32, _ type: UnsafePointer<UInt8>?, _ type_length: Int,
  _ id: UnsafePointer<UInt8>?, _ id_length: Int, _ payload: UnsafePointer<UInt8>?, _ payload_length: Int
) -> scanbeam_status {
  add(message) { () throws(ReaderError) in
    guard (0...5).contains(type_name), let name = NDEFTypeName(rawValue: UInt8(type_name)) else {
      throw ReaderError(.invalidArgument, "The type name format is \(type_name); it must be 0 to 5.")
    }
    let record = NDEFRecord(
      name, type: try OwnedBytes.copy(type, type_length, "type", limit: 255),
      id: try OwnedBytes.copy(id, id_length, "id", limit: 255),
      payload: try OwnedBytes.copy(payload, payload_length, "payload"))
    guard name != .empty || (record.type.isEmpty && record.id.isEmpty && record.payload.isEmpty),
      name != .unknown || record.type.isEmpty
    else { throw ReaderError(.invalidArgument, "An empty record has no content, one of unknown type no type.") }
    return record
  }
}
