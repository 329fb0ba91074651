import ReaderCore

extension LumaImage {
  /// The picture as it is meant to be seen.
  ///
  /// - Parameter orientation: Exif orientation, 1 to 8: which edge of the stored picture is the top, and whether it is
  ///   mirrored (Exif 2.32, tag 274). 1 and anything else give the picture itself.
  func upright(orientation: Int) throws(ReaderError) -> LumaImage {
    let w = width
    let h = height
    // Where the first pixel of the result comes from, and the steps to its right and lower neighbour.
    let (origin, right, down): (Int, Int, Int)
    switch orientation {
    case 2: (origin, right, down) = (w - 1, -1, w)
    case 3: (origin, right, down) = (w * h - 1, -1, -w)
    case 4: (origin, right, down) = (w * (h - 1), 1, -w)
    case 5: (origin, right, down) = (0, w, 1)
    case 6: (origin, right, down) = (w * (h - 1), -w, 1)
    case 7: (origin, right, down) = (w * h - 1, -w, -1)
    case 8: (origin, right, down) = (w - 1, w, -1)
    default: return self
    }
    let turned = orientation >= 5
    let result = try LumaImage(width: turned ? h : w, height: turned ? w : h)
    let source = base
    var target = result.base
    for y in 0..<result.height {
      let row = origin &+ y &* down
      for x in 0..<result.width { target[x] = source[row &+ x &* right] }
      target += result.width
    }
    return result
  }
}
