public import CScanbeam
import ReaderCore
import Readers

/// The answer to a command with its C string.
final class ResponseHandle {
  let answer: DeviceAnswer
  let text: CText
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ answer: DeviceAnswer) {
    self.answer = answer
    // A NUL in the text of an answer would end the C string early: shown as the replacement character.
    text = CText(answer.text) ?? CText(String(answer.text.map { $0 == "\0" ? "\u{FFFD}" : $0 })) ?? CText("")!
    bytes = .allocate(capacity: answer.bytes.count)
    _ = bytes.initialize(from: answer.bytes)
  }

  deinit { bytes.deallocate() }
}

private func one(_ handle: OpaquePointer?) -> ResponseHandle? { Handle.object(handle, ResponseHandle.self) }

@implementation @_cdecl("scanbeam_dmcc_response_ref")
public func scanbeam_dmcc_response_ref(_ response: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(response, ResponseHandle.self)
  return response
}

@implementation @_cdecl("scanbeam_dmcc_response_unref")
public func scanbeam_dmcc_response_unref(_ response: OpaquePointer?) {
  Handle.release(response, ResponseHandle.self)
}

@implementation @_cdecl("scanbeam_dmcc_response_status")
public func scanbeam_dmcc_response_status(_ response: OpaquePointer?) -> scanbeam_dmcc_status {
  one(response)?.answer.status ?? 100
}

@implementation @_cdecl("scanbeam_dmcc_response_text")
public func scanbeam_dmcc_response_text(_ response: OpaquePointer?) -> UnsafePointer<CChar>? {
  one(response)?.text.pointer
}

@implementation @_cdecl("scanbeam_dmcc_response_bytes")
public func scanbeam_dmcc_response_bytes(_ response: OpaquePointer?) -> scanbeam_bytes {
  guard let bytes = one(response)?.bytes, !bytes.isEmpty else { return scanbeam_bytes(data: nil, size: 0) }
  return scanbeam_bytes(data: UnsafePointer(bytes.baseAddress), size: bytes.count)
}

/// The caller's options.
private struct Options {
  var data: [UInt8] = []
  var timeoutMs: Int32 = 0
  var expectsBinary = false

  init(_ options: UnsafePointer<scanbeam_command_options>?) throws(ReaderError) {
    guard let options else { return }
    let table = try SizedTable.read(options, first: 32)
    guard table.expects_binary == 0 || table.expects_binary == 1 else {
      throw ReaderError(.invalidArgument, "expects_binary must be 0 or 1, not \(table.expects_binary).")
    }
    if table.data_length > 0 {
      guard let data = table.data else { throw missing("command's data") }
      guard table.data_length <= 67_108_864 else {
        throw ReaderError(.invalidArgument, "\(table.data_length) bytes are more data than a command takes (67108864).")
      }
      self.data = Array(UnsafeBufferPointer(start: data, count: Int(table.data_length)))
    }
    timeoutMs = table.timeout_ms
    expectsBinary = table.expects_binary == 1
  }
}

@implementation @_cdecl("scanbeam_reader_send_command")
public func scanbeam_reader_send_command(
  _ reader: OpaquePointer?, _ command: UnsafePointer<CChar>?, _ options: UnsafePointer<scanbeam_command_options>?,
  _ completion: scanbeam_dmcc_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let command else { throw missing("command") }
    let options = try Options(options)
    try handle.reader.sendCommand(
      String(cString: command), data: options.data, expectsBinary: options.expectsBinary, timeoutMs: options.timeoutMs
    ) { answer in
      guard let completion else { return }
      CallbackScope.run {
        switch answer {
        case .success(let answer):
          let response = Handle.make(ResponseHandle(answer))
          completion(user_data, handle.pointer, response, nil)
          Handle.release(response, ResponseHandle.self)
        case .failure(let error):
          var table = makeTable(error)
          completion(user_data, handle.pointer, nil, &table)
        }
      }
    }
  }
}

@implementation @_cdecl("scanbeam_reader_send_command_sync")
public func scanbeam_reader_send_command_sync(
  _ reader: OpaquePointer?, _ command: UnsafePointer<CChar>?, _ options: UnsafePointer<scanbeam_command_options>?,
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ timeout_ms: Int32
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard let command else { throw missing("command") }
    let options = try Options(options)
    let text = String(cString: command)
    let answer = try waitForValue(handle, timeout_ms) { (done) throws(ReaderError) in
      try handle.reader.sendCommand(
        text, data: options.data, expectsBinary: options.expectsBinary, timeoutMs: options.timeoutMs, done)
    }
    out?.pointee = Handle.make(ResponseHandle(answer))
  }
}

@implementation @_cdecl("scanbeam_reader_send_commands")
public func scanbeam_reader_send_commands(
  _ reader: OpaquePointer?, _ commands: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ timeout_ms: Int32,
  _ completion: scanbeam_dmcc_batch_completion?, _ user_data: UnsafeMutableRawPointer?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try ReaderHandle.checked(reader)
    guard count >= 0, count <= 4096 else {
      throw ReaderError(.invalidArgument, "A batch holds at most 4096 commands.")
    }
    guard count == 0 || commands != nil else { throw missing("list of commands") }
    var texts: [String] = []
    for i in 0..<count {
      guard let text = commands?[i] else { throw missing("command in the list") }
      texts.append(String(cString: text))
    }
    try handle.reader.sendCommands(texts, timeoutMs: timeout_ms) { answers in
      guard let completion else { return }
      var error: ReaderError?
      var responses: [OpaquePointer?] = []
      for answer in answers {
        switch answer {
        case .success(let answer): responses.append(Handle.make(ResponseHandle(answer)))
        case .failure(let failure): error = failure
        }
      }
      CallbackScope.run {
        responses.withUnsafeBufferPointer { list in
          guard let error else { return completion(user_data, handle.pointer, list.baseAddress, list.count, nil) }
          var table = makeTable(error)
          completion(user_data, handle.pointer, list.baseAddress, list.count, &table)
        }
      }
      for response in responses { Handle.release(response, ResponseHandle.self) }
    }
  }
}

@implementation @_cdecl("scanbeam_reader_has_setting")
public func scanbeam_reader_has_setting(_ reader: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  guard let reader = Handle.object(reader, ReaderHandle.self)?.reader, let name else { return 0 }
  return reader.hasSetting(String(cString: name)) ? 1 : 0
}
