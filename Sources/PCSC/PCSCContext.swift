import CPCSC
import ReaderCore

/// A connection to the smart card service. Calls on one context wait for each other; a monitor and each reader have one
/// of their own.
public final class PCSCContext {
  let functions: cpcsc_functions
  let handle: Int

  /// Connects. Throws `.unsupported` without libpcsclite, `.lost` without the service, `.access` when it refuses.
  public init() throws(ReaderError) {
    functions = try PCSCContext.library()
    var handle = 0
    let code = PCSCCode(functions.establish_context(2, nil, nil, &handle))
    guard code == .success else { throw code.error("Connecting to the smart card service") }
    self.handle = handle
  }

  deinit { _ = functions.release_context(handle) }

  /// The library, loaded on first use.
  static func library() throws(ReaderError) -> cpcsc_functions {
    guard let functions = cpcsc_load() else {
      throw ReaderError(
        .unsupported, "Contactless readers need libpcsclite; install the packages libpcsclite1 and pcscd.")
    }
    return functions.pointee
  }

  /// Whether libpcsclite is on this machine.
  public static var isAvailable: Bool { cpcsc_load() != nil }

  /// Names of the readers that the service knows.
  public func readers() throws(ReaderError) -> [String] {
    let (code, names) = list()
    guard code == .success else { throw code.error("Listing the readers") }
    return names
  }

  func list() -> (PCSCCode, [String]) {
    // The list may grow between the two calls.
    for _ in 0..<10 {
      var length: UInt = 0
      var code = PCSCCode(functions.list_readers(handle, nil, nil, &length))
      if code == .noReaders || (code == .success && length == 0) { return (.success, []) }
      guard code == .success, length <= 1 << 20 else { return (code == .success ? .commError : code, []) }
      var text = [CChar](repeating: 0, count: Int(length) + 1)
      code = PCSCCode(functions.list_readers(handle, nil, &text, &length))
      if code == .insufficientBuffer { continue }
      if code == .noReaders { return (.success, []) }
      guard code == .success else { return (code, []) }
      // Names one after another, each with a NUL behind it, and one more at the end.
      let bytes = text.prefix(Int(min(length, UInt(text.count)))).map { UInt8(bitPattern: $0) }
      return (.success, bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }
    return (.commError, [])
  }

  /// Ends a wait of the monitor on this context. Any thread.
  func cancel() { _ = functions.cancel(handle) }
}
