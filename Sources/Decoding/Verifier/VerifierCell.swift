import ReaderCore

/// A kind of character (or guard) that the verifier can draw: its candidates and what stands beside it.
enum CellKind: Int {
  case eanStart, eanCentre, eanEnd, upcEEnd, eanLeft, eanRight, code128, code128Stop, code93, code93End, code39, codabar
  case interleaved, interleavedStart, interleavedStop

  /// Element widths of all candidates as (hex or wide bits, elements, two-width).
  var candidates: (codes: [UInt32], elements: Int, twoWidth: Bool) {
    switch self {
    case .eanStart, .eanEnd: ([0x111], 3, false)
    case .eanCentre: ([0x11111], 5, false)
    case .upcEEnd: ([0x111111], 6, false)
    case .eanLeft: (EANTables.setA + (0..<10).map { EANTables.setB($0) }, 4, false)
    case .eanRight: (EANTables.setA, 4, false)
    case .code128: (Code128Tables.widths, 6, false)
    case .code128Stop: ([Code128Tables.stop], 7, false)
    case .code93: (Code93Tables.widths + [Code93Tables.startStop], 6, false)
    case .code93End: ([Code93Tables.startStop << 4 | 1], 7, false)
    case .code39: (Code39Tables.wide, 9, true)
    case .codabar: (CodabarTables.wide, 7, true)
    case .interleaved: ((0..<100).map { InterleavedTables.pair($0 / 10, $0 % 10) }, 10, true)
    case .interleavedStart: ([0], 4, true)
    case .interleavedStop: ([0b100], 3, true)
    }
  }

  /// Whether the first element is a bar.
  var startsWithBar: Bool {
    switch self {
    case .eanCentre, .upcEEnd, .eanLeft: false
    default: true
    }
  }

  /// Bars that stand beside the character: gap to the bar before and after, nil for light.
  var neighbours: (before: Float?, after: Float?) {
    switch self {
    case .eanStart, .eanEnd, .code128Stop, .code93End, .interleavedStop: (nil, nil)
    case .eanCentre: (0, 0)
    case .upcEEnd, .eanLeft: (0, nil)
    case .eanRight, .code128, .code93, .interleaved, .interleavedStart: (nil, 0)
    case .code39, .codabar: (1, 1)
    }
  }
}

/// One character of a claimed symbol.
struct VerifierCell {
  var kind: CellKind
  /// First module.
  var offset: Float
  /// Modules.
  var width: Float
  /// Candidates that may stand here.
  var range: Range<Int>
  /// The claimed candidate; -1 when the claim leaves it open.
  var claimed: Int
}

/// A claimed symbol as cells.
struct VerifierLayout {
  var cells: [VerifierCell] = []
  var modules: Float = 0
  /// Wide-to-narrow ratio, 0 when all widths are whole modules.
  var ratio: Float = 0

  /// Whether the claim leaves characters open.
  var isOpen: Bool { cells.contains { $0.claimed < 0 && $0.kind == .code128 } }

  /// Whether a symbol of so many pixels can be sampled.
  func fits(_ width: Double) -> Bool { width > 0.6 * Double(modules) && width < 200 * Double(modules) }

