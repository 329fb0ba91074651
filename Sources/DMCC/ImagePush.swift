/// A picture that a reader pushes through a TCP connection of its own (Cognex DataMan communications guide): a header of 136
/// bytes, then the file.
public struct PushedImage: Equatable {
  /// 0 bitmap, 1 PNG, 2 JPEG, 9 SVG.
  public var type: Int32
  /// File name, as the reader tells it. It is text of a stranger: not to be used as a path.
  public var name: String
  /// The file.
  public var bytes: [UInt8]
}

/// Cuts a stream of pushed pictures. Bounded; any bytes are safe.
public struct ImagePushFramer {
  /// One thing in the stream.
  public enum Event: Equatable {
    /// A picture.
    case image(PushedImage)
    /// The header lies, and nothing behind it can be understood; the connection is to be ended.
    case refused(String)
  }

  private static let header = 136
  /// The largest picture that is taken.
  public static let largest = 64 << 20
  private var buffer: [UInt8] = []
  private var isRefused = false

  /// A framer at the beginning of a stream.
  public init() {}

  /// Whether something has begun that is not complete.
  public var isPartial: Bool { !buffer.isEmpty }

  /// Takes bytes.
  public mutating func append(_ bytes: [UInt8]) { if !isRefused { buffer += bytes } }

  /// The next picture; nil when more bytes are needed.
  public mutating func next() -> Event? {
    guard !isRefused, buffer.count >= ImagePushFramer.header else { return nil }
    let (size, type) = (word(0), word(4))
    guard let magic = ImagePushFramer.magic(type) else {
      return refuse("A pushed picture is of the unknown type \(type).")
    }
    guard size > 0, size <= ImagePushFramer.largest else {
      return refuse("A pushed picture is told to have \(size) bytes; up to \(ImagePushFramer.largest) are taken.")
    }
    let begin = buffer[ImagePushFramer.header...].prefix(magic.count)
    guard magic.starts(with: begin) else { return refuse("A pushed picture is not what its header says.") }
    let end = ImagePushFramer.header + Int(size)
    guard buffer.count >= end else { return nil }
    let name = DMCCMessage.text(Array(buffer[8..<ImagePushFramer.header].prefix { $0 != 0 }))
    let image = PushedImage(
      type: Int32(bitPattern: type), name: name, bytes: Array(buffer[ImagePushFramer.header..<end]))
    buffer.removeFirst(end)
    return .image(image)
  }

  /// First bytes of a file.
  private static func magic(_ type: UInt32) -> [UInt8]? {
    switch type {
    case 0: [0x42, 0x4d]
    case 1: [0x89, 0x50, 0x4e, 0x47]
    case 2: [0xff, 0xd8]
    case 9: [0x3c]
    default: nil
    }
  }

  private func word(_ place: Int) -> UInt32 {
    buffer[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func refuse(_ why: String) -> Event {
    isRefused = true
    buffer = []
    return .refused(why)
  }
}
