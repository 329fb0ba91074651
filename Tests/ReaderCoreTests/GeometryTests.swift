import ReaderCore
import Testing

/// Where to look, and what a place in the frame is in a view.
@Suite struct GeometryTests {
  /// A picture of 4 x 2, numbered row by row, turned as Exif says (TIFF 6.0, tag 274: where row 0 and column 0 are seen):
  /// where its first and its second corner end up.
  @Test(arguments: [
    (1, Point(0, 0), Point(1, 0)), (2, Point(1, 0), Point(0, 0)), (3, Point(1, 1), Point(0, 1)),
    (4, Point(0, 1), Point(1, 1)), (5, Point(0, 0), Point(0, 1)), (6, Point(1, 0), Point(1, 1)),
    (7, Point(1, 1), Point(1, 0)), (8, Point(0, 1), Point(0, 0)),
  ])
  func orientations(_ orientation: Int, _ first: Point, _ second: Point) {
    let mapping = ViewMapping(frame: PixelSize(4, 2), orientation: orientation, view: (8, 8))
    #expect(mapping.upright == (orientation < 5 ? PixelSize(4, 2) : PixelSize(2, 4)))
    #expect(mapping.convert(Point(0, 0), from: .frameNormalised, to: .uprightNormalised) == first)
    #expect(mapping.convert(Point(4, 0), from: .frame, to: .uprightNormalised) == second)
    let spaces: [ViewMapping.Space] = [.frame, .frameNormalised, .upright, .uprightNormalised, .view]
    for space in spaces {
      let there = mapping.convert(Point(1, 0.5), from: .frame, to: space)
      let back = mapping.convert(there, from: space, to: .frame)
      #expect(abs(back.x - 1) < 1e-12 && abs(back.y - 0.5) < 1e-12, "\(space)")
    }
  }

  @Test func gravities() {
    func picture(_ gravity: ViewMapping.Gravity) -> Rectangle {
      ViewMapping(frame: PixelSize(1280, 720), view: (640, 640), gravity: gravity).pictureInView
    }
    #expect(picture(.fit) == Rectangle(0, 140, 640, 360))
    #expect(picture(.stretch) == Rectangle(0, 0, 640, 640))
    let fill = picture(.fill)
    #expect(abs(fill.width - 640 * 16 / 9.0) < 1e-9 && fill.height == 640 && fill.y == 0)
    #expect(abs(fill.x + (fill.width - 640) / 2) < 1e-9)
    let mapping = ViewMapping(frame: PixelSize(1280, 720), orientation: 6, view: (360, 640))
    #expect(mapping.convert(Rectangle(0, 0, 640, 720), from: .frame, to: .view) == Rectangle(0, 0, 360, 320))
  }

  @Test func regionsInPixels() {
    let size = PixelSize(200, 100)
    #expect(Region.whole.pixels(in: size).isWhole(size))
    #expect(
      Region.percent(Rectangle(25, 50, 50, 25)).pixels(in: size) == PixelRegion(x: 50, y: 50, width: 100, height: 25))
    // Cut at the edge, never empty, never outside.
    #expect(
      Region.pixels(Rectangle(150, 90, 100, 100)).pixels(in: size) == PixelRegion(x: 150, y: 90, width: 50, height: 10))
    #expect(
      Region.pixels(Rectangle(500, 500, 10, 10)).pixels(in: size) == PixelRegion(x: 199, y: 99, width: 1, height: 1))
    for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let region = Region.pixels(Rectangle(odd, odd, odd, odd)).pixels(in: size)
      #expect(region.x >= 0 && region.y >= 0 && region.width >= 1 && region.height >= 1)
      #expect(region.x + region.width <= 200 && region.y + region.height <= 100)
    }
  }

  @Test func finderFrames() {
    let container = Rectangle(0, 0, 1280, 720)
    // Scanbot: the largest side is the container's less twice the inset.
    #expect(Finder.frame(in: container, aspect: 1, insetX: 32, insetY: 32) == Rectangle(312, 32, 656, 656))
    #expect(Finder.frame(in: container, aspect: 4, insetX: 40, insetY: 0) == Rectangle(40, 210, 1200, 300))
    #expect(Finder.frame(in: container, aspect: 0, insetX: 32, insetY: 32) == container)
    #expect(Finder.frame(in: container, aspect: 1, insetX: 640, insetY: 0) == container)
    #expect(Finder.frame(in: container, aspect: .nan, insetX: .nan, insetY: 0) == container)
  }

  @Test func overlapIsEnoughAndBoundsAreNot() {
    let window = Rectangle(40, 40, 20, 20)
    func square(_ x: Double, _ y: Double, _ r: Double) -> Quad {
      Quad(Point(x, y - r), Point(x + r, y), Point(x, y + r), Point(x - r, y))
    }
    #expect(window.overlaps(square(50, 50, 5)))
    #expect(window.overlaps(square(50, 50, 500)))
    #expect(window.overlaps(square(65, 50, 10)))
    // Its bounds reach into the corner of the window, it does not.
    #expect(!window.overlaps(square(68, 68, 12)))
    #expect(!window.overlaps(square(90, 50, 10)))
  }
}
