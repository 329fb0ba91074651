/// What a reader pushes after a read through a connection of its own: size and type as little-endian words, a name in 128
/// bytes, the picture.
public enum PushedPicture {
  /// The bytes for the last read, with what F25 does to them.
  public static func bytes(of reader: SimulatedReader) -> [UInt8] {
    let image = reader.lastImage
    var size = UInt32(image.count)
    switch reader.faults.variant(25) {
    case "more": size += 1000
    case "less": size -= 100
    case "huge": size = 0xffff_ffff
    default: break
    }
    var name = Array("image-\(reader.readsMade).jpg".utf8)
    name += [UInt8](repeating: reader.faults.has(25, "name") ? 0x41 : 0, count: 128 - name.count)
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return word(size) + word(reader.faults.has(25, "type") ? 7 : 2) + name + image
  }
}
