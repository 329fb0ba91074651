import ReaderCore

/// Rows of pixels whose length was checked.
struct Plane {
  let base: UnsafePointer<UInt8>
  let stride: Int

  init(_ base: UnsafePointer<UInt8>, _ stride: Int) {
    self.base = base
    self.stride = stride
  }

  @inline(__always) func row(_ y: Int) -> UnsafePointer<UInt8> { base + y &* stride }
}

/// Gives pixels as 0xffRRGGBB; x and y lie inside of the frame.
protocol PixelReader {
  func word(_ x: Int, _ y: Int) -> UInt32
}

struct PackedRGB: PixelReader {
  let plane: Plane
  let red: Int

  init(_ plane: Plane, red: Int) {
    self.plane = plane
    self.red = red
  }

  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 {
    let p = plane.row(y) + 3 &* x
    return 0xff00_0000 | UInt32(p[red]) << 16 | UInt32(p[1]) << 8 | UInt32(p[2 &- red])
  }
}

struct Grey: PixelReader {
  let plane: Plane
  init(_ plane: Plane) { self.plane = plane }
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 {
    0xff00_0000 | UInt32(plane.row(y)[x]) &* 0x0001_0101
  }
}

/// B, G, R and something.
struct Words: PixelReader {
  let plane: Plane
  init(_ plane: Plane) { self.plane = plane }
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 {
    let p = plane.row(y) + 4 &* x
    return 0xff00_0000 | UInt32(p[2]) << 16 | UInt32(p[1]) << 8 | UInt32(p[0])
  }
}

/// Which pixel of the frame is seen at which place of the target. Frames are turned by quarters only, so each column of the
/// target belongs to one column of the frame, or row.
struct Grid {
  private let columns: [Int]
  private let rows: [Int]
  let isTurned: Bool
  private let x: Range<Int>
  private let y: Range<Int>

  init(
    _ frame: PixelSize, _ visible: Rectangle, _ orientation: Int, _ gravity: ViewMapping.Gravity,
    _ target: FramePainter.Target
  ) {
    // The visible pixels, at least one.
    func span(_ from: Double, _ length: Double, _ count: Int) -> (Int, Int) {
      let first = from.isFinite ? Int(max(0, min(Double(count - 1), (from * Double(count)).rounded()))) : 0
      let wanted = length.isFinite ? Int(max(1, min(Double(count), (length * Double(count)).rounded()))) : count
      return (first, min(wanted, count - first))
    }
    let (left, width) = span(visible.x, visible.width, frame.width)
    let (top, height) = span(visible.y, visible.height, frame.height)
    let mapping = ViewMapping(
      frame: PixelSize(width, height), orientation: orientation, view: (Double(target.width), Double(target.height)),
      gravity: gravity)
    let place = mapping.pictureInView
    func inside(_ from: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let low = Int(max(0, min(Double(count), (from - 0.5).rounded(.up))))
      let high = Int(max(Double(low), min(Double(count), (from + length - 0.5).rounded(.up))))
      return low..<high
    }
    x = inside(place.x, place.width, target.width)
    y = inside(place.y, place.height, target.height)
    isTurned = orientation >= 5
    func source(_ point: Point, _ alongX: Bool) -> Int {
      let p = mapping.convert(point, from: .view, to: .frame)
      return alongX
        ? left + max(0, min(width - 1, Int(p.x.rounded(.down))))
        : top + max(0, min(height - 1, Int(p.y.rounded(.down))))
    }
    let (middleX, middleY) = (place.x + place.width / 2, place.y + place.height / 2)
    let turned = isTurned
    columns = x.map { source(Point(Double($0) + 0.5, middleY), !turned) }
    rows = y.map { source(Point(middleX, Double($0) + 0.5), turned) }
  }

  /// Columns of the target that show the frame.
  var width: Int { columns.count }

  /// Columns of the frame that are shown; rows, when it is turned.
  var span: ClosedRange<Int>? {
    guard let first = columns.first, let last = columns.last else { return nil }
    return min(first, last)...max(first, last)
  }

  /// Row by row, not for turned frames.
  ///
  /// - Parameters:
  ///   - begin: Called with a row of the frame before its pixels are taken.
  ///   - sample: The pixel of a column.
  @inline(__always)
  func paint(_ target: FramePainter.Target, _ begin: (Int) -> Void, sample: (Int) -> UInt32) {
    let width = target.width
    var last: (source: Int, line: UnsafeMutablePointer<UInt32>)?
    columns.withUnsafeBufferPointer { columns in
      for row in 0..<target.height {
        let line = UnsafeMutableRawPointer(target.base + row &* target.stride).assumingMemoryBound(to: UInt32.self)
        guard y.contains(row) else {
          for i in 0..<width { line[i] = 0xff00_0000 }
          continue
        }
        let source = rows[row &- y.lowerBound]
        // Enlarged pictures show each row several times.
        if let last, last.source == source {
          line.update(from: last.line, count: width)
          continue
        }
        last = (source, line)
        begin(source)
        for i in 0..<x.lowerBound { line[i] = 0xff00_0000 }
        for i in x.upperBound..<width { line[i] = 0xff00_0000 }
        let out = line + x.lowerBound
        for i in 0..<columns.count { out[i] = sample(columns[i]) }
      }
    }
  }

  func paint<Reader: PixelReader>(_ reader: Reader, _ target: FramePainter.Target) {
    let width = target.width
    columns.withUnsafeBufferPointer { columns in
      for row in 0..<target.height {
        let line = UnsafeMutableRawPointer(target.base + row &* target.stride).assumingMemoryBound(to: UInt32.self)
        guard y.contains(row) else {
          for i in 0..<width { line[i] = 0xff00_0000 }
          continue
        }
        for i in 0..<x.lowerBound { line[i] = 0xff00_0000 }
        for i in x.upperBound..<width { line[i] = 0xff00_0000 }
        let out = line + x.lowerBound
        let source = rows[row &- y.lowerBound]
        if isTurned {
          for i in 0..<columns.count { out[i] = reader.word(source, columns[i]) }
        } else {
          for i in 0..<columns.count { out[i] = reader.word(columns[i], source) }
        }
      }
    }
  }
}
