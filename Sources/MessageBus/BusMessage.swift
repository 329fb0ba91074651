import CSystemBus
import Glibc

/// Puts a call into a message.
struct BusWriter {
  private let functions: csystembus_functions

  init(_ functions: csystembus_functions) { self.functions = functions }

  /// The message; give it back with `unref`.
  func message(_ bus: OpaquePointer, _ call: BusCall) throws(BusFailure) -> OpaquePointer {
    var message: OpaquePointer?
    try check(
      functions.new_method_call(bus, &message, call.destination, call.path, call.interface, call.member))
    guard let message else { throw BusFailure("org.freedesktop.DBus.Error.NoMemory", "no message") }
    do throws(BusFailure) {
      for argument in call.arguments { try append(argument, message) }
    } catch {
      _ = functions.unref(message)
      throw error
    }
    return message
  }

  private func check(_ code: Int32) throws(BusFailure) {
    guard code >= 0 else { throw BusFailure("org.freedesktop.DBus.Error.InvalidArgs", "errno \(-code)") }
  }

  private func append(_ value: BusValue, _ message: OpaquePointer) throws(BusFailure) {
    func basic<T: BitwiseCopyable>(_ type: Character, _ value: T) throws(BusFailure) {
      var copy = value
      try check(functions.append_basic(message, code(type), &copy))
    }
    func container(
      _ type: Character, _ contents: String, _ body: () throws(BusFailure) -> Void
    ) throws(BusFailure) {
      try check(functions.open_container(message, code(type), contents))
      try body()
      try check(functions.close_container(message))
    }
    switch value {
    case .byte(let value): try basic("y", value)
    case .flag(let value): try basic("b", Int32(value ? 1 : 0))
    case .signed(let value): try basic("x", value)
    case .unsigned(let value): try basic("t", value)
    case .double(let value): try basic("d", value)
    case .descriptor(let descriptor): try basic("h", descriptor.fd)
    case .text(let text): try check(functions.append_basic(message, code("s"), text))
    case .path(let text): try check(functions.append_basic(message, code("o"), text))
    case .signature(let text): try check(functions.append_basic(message, code("g"), text))
    case .bytes(let bytes): try check(functions.append_array(message, code("y"), bytes, bytes.count))
    case .array(let elements, let of):
      try container("a", of) { () throws(BusFailure) in for element in elements { try append(element, message) } }
    case .dictionary(let entries, let of):
      let isPath = of.hasPrefix("{o")
      try container("a", of) { () throws(BusFailure) in
        for entry in entries {
          try container("e", String(of.dropFirst().dropLast())) { () throws(BusFailure) in
            try append(isPath ? .path(entry.key) : .text(entry.key), message)
            try append(entry.value, message)
          }
        }
      }
    case .structure(let values):
      try container("r", values.map(\.signature).joined()) { () throws(BusFailure) in
        for value in values { try append(value, message) }
      }
    case .variant(let inner):
      try container("v", inner.signature) { () throws(BusFailure) in try append(inner, message) }
    }
  }
}

/// Takes the values out of a message.
struct BusParser {
  private let functions: csystembus_functions
  private let message: OpaquePointer
  /// The specification allows 32 levels of arrays and 32 of structures.
  private static let deepest = 64

  init(_ functions: csystembus_functions, _ message: OpaquePointer) {
    self.functions = functions
    self.message = message
  }

  /// All arguments, up to the first that cannot be read.
  func values() -> [BusValue] {
    var out: [BusValue] = []
    while let value = next(0) { out.append(value) }
    return out
  }

  private func next(_ depth: Int) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard depth < BusParser.deepest, functions.peek_type(message, &type, &contents) > 0 else { return nil }
    let inside = contents.map { String(cString: $0) } ?? ""
    func read<T: BitwiseCopyable>(_ initial: T) -> T? {
      var value = initial
      return functions.read_basic(message, type, &value) > 0 ? value : nil
    }
    func text() -> String? {
      var pointer: UnsafePointer<CChar>?
      guard functions.read_basic(message, type, &pointer) > 0 else { return nil }
      return pointer.map { String(cString: $0) }
    }
    switch Character(UnicodeScalar(UInt8(bitPattern: type))) {
    case "y": return read(UInt8(0)).map { .byte($0) }
    case "b": return read(Int32(0)).map { .flag($0 != 0) }
    case "n": return read(Int16(0)).map { .signed(Int64($0)) }
    case "i": return read(Int32(0)).map { .signed(Int64($0)) }
    case "x": return read(Int64(0)).map { .signed($0) }
    case "q": return read(UInt16(0)).map { .unsigned(UInt64($0)) }
    case "u": return read(UInt32(0)).map { .unsigned(UInt64($0)) }
    case "t": return read(UInt64(0)).map { .unsigned($0) }
    case "d": return read(Double(0)).map { .double($0) }
    case "s": return text().map { .text($0) }
    case "o": return text().map { .path($0) }
    case "g": return text().map { .signature($0) }
    case "v": return inner("v", contents, depth)?.first.map { .variant($0) }
    case "r": return inner("r", contents, depth).map { .structure($0) }
    case "a" where inside == "y":
      var bytes: UnsafeRawPointer?
      var size = 0
      guard functions.read_array(message, code("y"), &bytes, &size) >= 0 else { return nil }
      return .bytes(bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? [])
    case "a" where inside.hasPrefix("{"):
      guard functions.enter_container(message, code("a"), contents) > 0 else { return nil }
      var entries: [BusValue.Entry] = []
      while functions.enter_container(message, code("e"), String(inside.dropFirst().dropLast())) > 0 {
        let key = next(depth + 2)
        let value = next(depth + 2)
        if let name = key?.string, let value { entries.append(BusValue.Entry(name, value)) }
        guard functions.exit_container(message) >= 0 else { return nil }
      }
      guard functions.exit_container(message) >= 0 else { return nil }
      return .dictionary(entries, of: inside)
    case "a": return inner("a", contents, depth).map { .array($0, of: inside) }
    case "h":
      // The message keeps its own.
      guard let fd = read(Int32(-1)) else { return nil }
      let copy = fcntl(fd, F_DUPFD_CLOEXEC, 3)
      return copy < 0 ? nil : .descriptor(BusDescriptor(copy))
    default:
      _ = functions.skip(message, nil)
      return .structure([])
    }
  }

  private func inner(_ type: Character, _ contents: UnsafePointer<CChar>?, _ depth: Int) -> [BusValue]? {
    guard functions.enter_container(message, code(type), contents) > 0 else { return nil }
    var out: [BusValue] = []
    while let value = next(depth + 1) { out.append(value) }
    guard functions.exit_container(message) >= 0 else { return nil }
    return out
  }
}

/// A type code as C has it.
private func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