  /// Cells for a code, one layout for every way in which it may be printed; empty when it cannot be drawn.
  static func layouts(for code: DecodedCode) -> [VerifierLayout] {
    switch code.symbology {
    case .upcEan:
      // Engines report a UPC-E also as the 12 or 13 digits that it stands for, and may call it anything then.
      var out: [VerifierLayout] = []
      if let layout = ean(code) { out.append(layout) }
      if code.bytes.count >= 12, let d = digits(code.bytes) {
        for short in EANTables.compressUPCA(Array(d.suffix(12))) where d.count == 12 || d[0] == 0 {
          var other = code
          other.variant = .upcE
          other.bytes = short.map { $0 + 0x30 }
          if let layout = ean(other) { out.append(layout) }
        }
      }
      return out
    case .code128: return code128(code)
    case .code93: return code93(code.bytes).map { [$0] } ?? []
    case .code39:
      var out: [VerifierLayout] = []
      guard let bytes = Code39.characters(of: code) else { return [] }
      for ratio in [Float(2.5), 3, 2] { if let l = code39(bytes, ratio) { out.append(l) } }
      return out
    case .codabar:
      var out: [VerifierLayout] = []
      for ratio in [Float(2.5), 3, 2] { if let l = codabar(code.bytes, ratio) { out.append(l) } }
      return out
    case .interleaved2of5:
      var out: [VerifierLayout] = []
      for ratio in [Float(2.5), 3, 2] { if let l = interleaved(code.bytes, ratio) { out.append(l) } }
      return out
    default: return []
    }
  }

  mutating func add(_ kind: CellKind, _ width: Float, _ claimed: Int, _ range: Range<Int>? = nil, gap: Float = 0) {
    cells.append(
      VerifierCell(
        kind: kind, offset: modules, width: width, range: range ?? claimed..<claimed + 1, claimed: claimed))
    modules += width + gap
  }

  private static func digits(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? bytes.map { $0 - 0x30 } : nil
  }

  private static func ean(_ code: DecodedCode) -> VerifierLayout? {
    guard var d = digits(code.bytes) else { return nil }
    var layout = VerifierLayout()
    switch code.variant {
    case .ean8:
      guard d.count == 8 else { return nil }
      layout.add(.eanStart, 3, 0)
      for i in 0..<4 { layout.add(.eanLeft, 7, Int(d[i]), 0..<10) }
      layout.add(.eanCentre, 5, 0)
      for i in 4..<8 { layout.add(.eanRight, 7, Int(d[i]), 0..<10) }
      layout.add(.eanEnd, 3, 0)
    case .upcE:
      guard d.count == 8, d[0] <= 1 else { return nil }
      let parity = EANTables.upcEParity[Int(d[7])] ^ (d[0] == 1 ? 63 : 0)
      layout.add(.eanStart, 3, 0)
      for i in 0..<6 { layout.add(.eanLeft, 7, Int(d[i + 1]) + (parity >> (5 - i) & 1 == 1 ? 10 : 0), 0..<20) }
      layout.add(.upcEEnd, 6, 0)
    default:
      if d.count == 12 { d.insert(0, at: 0) }
      guard d.count == 13, EANTables.checkDigit(d.dropLast()) == d[12] else { return nil }
      let parity = EANTables.leadingParity[Int(d[0])]
      layout.add(.eanStart, 3, 0)
      for i in 0..<6 { layout.add(.eanLeft, 7, Int(d[i + 1]) + (parity >> (5 - i) & 1 == 1 ? 10 : 0), 0..<20) }
      layout.add(.eanCentre, 5, 0)
      for i in 7..<13 { layout.add(.eanRight, 7, Int(d[i]), 0..<10) }
      layout.add(.eanEnd, 3, 0)
    }
    return layout
  }

  /// A message has many spellings; those of the usual encoders are claimed outright, others are left open.
  private static func code128(_ code: DecodedCode) -> [VerifierLayout] {
    var spellings = Code128Tables.encodings(code.bytes, isGS1: code.isGS1)
    let shortest = spellings.first?.count ?? code.bytes.count / 2 + 2
    if code.bytes.allSatisfy({ $0 >= 32 && $0 < 128 }), code.bytes.count <= 64 {
      var plain = [Code128Tables.startB] + (code.isGS1 ? [102] : []) + code.bytes.map { Int($0) - 32 }
      plain.append(Code128Tables.check(plain))
      if !spellings.contains(plain) { spellings.append(plain) }
    }
    // With a composite above it a GS1-128 ends in a change of code set, which says so (ISO/IEC 24723, clause 5).
    if code.isGS1 {
      for spelling in spellings {
        for change in [99, 100, 101] {
          var linked = Array(spelling.dropLast()) + [change]
          guard Code128Tables.message(linked)?.bytes == Code128Tables.message(spelling.dropLast())?.bytes else {
            continue
          }
          linked.append(Code128Tables.check(linked))
          spellings.append(linked)
        }
      }
    }
    var out = spellings.map { spelling in code128Cells(spelling.count) { spelling[$0] } }
    let longest = min(80, shortest + code.bytes.count / 2 + 4)
    guard shortest <= longest else { return out }
    for n in max(3, shortest - 1)...max(3, longest) { out.append(code128Cells(n) { _ in -1 }) }
    return out
  }

