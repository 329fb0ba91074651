import ReaderCore

/// What the data codewords of a PDF417 or MicroPDF417 say.
struct PDF417Content: Equatable {
  /// What a symbol carries besides plain data.
  enum Kind: Equatable {
    case plain
    /// Code 128 emulation of MicroPDF417 (ISO/IEC 24728, clause 5.3): with FNC1 in the first place, which is GS1, in the second, or
    /// without.
    case gs1, secondFNC1, code128
    /// The 2D component of a GS1 composite, which says nothing by itself.
    case component
  }

  var bytes: [UInt8] = []
  var segments: [ECISegment] = []
  var structuredAppend: StructuredAppend?
  var kind = Kind.plain
  /// What was declared last, and where it began.
  private var open: (eci: Int32, start: Int)?

  static func == (a: PDF417Content, b: PDF417Content) -> Bool {
    a.bytes == b.bytes && a.segments == b.segments && a.structuredAppend == b.structuredAppend && a.kind == b.kind
  }

  /// The AIM identifier (ISO/IEC 15424): with the ECI protocol, plain, and what MicroPDF417 emulates.
  var aimID: String {
    switch kind {
    case .gs1: "]L3"
    case .secondFNC1: "]L4"
    case .code128: "]L5"
    case .plain, .component: segments.isEmpty ? "]L2" : "]L1"
    }
  }

  /// Another character set begins.
  mutating func declare(_ eci: Int) {
    close()
    open = (Int32(truncatingIfNeeded: eci), bytes.count)
  }

  /// Nothing more follows.
  mutating func close() {
    if let open, bytes.count > open.start {
      segments.append(ECISegment(eci: open.eci, range: open.start..<bytes.count))
    }
    open = nil
  }

  /// A result of them.
  func code(_ symbology: Symbology, _ corners: Quad) -> DecodedCode {
    var code = DecodedCode(symbology: symbology, bytes: bytes, aimID: aimID, corners: corners)
    code.segments = segments
    code.structuredAppend = structuredAppend
    code.isGS1 = kind == .gs1
    return code
  }
}
