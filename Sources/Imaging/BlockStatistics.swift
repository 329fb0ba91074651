import ReaderCore

/// Counts of grey values.
public struct Histogram {
  /// 256 counts.
  public private(set) var counts: [Int]
  /// Their sum.
  public let total: Int

  /// Counts every pixel of every `step`-th row.
  public init(_ luma: LumaView, rowStep step: Int = 1) {
    precondition(step >= 1)
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    counts.withUnsafeMutableBufferPointer { buffer in
      let count = buffer.baseAddress!
      var y = 0
      while y < luma.height {
        let row = luma.row(y)
        for x in 0..<luma.width { count[Int(row[x])] &+= 1 }
        total += luma.width
        y += step
      }
    }
    self.counts = counts
    self.total = total
  }

  /// The grey value that a part of the pixels does not exceed.
  ///
  /// - Parameter part: 0 to 1.
  public func percentile(_ part: Double) -> UInt8 {
    let wanted = Int((Double(total) * max(0, min(part, 1))).rounded(.up))
    var sum = 0
    for value in 0..<256 {
      sum += counts[value]
      if sum >= max(wanted, 1) { return UInt8(value) }
    }
    return 255
  }

  /// How well one threshold splits the pixels into two groups: variance between the groups by variance of all (Otsu), 0 to 1.
  public var separation: Double {
    var (sum, squares) = (0.0, 0.0)
    for value in 0..<256 {
      sum += Double(counts[value] * value)
      squares += Double(counts[value] * value * value)
    }
    let n = Double(total)
    let variance = squares / n - (sum / n) * (sum / n)
    guard variance > 0 else { return 0 }
    var (below, belowSum, best) = (0.0, 0.0, 0.0)
    for value in 0..<255 {
      below += Double(counts[value])
      belowSum += Double(counts[value] * value)
      guard below > 0, below < n else { continue }
      let gap = belowSum / below - (sum - belowSum) / (n - below)
      best = max(best, below * (n - below) / (n * n) * gap * gap)
    }
    return min(1, best / variance)
  }
}

/// Mean squared Laplacian of a picture: how sharp its edges are. 0 when it is smaller than 3 x 3.
public func sharpness(_ luma: LumaView) -> Double {
  guard luma.width >= 3, luma.height >= 3 else { return 0 }
  var sum: UInt64 = 0
  for y in 1..<(luma.height - 1) {
    let (a, b, c) = (luma.row(y - 1), luma.row(y), luma.row(y + 1))
    // The squares of 4096 pixels stay in 32 bits, which processors add many at a time.
    var x = 1
    while x < luma.width - 1 {
      let end = min(x + 4096, luma.width - 1)
      var part: UInt32 = 0
      for x in x..<end {
        let v = 4 &* Int32(b[x]) &- Int32(b[x &- 1]) &- Int32(b[x &+ 1]) &- Int32(a[x]) &- Int32(c[x])
        part &+= UInt32(bitPattern: v &* v)
      }
      sum = sum &+ UInt64(part)
      x = end
    }
  }
  return Double(sum) / Double((luma.width - 2) * (luma.height - 2))
}

/// Dark and light by the mean of the neighbourhood: 0 where a pixel is darker than the mean of the window around it less
/// `offset`, else 255.
///
/// - Parameters:
///   - radius: The window has `2 * radius + 1` pixels a side; it is cut at the edges of the picture. 1 to 127.
///   - out: `width * height` bytes.
public func binarize(_ luma: LumaView, radius: Int, offset: Int, into out: UnsafeMutablePointer<UInt8>) {
  precondition(radius >= 1 && radius <= 127)
  let (w, h) = (luma.width, luma.height)
  // Sums of the columns of the window, moved down row by row.
  let columns = UnsafeMutablePointer<Int32>.allocate(capacity: w)
  defer { columns.deallocate() }
  columns.initialize(repeating: 0, count: w)
  func add(_ y: Int, _ sign: Int32) {
    let row = luma.row(y)
    for x in 0..<w { columns[x] = columns[x] &+ sign &* Int32(row[x]) }
  }
  for y in 0..<min(radius, h) { add(y, 1) }
  for y in 0..<h {
    if y + radius < h { add(y + radius, 1) }
    if y - radius - 1 >= 0 { add(y - radius - 1, -1) }
    let lines = min(y + radius, h - 1) - max(y - radius, 0) + 1
    var sum = 0
    for x in 0..<min(radius, w) { sum &+= Int(columns[x]) }
    let row = luma.row(y)
    let to = out + y * w
    for x in 0..<w {
      if x &+ radius < w { sum &+= Int(columns[x &+ radius]) }
      if x &- radius &- 1 >= 0 { sum &-= Int(columns[x &- radius &- 1]) }
      let pixels = lines &* (min(x &+ radius, w &- 1) &- max(x &- radius, 0) &+ 1)
      to[x] = (Int(row[x]) &+ offset) &* pixels < sum ? 0 : 255
    }
  }
}
