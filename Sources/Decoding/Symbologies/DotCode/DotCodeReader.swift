import Imaging
import ReaderCore

/// Reads DotCode from a picture, at any rotation and in perspective: the lattice is found by the dots themselves.
///
/// What is not a lattice of dots costs little: a small window is looked at, at full, half, quarter and eighth size.
final class DotCodeReader {
  private let window = DotBlobFinder()
  private let finder = DotBlobFinder()
  /// Where lattices of this picture were followed in vain, by how it was reduced.
  private var vain: [(scale: Int, sight: DotCodePart.Sight, isLight: Bool, area: Quad)] = []

  /// Whether every way is tried, as far as it leads.
  private var isThorough = false

  /// Side of the window, in pixels of the part.
  private static let look = 56
  /// Distances between dots that are read in a part; larger ones are read at half the size.
  private static let distances = 1.8..<10.0
  /// Distances below which dots can touch.
  private static let fine = 5.0
  /// Where fewer spots are, nothing is.
  private static let few = 6
  /// Lattices that are followed in vain, at most: from rectangles, and at one size of the whole picture.
  private static let most = (quick: 4, thorough: 24)
  /// How far around the window a symbol is looked for at first, in pixels.
  private static let reach = 150

  /// Another picture follows, and rectangles of it.
  func prepare() { (vain, isThorough) = ([], false) }

  /// The symbols around the middle of a rectangle; corners in the picture.
  ///
  /// - Parameters:
  ///   - sizes: How many sizes of the picture are looked at: full, half, a quarter and so on.
  ///   - isOver: Whether the time is up.
  func read(
    _ luma: LumaView, centre: Point, halfWidth: Double, halfHeight: Double, sizes: Int = 4,
    _ isOver: () -> Bool = { false }
  ) -> [DecodedCode] {
    reads(luma, centre: centre, halfWidth: halfWidth, halfHeight: halfHeight, sizes: sizes, isOver).map { $0.code }
  }

  /// The same with what speaks for each.
  func reads(
    _ luma: LumaView, centre: Point, halfWidth: Double, halfHeight: Double, sizes: Int = 4, _ isOver: () -> Bool
  ) -> [PatchRead] {
    var scale = 1
    // At least six places across.
    while scale == 1 || (scale < 1 << sizes && Double(14 * scale) < 2 * min(halfWidth, halfHeight)) {
      let codes = read(luma, centre, scale, isOver)
      if !codes.isEmpty { return codes }
      scale *= 2
    }
    return []
  }

  /// The symbols of a whole picture; every way is tried at every place.
  ///
  /// - Parameter isOver: Whether the time is up.
  func readAnywhere(_ luma: LumaView, _ isOver: () -> Bool) -> [DecodedCode] {
    readsAnywhere(luma, isOver).map { $0.code }
  }

  /// The same with what speaks for each.
  func readsAnywhere(_ luma: LumaView, _ isOver: () -> Bool) -> [PatchRead] {
    var found: [PatchRead] = []
    isThorough = true
    var scale = 1
    while scale <= 8, scale == 1 || min(luma.width, luma.height) >= 16 * scale {
      vain = []
      for code in readTiles(luma, scale, isOver) {
        let isKnown = found.contains {
          $0.code.bytes == code.code.bytes && QuadGeometry.same($0.code.corners, code.code.corners)
        }
        if !isKnown { found.append(code) }
      }
      if isOver() { break }
      scale *= 2
    }
    return found
  }

  private func readTiles(_ luma: LumaView, _ scale: Int, _ isOver: () -> Bool) -> [PatchRead] {
    var found: [PatchRead] = []
    let step = DotCodeReader.look * scale
    for y in stride(from: min(luma.height, step) / 2, to: max(luma.height, step / 2 + 1), by: step) {
      for x in stride(from: min(luma.width, step) / 2, to: max(luma.width, step / 2 + 1), by: step) {
        let centre = Point(Double(x), Double(y))
        if isOver() { return found }
        if found.contains(where: { QuadGeometry.contains($0.code.corners, centre, slack: Double(8 * scale)) }) {
          continue
        }
        found += read(luma, centre, scale, isOver)
      }
    }
    return found
  }

