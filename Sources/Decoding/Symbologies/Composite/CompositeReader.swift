import ReaderCore

/// Reads the 2D component above a linear one.
enum CompositeReader {
  /// A 2D component.
  struct Component {
    /// Element strings, separators are 0x1D.
    var bytes: [UInt8]
    var variant: Variant
    var corners: Quad
    /// How like their codewords the pixels are, on average.
    var likeness: Float
    /// What that says, for people.
    var verification: String { "\(Int(100 * likeness)) % of the bars of the 2D component are as its value demands." }
  }

  /// What is above a linear code.
  struct Look {
    /// The component that belongs to it; nil when there is none that can be read.
    var component: Component?
    /// Rows of bars stand where one would be.
    var sawBars = false
    /// What the linkage flag of a GS1-128 says, when no component was read; nil where it was not seen.
    var isLinked: Bool?
  }

  /// Looks above a linear code.
  static func look(above code: DecodedCode, in luma: LumaView) -> Look {
    var look = Look()
    guard let place = LinearPlace.of(code, in: luma) else { return look }
    look.sawBars = PatternScan.hasBars(luma, place, code.isInverted, place.start...place.start + place.span + 11)
    look.component = component(place, luma, isInverted: code.isInverted, sawBars: look.sawBars)
    if look.component == nil, code.symbology == .code128 {
      look.isLinked = LinkageCharacter.isThere(luma, place, code.bytes, isInverted: code.isInverted)
    }
    return look
  }

  private static func component(
    _ place: LinearPlace, _ luma: LumaView, isInverted: Bool, sawBars: Bool
  ) -> Component? {
    if place.canBeCCC, let grid = IndicatorSearch.grid(luma, place, isInverted: isInverted) {
      return read(grid, luma, isInverted: isInverted)
    }
    guard sawBars, let search = CompositeSearch(luma, place, isInverted: isInverted) else { return nil }
    return CompositeGrid.first(search.strips(), search.place) { read($0, luma, isInverted: isInverted) }
  }

  /// A linear code and its 2D component as one result: GS1 element strings with the article number of an EAN or UPC first
  /// (AIM identifier ]e0: ISO/IEC 24723, clause 10).
  static func joined(_ linear: DecodedCode, _ component: Component) -> DecodedCode? {
    var strings = linear.bytes
    if linear.symbology == .upcEan {
      guard let number = GTIN.of(linear) else { return linear }
      strings = Array("01\(number)".utf8)
    }
    // From the component's upper corners to the linear one's lower ones, however the engine turned those.
    var (lower, upper) = (linear.corners, component.corners)
    let (dx, dy) = (upper.topRight.x - upper.topLeft.x, upper.topRight.y - upper.topLeft.y)
    if dx * (lower.topRight.x - lower.topLeft.x) + dy * (lower.topRight.y - lower.topLeft.y) < 0 {
      lower = Quad(lower.bottomRight, lower.bottomLeft, lower.topLeft, lower.topRight)
    }
    upper.bottomLeft = lower.bottomLeft
    upper.bottomRight = lower.bottomRight
    var code = DecodedCode(
      symbology: .eanUcc, variant: component.variant, bytes: CompositeMessage.joined(strings, component.bytes),
      aimID: "]e0", corners: upper)
    code.isGS1 = true
    code.isInverted = linear.isInverted
    code.addOn = linear.addOn
    code.confidence = linear.confidence
    code.confirmations = linear.confirmations.union(.errorCorrection)
    code.verification = "\(linear.verification) \(component.verification)"
    code.components = [
      CodeComponent(symbology: linear.symbology, variant: linear.variant, bytes: linear.bytes),
      CodeComponent(symbology: .eanUcc, variant: component.variant, bytes: component.bytes),
    ]
    return code
  }

  private static func read(_ grid: CompositeGrid, _ luma: LumaView, isInverted: Bool) -> Component? {
    let layout = grid.layout
    var best: (readings: [CodewordReader.Reading], sum: Float, reader: CodewordReader)?
    for blur in PatternBank.codewords.indices {
      let reader = CodewordReader(luma: luma, isInverted: isInverted, blur: blur)
      var readings: [CodewordReader.Reading] = []
      let starts = (0..<layout.columns).map { Double(layout.start(ofColumn: $0)) }
      var offsets = [Double?](repeating: nil, count: layout.columns)
      for row in 0..<layout.rows {
        readings += reader.read((layout.cluster + row) % 3, starts: starts, row: row, offsets: &offsets) {
          grid.point($0, row: $1)
        }
      }
      let sum = readings.reduce(0) { $0 + $1.likeness }
      if sum > best?.sum ?? 0 { best = (readings, sum, reader) }
    }
    guard let best, best.sum > 0.5 * Float(layout.codewords) else { return nil }
    guard let (words, corrections) = CompositeCodewords.corrected(best.readings, checks: layout.checks) else {
      return nil
    }
    guard let bits = bits(words.dropLast(layout.checks), layout.kind), let bytes = CompositeMessage.decode(bits),
      corrections == 0 || GS1Syntax.isValid(bytes[...])
    else { return nil }
    // The value has to explain the pixels.
    var sum: Float = 0
    for (i, word) in words.enumerated() {
      let (row, column) = (i / layout.columns, i % layout.columns)
      sum += best.reader.likeness(
        word, (layout.cluster + row) % 3, at: Double(layout.start(ofColumn: column)) + best.readings[i].offset, row: row
      ) { grid.point($0, row: $1) }
    }
    let likeness = sum / Float(words.count)
    guard likeness > 0.5 else { return nil }
    return Component(
      bytes: bytes, variant: layout.kind == .a ? .ccA : layout.kind == .b ? .ccB : .ccC, corners: grid.corners,
      likeness: likeness)
  }

  /// The bits of data codewords.
  static func bits(_ data: ArraySlice<Int>, _ kind: CompositeLayout.Kind) -> CompositeBits? {
    switch kind {
    case .a: return CompositeBits.ofCCA(data)
    case .b: return CompositeBits.ofBytes(data)
    case .c: return data.first == data.count ? CompositeBits.ofBytes(data.dropFirst()) : nil
    }
  }
}
