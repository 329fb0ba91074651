/// Where the dots of a DotCode are. Dots lie on every second place, like the squares of one colour on a chessboard.
///
/// Width and height are one odd, one even. A symbol that is even in width is one that is odd in width, turned: here they are
/// all looked at as odd in width and even in height, so that dots belong to both ends of the top row.
enum DotCodeLayout {
  /// Smallest and largest side, in places for dots. The specification sets no largest; this is what generators draw.
  static let sides = 5...200

  /// Whether a symbol of that size exists.
  static func isSize(_ width: Int, _ height: Int) -> Bool {
    sides.contains(width) && sides.contains(height) && (width + height) % 2 == 1
  }

  /// The places of an odd width and even height in the order of their bits, as row × width + column: column by column, and
  /// six at the corners last.
  static func places(_ width: Int, _ height: Int) -> [Int] {
    let corners = [
      (height - 2, width - 1), (height - 2, 0), (height - 1, width - 2), (height - 1, 1), (0, width - 1), (0, 0),
    ].map { $0.0 * width + $0.1 }
    var places: [Int] = []
    places.reserveCapacity(width * height / 2)
    for column in 0..<width {
      for row in stride(from: column % 2, to: height, by: 2) {
        let place = row * width + column
        if !corners.contains(place) { places.append(place) }
      }
    }
    return places + corners
  }

  /// The bits of codewords, in order: two for the mask, nine for each other one, ones to fill up.
  static func bits(_ words: [UInt8], count: Int) -> [Bool] {
    guard let mask = words.first else { return [] }
    var bits = [mask & 2 != 0, mask & 1 != 0]
    for word in words.dropFirst() {
      let pattern = DotCodePatterns.all[min(Int(word), 112)]
      for bit in 0..<9 { bits.append(pattern & (0x100 >> UInt16(bit)) != 0) }
    }
    while bits.count < count { bits.append(true) }
    return Array(bits.prefix(count))
  }

  /// The dots of data codewords, row by row, in a symbol of that size; pads fill it up. Nil when they do not fit.
  ///
  /// - Parameters:
  ///   - mask: 0 to 3; nil: the one whose edges show best.
  ///   - litCorners: Has a dot at all six corner places, as printers may do that mark the corners.
  static func modules(
    _ data: [UInt8], width: Int, height: Int, mask: Int? = nil, endsInBinary: Bool = false, litCorners: Bool = false
  ) -> [[Bool]]? {
    guard isSize(width, height) else { return nil }
    let (w, h) = width % 2 == 1 ? (width, height) : (height, width)
    let count = w * h / 2
    guard let (capacity, _) = DotCodeCodewords.capacity(dots: count), data.count <= capacity, !data.isEmpty else {
      return nil
    }
    var padded = data
    if endsInBinary, padded.count < capacity { padded.append(109) }
    while padded.count < capacity { padded.append(106) }
    let places = places(w, h)
    var best: (score: Int, rows: [[Bool]])?
    for mask in mask.map({ [$0] }) ?? [0, 1, 2, 3] {
      var bits = bits(DotCodeCodewords.protected(padded, mask: mask), count: count)
      if litCorners { for i in (count - 6)..<count { bits[i] = true } }
      var rows = [[Bool]](repeating: [Bool](repeating: false, count: w), count: h)
      for (place, bit) in zip(places, bits) { rows[place / w][place % w] = bit }
      let score = edges(rows)
      if score > best?.score ?? -1 { best = (score, rows) }
    }
    guard let rows = best?.rows else { return nil }
    // What is even in width was turned clockwise.
    return width % 2 == 1 ? rows : (0..<height).map { r in (0..<width).map { rows[$0][height - 1 - r] } }
  }

  /// How well the weakest edge shows: its dots, and how far they reach.
  private static func edges(_ rows: [[Bool]]) -> Int {
    let columns = [0, rows[0].count - 1].map { c in rows.map { $0[c] } }
    return [rows[0], rows[rows.count - 1], columns[0], columns[1]].map { edge in
      let lit = edge.indices.filter { edge[$0] }
      guard let first = lit.first, let last = lit.last else { return 0 }
      return (lit.count + last - first) * 1000 / edge.count
    }.min() ?? 0
  }

  /// A size for so many data codewords, about half as wide again as high.
  static func size(dataCount: Int) -> (width: Int, height: Int)? {
    for height in sides {
      for width in [height * 3 / 2, height * 3 / 2 + 1] where isSize(width, height) {
        if let capacity = DotCodeCodewords.capacity(dots: width * height / 2), capacity.data >= dataCount {
          return (width, height)
        }
      }
    }
    return nil
  }
}
