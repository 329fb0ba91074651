import Testing

@testable import DMCC

/// Pictures that a reader pushes, and what F25 does to them.
@Suite struct ImagePushTests {
  static func bytes(_ size: UInt32, type: UInt32 = 2, name: [UInt8] = Array("a.jpg".utf8), _ file: [UInt8]) -> [UInt8] {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return word(size) + word(type) + name + [UInt8](repeating: 0, count: 128 - name.count) + file
  }

  static let jpeg: [UInt8] = [0xff, 0xd8, 1, 2, 3]

  @Test func anyPieces() {
    let stream =
      ImagePushTests.bytes(5, ImagePushTests.jpeg) + ImagePushTests.bytes(4, type: 9, name: [0x41], Array("<svg".utf8))
    for size in [1, 7, 135, 136, 137, 1000] {
      var framer = ImagePushFramer()
      var found: [PushedImage] = []
      var rest = stream[...]
      while !rest.isEmpty {
        framer.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while case .image(let image)? = framer.next() { found.append(image) }
      }
      #expect(found.map(\.name) == ["a.jpg", "A"] && found.map(\.type) == [2, 9] && !framer.isPartial)
      #expect(found.first?.bytes == ImagePushTests.jpeg)
    }
  }

  @Test func aNameWithoutEndIsAName() {
    var framer = ImagePushFramer()
    framer.append(ImagePushTests.bytes(5, name: [UInt8](repeating: 0x41, count: 128), ImagePushTests.jpeg))
    guard case .image(let image)? = framer.next() else { Issue.record("no image"); return }
    #expect(image.name == String(repeating: "A", count: 128))
  }

  @Test func liesAreRefused() {
    let wrong = [
      ImagePushTests.bytes(.max, ImagePushTests.jpeg), ImagePushTests.bytes(0, ImagePushTests.jpeg),
      ImagePushTests.bytes(5, type: 7, ImagePushTests.jpeg), ImagePushTests.bytes(5, type: 1, ImagePushTests.jpeg),
      // Too few bytes are told: the next header begins in the picture.
      Array(ImagePushTests.bytes(3, ImagePushTests.jpeg) + ImagePushTests.bytes(5, ImagePushTests.jpeg)),
    ]
    for stream in wrong {
      var framer = ImagePushFramer()
      framer.append(stream)
      var last = framer.next()
      while case .image? = last { last = framer.next() }
      guard case .refused? = last else { Issue.record("taken"); return }
      framer.append(ImagePushTests.bytes(5, ImagePushTests.jpeg))
      #expect(framer.next() == nil && !framer.isPartial)
    }
    // Too many: it waits, and its owner gives up.
    var framer = ImagePushFramer()
    framer.append(ImagePushTests.bytes(500, ImagePushTests.jpeg))
    #expect(framer.next() == nil && framer.isPartial)
  }
}
