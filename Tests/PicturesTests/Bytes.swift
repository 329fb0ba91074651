import Pictures
import ReaderCore
import Testing

/// Bytes from hexadecimal digits; everything else between them is skipped.
func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The pixels of a view, row by row.
func pixels(_ view: LumaView) -> [UInt8] {
  (0..<view.height).flatMap { Array(UnsafeBufferPointer(start: view.row($0), count: view.width)) }
}

/// The pixels of a picture, row by row; the picture lives as long as that takes.
func pixels(_ image: LumaImage) -> [UInt8] { withExtendedLifetime(image) { pixels(image.view) } }

/// The largest difference between two rows of bytes; 256 when they differ in length.
func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  guard a.count == b.count else { return 256 }
  return zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}

/// What `body` throws, nil when it throws nothing.
func failure(_ body: () throws(ReaderError) -> Void) -> ReaderError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

/// Bytes at the end of the memory that may be read: behind them is nothing, so that AddressSanitizer and malloc's own
/// checks see a read too far.
func exactly<R>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> R) -> R {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyBytes(from: bytes)
  return body(UnsafeRawBufferPointer(copy))
}

/// A picture in memory through the public door.
func decode(_ bytes: [UInt8]) -> Result<LumaImage, ReaderError> {
  exactly(bytes) { raw in
    do throws(ReaderError) {
      return .success(try PictureFile.decode(raw))
    } catch {
      return .failure(error)
    }
  }
}

/// The status that decoding ends with.
func status(_ bytes: [UInt8]) -> Status {
  switch decode(bytes) {
  case .success: .ok
  case .failure(let error): error.status
  }
}

/// Cuts a picture at every byte and damages every byte: nothing may trap or read too far, and every failure has a
/// status of damage.
func mistreat(_ file: [UInt8], _ name: String) {
  let allowed: [Status] = [.ok, .corrupt, .format, .tooLarge]
  for count in 0..<file.count {
    #expect(allowed.contains(status(Array(file.prefix(count)))), "\(name) cut at \(count)")
  }
  for at in file.indices {
    for value in [file[at] ^ 0xFF, file[at] ^ 0x01, file[at] ^ 0x80, 0xFF, 0x00] where value != file[at] {
      var damaged = file
      damaged[at] = value
      #expect(allowed.contains(status(damaged)), "\(name) damaged at \(at)")
    }
  }
}
