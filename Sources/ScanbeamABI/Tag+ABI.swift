public import CScanbeam
import ReaderCore
import Readers
import Tags

/// A tag with its bytes.
final class TagHandle {
  let tag: TagInfo
  let uid: OwnedBytes
  let atr: OwnedBytes
  let message: OwnedBytes

  init(_ tag: TagInfo) {
    self.tag = tag
    uid = OwnedBytes(tag.uid)
    atr = OwnedBytes(tag.atr)
    message = OwnedBytes(tag.message ?? [])
  }

  /// What the result's format leaves out is not there.
  var hasID: Bool { tag.format?.hasID ?? true }
  var hasType: Bool { tag.format?.hasType ?? true }
}

private func tag(_ handle: OpaquePointer?) -> TagHandle? { Handle.object(handle, TagHandle.self) }

@implementation @_cdecl("scanbeam_tag_source_name")
public func scanbeam_tag_source_name(_ source: scanbeam_tag_source) -> UnsafePointer<CChar> {
  TagFamily(rawValue: source).map { pointer($0.staticName) } ?? pointer("")
}

@implementation @_cdecl("scanbeam_tag_chip_name")
public func scanbeam_tag_chip_name(_ chip: scanbeam_tag_chip) -> UnsafePointer<CChar> {
  pointer((TagChip(rawValue: chip) ?? .unknown).staticName)
}

@implementation @_cdecl("scanbeam_result_tag")
public func scanbeam_result_tag(_ result: OpaquePointer?) -> OpaquePointer? {
  guard let tag = Handle.object(result, ResultHandle.self)?.tag else { return nil }
  return OpaquePointer(Unmanaged.passUnretained(tag).toOpaque())
}

@implementation @_cdecl("scanbeam_tag_ref")
public func scanbeam_tag_ref(_ tag: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(tag, TagHandle.self)
  return tag
}

@implementation @_cdecl("scanbeam_tag_unref")
public func scanbeam_tag_unref(_ tag: OpaquePointer?) { Handle.release(tag, TagHandle.self) }

@implementation @_cdecl("scanbeam_tag_get_source")
public func scanbeam_tag_get_source(_ handle: OpaquePointer?) -> scanbeam_tag_source {
  tag(handle).map { $0.hasType ? $0.tag.source : 0 } ?? 0
}

@implementation @_cdecl("scanbeam_tag_get_chip")
public func scanbeam_tag_get_chip(_ handle: OpaquePointer?) -> scanbeam_tag_chip {
  tag(handle).map { $0.hasType ? $0.tag.chip : 0 } ?? 0
}

@implementation @_cdecl("scanbeam_tag_id")
public func scanbeam_tag_id(_ handle: OpaquePointer?) -> scanbeam_bytes {
  guard let tag = tag(handle), tag.hasID else { return scanbeam_bytes(data: nil, size: 0) }
  return tag.uid.value
}

@implementation @_cdecl("scanbeam_tag_id_is_random")
public func scanbeam_tag_id_is_random(_ handle: OpaquePointer?) -> Int32 {
  tag(handle)?.tag.hasRandomUID == true ? 1 : 0
}

@implementation @_cdecl("scanbeam_tag_atr")
public func scanbeam_tag_atr(_ handle: OpaquePointer?) -> scanbeam_bytes {
  tag(handle)?.atr.value ?? scanbeam_bytes(data: nil, size: 0)
}

@implementation @_cdecl("scanbeam_tag_has_message")
public func scanbeam_tag_has_message(_ handle: OpaquePointer?) -> Int32 { tag(handle)?.tag.message == nil ? 0 : 1 }

@implementation @_cdecl("scanbeam_tag_message")
public func scanbeam_tag_message(_ handle: OpaquePointer?) -> scanbeam_bytes {
  tag(handle)?.message.value ?? scanbeam_bytes(data: nil, size: 0)
}

@implementation @_cdecl("scanbeam_tag_forum_type")
public func scanbeam_tag_forum_type(_ handle: OpaquePointer?) -> Int32 { tag(handle)?.tag.forumType ?? 0 }

@implementation @_cdecl("scanbeam_tag_capacity")
public func scanbeam_tag_capacity(_ handle: OpaquePointer?) -> Int { tag(handle)?.tag.capacity ?? 0 }