  private static func code128Cells(_ n: Int, _ claimed: (Int) -> Int) -> VerifierLayout {
    var layout = VerifierLayout()
    for i in 0..<n { layout.add(.code128, 11, claimed(i), i == 0 ? 103..<106 : 0..<103) }
    layout.add(.code128Stop, 13, 0)
    return layout
  }

  private static func code93(_ bytes: [UInt8]) -> VerifierLayout? {
    guard let data = Code93Tables.values(bytes), data.count <= 80 else { return nil }
    let c = Code93Tables.check(data, period: 20)
    let k = Code93Tables.check(data + [c], period: 15)
    var layout = VerifierLayout()
    layout.add(.code93, 9, 47)
    for v in data + [c, k] { layout.add(.code93, 9, v, 0..<47) }
    layout.add(.code93End, 10, 0)
    return layout
  }

  private static func code39(_ bytes: [UInt8], _ ratio: Float) -> VerifierLayout? {
    guard !bytes.isEmpty, bytes.count <= 80 else { return nil }
    var layout = VerifierLayout(ratio: ratio)
    let width = 6 + 3 * ratio
    layout.add(.code39, width, 43, gap: 1)
    for b in bytes {
      guard let v = Code39Tables.value(b) else { return nil }
      layout.add(.code39, width, v, 0..<43, gap: 1)
    }
    layout.add(.code39, width, 43)
    return layout
  }

  private static func codabar(_ bytes: [UInt8], _ ratio: Float) -> VerifierLayout? {
    guard bytes.count <= 80 else { return nil }
    var values: [Int] = []
    for b in bytes {
      guard let v = CodabarTables.value(b) else { return nil }
      values.append(v)
    }
    // Engines may leave start and stop out: they are open then.
    if values.first.map({ $0 < 16 }) ?? true { values.insert(-1, at: 0) }
    if values.count < 2 || values.last.map({ $0 >= 0 && $0 < 16 }) ?? true { values.append(-1) }
    guard values.count > 2, values.dropFirst().dropLast().allSatisfy({ $0 >= 0 && $0 < 16 }) else { return nil }
    var layout = VerifierLayout(ratio: ratio)
    for (i, v) in values.enumerated() {
      let end = i == 0 || i == values.count - 1
      let bits = CodabarTables.wide[v < 0 ? 16 : v].nonzeroBitCount
      layout.add(
        .codabar, Float(7 - bits) + ratio * Float(bits), v, end ? 16..<20 : 0..<16, gap: i == values.count - 1 ? 0 : 1)
    }
    return layout
  }

  private static func interleaved(_ bytes: [UInt8], _ ratio: Float) -> VerifierLayout? {
    guard let d = digits(bytes), d.count >= 2, d.count % 2 == 0, d.count <= 80 else { return nil }
    var layout = VerifierLayout(ratio: ratio)
    layout.add(.interleavedStart, 4, 0)
    for i in stride(from: 0, to: d.count, by: 2) {
      layout.add(.interleaved, 6 + 4 * ratio, Int(d[i]) * 10 + Int(d[i + 1]), 0..<100)
    }
    layout.add(.interleavedStop, 2 + ratio, 0)
    return layout
  }
}