  /// Looks at a window around a place, at a size reduced by 1, 2, 4 or 8; sharpened and enlarged where dots seem to be.
  private func read(_ luma: LumaView, _ centre: Point, _ scale: Int, _ isOver: () -> Bool) -> [PatchRead] {
    var (isPromising, isFine) = (false, false)
    for sight in [DotCodePart.Sight.plain, .sharpened, .enlarged] {
      if sight == .sharpened, !isPromising { continue }
      if sight == .enlarged, !isFine || scale > 1 { continue }
      let reach = DotCodeReader.look * scale / 2
      guard let part = DotCodePart(luma, centre, reach: reach, scale: scale, sight) else { return [] }
      window.prepare(part.luma)
      let (dark, light) = window.spots()
      if isThorough, max(dark.count, light.count) >= DotCodeReader.few { (isPromising, isFine) = (true, true) }
      for (isLight, spots) in [(false, dark), (true, light)] {
        guard let pattern = DotPattern(DotBlobFinder.strong(spots)), pattern.isLattice,
          DotCodeReader.distances.contains(pattern.distance)
        else { continue }
        isPromising = true
        if pattern.distance < DotCodeReader.fine { isFine = true }
        let isVain = vain.contains {
          $0.scale == scale && $0.sight == sight && $0.isLight == isLight
            && QuadGeometry.contains($0.area, centre, slack: 0)
        }
        if isVain || vain.count >= (isThorough ? DotCodeReader.most.thorough : DotCodeReader.most.quick) { continue }
        let codes = read(luma, centre, scale, sight, pattern, isLight, isOver)
        if !codes.isEmpty { return codes }
      }
    }
    return []
  }

  /// Follows a lattice that was seen at a place, as far as it goes.
  private func read(
    _ luma: LumaView, _ centre: Point, _ scale: Int, _ sight: DotCodePart.Sight, _ pattern: DotPattern, _ isLight: Bool,
    _ isOver: () -> Bool
  ) -> [PatchRead] {
    var area = Quad(centre, centre, centre, centre)
    for times in isThorough ? [1, 2, 4, 8] : [1, 2] {
      if isOver() { return [] }
      let reach = DotCodeReader.reach * scale * times
      guard let part = DotCodePart(luma, centre, reach: reach, scale: scale, sight) else { break }
      finder.prepare(part.luma)
      let (dark, light) = finder.spots()
      let spots = DotBlobFinder.strong(isLight ? light : dark)
      guard let lattice = DotLattice(spots, pattern, near: part.place(centre)) else { break }
      let box = lattice.bounds
      let margin = 3 * lattice.pitch
      area = Quad(
        Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY), Point(box.minX, box.maxY)
      ).map { part.restore($0) }
      let isCut =
        (box.minX < margin && !part.endsLeft) || (box.minY < margin && !part.endsTop)
        || (box.maxX > Double(part.luma.width) - margin && !part.endsRight)
        || (box.maxY > Double(part.luma.height) - margin && !part.endsBottom)
      // Of print and the like only a few follow each other.
      let inside = spots.filter {
        Double($0.x) >= box.minX && Double($0.x) <= box.maxX && Double($0.y) >= box.minY && Double($0.y) <= box.maxY
      }
      guard lattice.spots.count * 5 > inside.count * 2 else { break }
      if isCut { continue }
      guard let symbol = DotCodeGrid(lattice, finder, isLight: isLight)?.read() else { break }
      return codes(symbol, symbol.corners.map { part.restore($0) }, isLight)
    }
    vain.append((scale, sight, isLight, area))
    return []
  }

  private func codes(_ symbol: DotCodeGrid.Symbol, _ corners: Quad, _ isLight: Bool) -> [PatchRead] {
    symbol.messages.map { message in
      var code = DecodedCode(symbology: .dotCode, bytes: message.bytes, aimID: message.aimID, corners: corners)
      code.segments = message.segments
      code.structuredAppend = message.structuredAppend
      code.isGS1 = message.isGS1
      code.isInverted = isLight
      return PatchRead(code: code, lines: 1, proof: .drawn(share: symbol.share))
    }
  }
}
