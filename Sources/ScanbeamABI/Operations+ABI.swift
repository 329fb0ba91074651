public import CScanbeam
import ReaderCore
import Readers

/// The part of `scanbeam/reader.h` that asks the device for something: lamp, beep, battery, reset, symbologies.
private func flagCompletion(
  _ handle: ReaderHandle, _ completion: scanbeam_flag_completion?, _ data: UnsafeMutableRawPointer?
) -> (Result<Bool, ReaderError>) -> Void {
  numberCompletion(handle, completion, data, { $0 ? 1 : 0 })
}

private func numberCompletion<Value>(
  _ handle: ReaderHandle,
  _ completion: (
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer, Int32, UnsafePointer<scanbeam_error>?
    ) -> Void
  )?, _ data: UnsafeMutableRawPointer?, _ number: @escaping (Value) -> Int32
) -> (Result<Value, ReaderError>) -> Void {
  { answer in
    guard let completion else { return }
    CallbackScope.run {
      switch answer {
      case .success(let value): completion(data, handle.pointer, number(value), nil)
      case .failure(let error):
        var table = makeTable(error)
        completion(data, handle.pointer, 0, &table)
      }
    }
  }
}

@implementation @_cdecl("scanbeam_reader_set_symbology_enabled")
public func scanbeam_reader_set_symbology_enabled(
  _ reader: OpaquePointer?, _ symbology: scanbeam_symbology, _ enabled: Int32, _ completion: scanbeam_completion?,
  _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.setSymbology(
      Symbology(rawValue: symbology), enabled: try flag(enabled), handle.completion(completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_set_symbology_enabled_sync")
public func scanbeam_reader_set_symbology_enabled_sync(
  _ reader: OpaquePointer?, _ symbology: scanbeam_symbology, _ enabled: Int32, _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    let enabled = try flag(enabled)
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.setSymbology(Symbology(rawValue: symbology), enabled: enabled, done)
    }
  }
}

@implementation @_cdecl("scanbeam_reader_is_symbology_enabled")
public func scanbeam_reader_is_symbology_enabled(
  _ reader: OpaquePointer?, _ symbology: scanbeam_symbology, _ completion: scanbeam_flag_completion?,
  _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.isSymbologyEnabled(
      Symbology(rawValue: symbology), flagCompletion(handle, completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_is_symbology_enabled_sync")
public func scanbeam_reader_is_symbology_enabled_sync(
  _ reader: OpaquePointer?, _ symbology: scanbeam_symbology, _ enabled: UnsafeMutablePointer<Int32>?,
  _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let enabled else { throw missing("place for the answer") }
    let answer = try waitForValue(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.isSymbologyEnabled(Symbology(rawValue: symbology), done)
    }
    enabled.pointee = answer ? 1 : 0
  }
}

@implementation @_cdecl("scanbeam_reader_set_lights_on")
public func scanbeam_reader_set_lights_on(
  _ reader: OpaquePointer?, _ on: Int32, _ completion: scanbeam_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.setLights(try flag(on), handle.completion(completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_set_lights_on_sync")
public func scanbeam_reader_set_lights_on_sync(
  _ reader: OpaquePointer?, _ on: Int32, _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    let on = try flag(on)
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in try handle.reader.setLights(on, done) }
  }
}

@implementation @_cdecl("scanbeam_reader_lights_on")
public func scanbeam_reader_lights_on(
  _ reader: OpaquePointer?, _ completion: scanbeam_flag_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.lights(flagCompletion(handle, completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_lights_on_sync")
public func scanbeam_reader_lights_on_sync(
  _ reader: OpaquePointer?, _ on: UnsafeMutablePointer<Int32>?, _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let on else { throw missing("place for the answer") }
    let answer = try waitForValue(handle, timeout_ms) { (done) throws(ReaderError) in try handle.reader.lights(done) }
    on.pointee = answer ? 1 : 0
  }
}

@implementation @_cdecl("scanbeam_reader_beep")
public func scanbeam_reader_beep(_ reader: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try ReaderHandle.checked(reader).reader.beep(nil) }
}

@implementation @_cdecl("scanbeam_reader_battery_level")
public func scanbeam_reader_battery_level(
  _ reader: OpaquePointer?, _ completion: scanbeam_number_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.batteryLevel(numberCompletion(handle, completion, user_data, { Int32(clamping: $0) }))
  }
}

@implementation @_cdecl("scanbeam_reader_battery_level_sync")
public func scanbeam_reader_battery_level_sync(
  _ reader: OpaquePointer?, _ percent: UnsafeMutablePointer<Int32>?, _ timeout_ms: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let percent else { throw missing("place for the answer") }
    let answer = try waitForValue(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.batteryLevel(done)
    }
    percent.pointee = Int32(clamping: answer)
  }
}

@implementation @_cdecl("scanbeam_reader_reset_config")
public func scanbeam_reader_reset_config(
  _ reader: OpaquePointer?, _ completion: scanbeam_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try handle.reader.resetConfiguration(handle.completion(completion, user_data))
  }
}

@implementation @_cdecl("scanbeam_reader_reset_config_sync")
public func scanbeam_reader_reset_config_sync(_ reader: OpaquePointer?, _ timeout_ms: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    try waitFor(handle, timeout_ms) { (done) throws(ReaderError) in try handle.reader.resetConfiguration(done) }
  }
}
