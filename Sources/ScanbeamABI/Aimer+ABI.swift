public import CScanbeam
import ReaderCore
import Readers

/// The host's table of callbacks as an accessory.
private final class AimerTable: AimerAccessory {
  let name: String?
  private let table: scanbeam_aimer
  private let data: UserData
  /// Longest text that is taken, NUL included.
  private static let capacity = 256

  init(_ table: scanbeam_aimer, _ data: UserData) throws(ReaderError) {
    guard table.get_text != nil, table.get != nil, table.set != nil else { throw missing("callback of the accessory") }
    name = table.name.map { String(cString: $0) }
    self.table = table
    self.data = data
  }

  func text(_ what: AimerText) throws(ReaderError) -> String {
    var buffer = [CChar](repeating: 0, count: AimerTable.capacity)
    var status = scanbeam_status(0)
    buffer.withUnsafeMutableBufferPointer { buffer in
      guard let place = buffer.baseAddress else { return }
      CallbackScope.run {
        status = table.get_text?(data.pointer, what.rawValue, place, AimerTable.capacity) ?? Status.unsupported.rawValue
      }
    }
    try AimerTable.check(status)
    let bytes = buffer.prefix(AimerTable.capacity - 1).prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func value(of property: AimerProperty) throws(ReaderError) -> Int {
    var value: Int32 = 0
    var status = scanbeam_status(0)
    CallbackScope.run {
      status = table.get?(data.pointer, property.rawValue, &value) ?? Status.unsupported.rawValue
    }
    try AimerTable.check(status)
    return Int(value)
  }

  func set(_ property: AimerProperty, to value: Int) throws(ReaderError) {
    var status = scanbeam_status(0)
    CallbackScope.run {
      status = table.set?(data.pointer, property.rawValue, Int32(clamping: value)) ?? Status.unsupported.rawValue
    }
    try AimerTable.check(status)
  }

  private static func check(_ status: scanbeam_status) throws(ReaderError) {
    if status < 0 { throw ReaderError(Status(rawValue: status), "The accessory refused.") }
  }
}

private func property(_ number: scanbeam_aimer_property) throws(ReaderError) -> AimerProperty {
  guard let property = AimerProperty(rawValue: number) else {
    throw ReaderError(.invalidArgument, "There is no property \(number) of accessories.")
  }
  return property
}

@implementation @_cdecl("scanbeam_reader_set_aimer")
public func scanbeam_reader_set_aimer(
  _ reader: OpaquePointer?, _ aimer: UnsafePointer<scanbeam_aimer>?, _ user_data: UnsafeMutableRawPointer?,
  _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> scanbeam_status {
  // Its end calls destroy: at once when this fails, later when the accessory goes.
  let data = UserData(user_data, destroy)
  return call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let aimer else { return try handle.reader.setAimer(nil) }
    try handle.reader.setAimer(try AimerTable(try SizedTable.read(aimer, first: 40), data))
  }
}

@implementation @_cdecl("scanbeam_reader_get_aimer_text")
public func scanbeam_reader_get_aimer_text(
  _ reader: OpaquePointer?, _ text: scanbeam_aimer_text, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ needed: UnsafeMutablePointer<Int>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let what = AimerText(rawValue: text) else {
      throw ReaderError(.invalidArgument, "There is no text \(text) of accessories.")
    }
    guard buffer != nil || capacity == 0, capacity >= 0 else { throw missing("buffer") }
    let bytes = try handle.reader.aimerText(what).utf8.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    needed?.pointee = bytes.count
    guard capacity >= bytes.count, let buffer else {
      throw ReaderError(.bufferTooSmall, "The text needs \(bytes.count) bytes.")
    }
    for (i, byte) in bytes.enumerated() { buffer[i] = byte }
  }
}

@implementation @_cdecl("scanbeam_reader_get_aimer_value")
public func scanbeam_reader_get_aimer_value(
  _ reader: OpaquePointer?, _ property_number: scanbeam_aimer_property, _ value: UnsafeMutablePointer<Int32>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let value else { throw missing("place for the value") }
    value.pointee = Int32(clamping: try handle.reader.aimerValue(of: try property(property_number)))
  }
}

@implementation @_cdecl("scanbeam_reader_set_aimer_value")
public func scanbeam_reader_set_aimer_value(
  _ reader: OpaquePointer?, _ property_number: scanbeam_aimer_property, _ value: Int32,
  _ completion: scanbeam_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.setAimer(
      try property(property_number), to: Int(value), handle.completion(completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_set_aimer_value_sync")
public func scanbeam_reader_set_aimer_value_sync(
  _ reader: OpaquePointer?, _ property_number: scanbeam_aimer_property, _ value: Int32, _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    let property = try property(property_number)
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.setAimer(property, to: Int(value), done)
    }
  }
}
