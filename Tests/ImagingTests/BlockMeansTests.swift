import Imaging
import ReaderCore
import Testing

/// Mean grey values of blocks.
@Suite struct BlockMeansTests {
  @Test func meansAreThoseOfTheirBlocks() throws {
    let image = try LumaImage(width: 40, height: 33)
    for y in 0..<33 { for x in 0..<40 { image.base[y * 40 + x] = UInt8(10 * (x / 16) + 100 * (y / 16)) } }
    #expect(blockMeans(image.view, block: 16) == [0, 10, 100, 110])
    #expect(blockMeans(image.view, block: 16, rowStep: 2) == [0, 10, 100, 110])
    for i in 0..<8 { image.base[i] = 255 }
    #expect(blockMeans(image.view, block: 16).first == UInt8((255 * 8 + 128) / 256))
    #expect(blockMeans(image.view, block: 64).isEmpty)
  }
}
