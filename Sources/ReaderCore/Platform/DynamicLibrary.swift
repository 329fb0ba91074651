import Glibc

/// A library that is loaded when it is first needed, so that machines without it can do everything else.
public final class DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Loads it; it stays until the end of the process.
  ///
  /// - Parameters:
  ///   - names: Sonames to try, in order.
  ///   - package: Debian's package, for the sentence.
  /// - Throws: `.unsupported` when none is there.
  public init(_ names: [String], package: String) throws(ReaderError) {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      self.handle = handle
      self.name = name
      return
    }
    throw ReaderError(.unsupported, "\(names[0]) is not installed: apt install \(package).")
  }

  /// A function of the library; the type is the caller's promise. Throws `.unsupported` when it has none of this name.
  public func function<T>(_ symbol: String, as type: T.Type) throws(ReaderError) -> T {
    guard let address = dlsym(handle, symbol) else {
      throw ReaderError(.unsupported, "\(name) has no function \(symbol); another version is needed.")
    }
    return unsafeBitCast(address, to: type)
  }
}