@implementation @_cdecl("scanbeam_tag_is_writable")
public func scanbeam_tag_is_writable(_ handle: OpaquePointer?) -> Int32 { tag(handle)?.tag.isWritable == true ? 1 : 0 }

// MARK: readers

private func format(_ value: scanbeam_tag_format) throws(ReaderError) -> TagDataFormat {
  guard let format = TagDataFormat(rawValue: value) else {
    throw ReaderError(.invalidArgument, "The tag format is \(value); it must be one of SCANBEAM_TAG_FORMAT_….")
  }
  return format
}

@implementation @_cdecl("scanbeam_reader_new_tag")
public func scanbeam_reader_new_tag(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?,
  _ options: UnsafePointer<scanbeam_tag_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the reader") }
    let owner = try ContextHandle.checked(context)
    var table = scanbeam_tag_options()
    if let options { table = try SizedTable.read(options, first: 32) }
    guard table.flags & ~1 == 0, table.unused == 0 else {
      throw ReaderError(.unsupported, "The table asks for something that this version of the library does not know.")
    }
    guard table.removal_delay_ms >= 0 else {
      throw ReaderError(.invalidArgument, "The removal delay must not be negative.")
    }
    let format = table.format == 0 ? .tagTypeAndID : try format(table.format)
    let name = table.reader.map { String(cString: $0) } ?? ""
    let isIdentity = name.hasPrefix("pcsc:") || name.hasPrefix("ble:")
    let reader = try owner.context.reader(identity: isIdentity ? name : "pcsc:" + name)
    try reader.configure {
      $0.tags.format = format
      if table.removal_delay_ms > 0 { $0.tags.removalDelayMs = table.removal_delay_ms }
      $0.tags.confirms = table.flags & 1 != 0
    }
    out.pointee = Handle.make(ReaderHandle(reader, owner))
  }
}

@implementation @_cdecl("scanbeam_reader_set_tag_format")
public func scanbeam_reader_set_tag_format(_ reader: OpaquePointer?, _ value: scanbeam_tag_format) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.set(tagFormat: try format(value))
  }
}

@implementation @_cdecl("scanbeam_reader_tag_format")
public func scanbeam_reader_tag_format(_ reader: OpaquePointer?) -> scanbeam_tag_format {
  guard let reader = Handle.object(reader, ReaderHandle.self)?.reader, reader.has(.tags) else { return 0 }
  return reader.settings.tags.format.rawValue
}

/// A tag delegate with its user data, as the tag observer of a reader.
private final class TagDelegateObserver: ReaderObserver {
  private let table: scanbeam_tag_delegate
  private let data: UserData
  private unowned let handle: ReaderHandle

  init(_ table: scanbeam_tag_delegate, _ data: UserData, _ handle: ReaderHandle) {
    self.table = table
    self.data = data
    self.handle = handle
  }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}
  func reader(_ reader: Reader, received results: ReadResults) {}
  func reader(_ reader: Reader, failed error: ReaderError) {}

  func reader(_ reader: Reader, tagArrived tag: TagInfo) { lend(tag, table.arrived) }
  func reader(_ reader: Reader, tagRemoved tag: TagInfo) { lend(tag, table.removed) }

  private func lend(
    _ tag: TagInfo, _ callback: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer, OpaquePointer) -> Void)?
  ) {
    guard let callback else { return }
    let lent = Handle.make(TagHandle(tag))
    callback(data.pointer, handle.pointer, lent)
    Handle.release(lent, TagHandle.self)
  }
}

@implementation @_cdecl("scanbeam_reader_set_tag_delegate")
public func scanbeam_reader_set_tag_delegate(
  _ reader: OpaquePointer?, _ delegate: UnsafePointer<scanbeam_tag_delegate>?, _ user_data: UnsafeMutableRawPointer?,
  _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let delegate else { return handle.reader.setTagObserver(nil) }
    let table = try SizedTable.read(delegate, first: 24, extra: .ignore)
    handle.reader.setTagObserver(TagDelegateObserver(table, data, handle))
  }
}

// MARK: operations

private let lockForEver: UInt32 = 1_280_262_987

