import Glibc

/// Text as a C string of its own; nil when there is none or when it holds a NUL.
final class CText {
  /// The string; valid as long as this object.
  let pointer: UnsafePointer<CChar>

  init?(_ text: String?) {
    guard let text else { return nil }
    let utf8 = text.utf8
    guard !utf8.contains(0), let memory = malloc(utf8.count + 1) else { return nil }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    var i = 0
    for byte in utf8 {
      bytes[i] = byte
      i += 1
    }
    bytes[i] = 0
    pointer = UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
  }

  deinit { free(UnsafeMutableRawPointer(mutating: pointer)) }
}
