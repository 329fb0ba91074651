/// Values of modules against the mean of their surroundings.
enum LocalContrast {
  /// How far each value is below the mean of its surroundings, 13 modules wide: shadows are wider, patterns smaller. Positive is
  /// dark.
  static func of(_ values: [Int32], _ width: Int, _ height: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0
      for x in 0..<width {
        row += Int(values[y * width + x])
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    var below = [Int](repeating: 0, count: width * height)
    for y in 0..<height {
      let (y0, y1) = (max(0, y - 6) * (width + 1), min(height, y + 7) * (width + 1))
      let rows = min(height, y + 7) - max(0, y - 6)
      for x in 0..<width {
        let (x0, x1) = (max(0, x - 6), min(width, x + 7))
        let sum = sums[y1 + x1] - sums[y0 + x1] - sums[y1 + x0] + sums[y0 + x0]
        let area = rows * (x1 - x0)
        // Rounded up: whatever is below the mean is dark.
        below[y * width + x] = (sum + area - 1) / area - Int(values[y * width + x])
      }
    }
    return below
  }
}