/// A caller's table as an operation and its time limit.
private func operation(
  _ given: UnsafePointer<scanbeam_tag_operation>?
) throws(ReaderError) -> (TagOperation, Int32) {
  guard let given else { throw missing("operation") }
  let table = try SizedTable.read(given, first: 40)
  guard table.timeout_ms >= 0 else { throw ReaderError(.invalidArgument, "The time limit must not be negative.") }
  guard table.length <= 65_544 else {
    throw ReaderError(.invalidArgument, "An operation takes at most 65544 bytes, not \(table.length).")
  }
  let data = try OwnedBytes.copy(table.data, Int(table.length), "data")
  let number = Int(table.number)
  func block() throws(ReaderError) -> Int {
    guard number <= 0xffff else { throw ReaderError(.invalidArgument, "A block has a number up to 65535.") }
    return number
  }
  let operation: TagOperation
  switch table.action {
  case 1: operation = .readMessage
  case 2: operation = .writeMessage(data)
  case 3: operation = .format
  case 4:
    guard table.number == lockForEver else {
      throw ReaderError(
        .invalidArgument, "Locking a tag cannot be undone; set number to SCANBEAM_TAG_LOCK_FOR_EVER to mean it.")
    }
    guard data.isEmpty || data.count == 6 else {
      throw ReaderError(.invalidArgument, "A key has 6 bytes, not \(data.count).")
    }
    operation = .lock(keyB: data)
  case 5:
    guard data.count == 6, table.count == 0 || table.count == 1 else {
      throw ReaderError(.invalidArgument, "A key has 6 bytes and is SCANBEAM_TAG_KEY_A or _B.")
    }
    operation = .authenticate(block: try block(), keyB: table.count == 1, key: data)
  case 6:
    guard (1...256).contains(table.count) else {
      throw ReaderError(.invalidArgument, "A read gives 1 to 256 bytes, not \(table.count).")
    }
    operation = .readBlock(try block(), count: Int(table.count))
  case 7:
    guard (1...255).contains(data.count) else {
      throw ReaderError(.invalidArgument, "A block has 1 to 255 bytes, not \(data.count).")
    }
    operation = .writeBlock(try block(), data)
  case 8:
    guard data.count >= 4 else { throw ReaderError(.invalidArgument, "A command has at least 4 bytes.") }
    operation = .transmit(data)
  case 9: operation = .control(code: table.number == 0 ? 0x4200_0001 : table.number, data)
  case 10: operation = .confirm(good: table.count == 1)
  default: throw ReaderError(.invalidArgument, "There is no action \(table.action).")
  }
  return (operation, table.timeout_ms)
}

@implementation @_cdecl("scanbeam_reader_tag_perform")
public func scanbeam_reader_tag_perform(
  _ reader: OpaquePointer?, _ table: UnsafePointer<scanbeam_tag_operation>?, _ completion: scanbeam_tag_completion?,
  _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    let (operation, timeout) = try operation(table)
    try handle.reader.perform(operation, timeoutMs: timeout) { result in
      guard let completion else { return }
      CallbackScope.run {
        switch result {
        case .success(let bytes):
          bytes.withUnsafeBufferPointer {
            completion(user_data, handle.pointer, $0.isEmpty ? nil : $0.baseAddress, $0.count, nil)
          }
        case .failure(let error):
          var table = makeTable(error)
          completion(user_data, handle.pointer, nil, 0, &table)
        }
      }
    }
  }
}

@implementation @_cdecl("scanbeam_reader_tag_perform_sync")
public func scanbeam_reader_tag_perform_sync(
  _ reader: OpaquePointer?, _ table: UnsafePointer<scanbeam_tag_operation>?, _ buffer: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?, _ timeout_ms: Int32
) -> scanbeam_status {
  needed?.pointee = 0
  return call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard capacity >= 0, buffer != nil || capacity == 0 else { throw missing("buffer") }
    let (operation, timeout) = try operation(table)
    final class Answer {
      let lock = Lock()
      var bytes: [UInt8] = []
    }
    let answer = Answer()
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.perform(operation, timeoutMs: timeout) { result in
        switch result {
        case .success(let bytes):
          answer.lock.locked { answer.bytes = bytes }
          done(nil)
        case .failure(let error): done(error)
        }
      }
    }
    let bytes = answer.lock.locked { answer.bytes }
    needed?.pointee = bytes.count
    if buffer == nil && capacity == 0 && needed == nil { return }
    guard bytes.count <= capacity, let buffer else {
      guard bytes.isEmpty else {
        throw ReaderError(.bufferTooSmall, "The answer has \(bytes.count) bytes; the buffer has room for \(capacity).")
      }
      return
    }
    buffer.update(from: bytes, count: bytes.count)
  }
}
