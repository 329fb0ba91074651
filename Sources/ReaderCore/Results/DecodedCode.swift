/// A part of a code's bytes whose character set the code declares.
public struct ECISegment: Equatable {
  /// ECI assignment number, 0 to 999999.
  public let eci: Int32
  /// The bytes that it covers.
  public let range: Range<Int>
  /// Makes a segment.
  public init(eci: Int32, range: Range<Int>) {
    self.eci = eci
    self.range = range
  }
}

/// That a code is one of several that belong together.
public struct StructuredAppend: Equatable {
  /// Number of this code, from 0.
  public let index: Int
  /// Number of codes.
  public let count: Int
  /// Parity byte of the whole, the same in all.
  public let parity: Int
  /// Makes the description.
  public init(index: Int, count: Int, parity: Int) {
    self.index = index
    self.count = count
    self.parity = parity
  }
}

/// Bytes as text.
public struct DecodedText: Equatable {
  /// The text.
  public let text: String
  /// IANA name of the character set that it was decoded from.
  public let charset: String
  /// Makes a text.
  public init(text: String, charset: String) {
    self.text = text
    self.charset = charset
  }
}

/// A part of a composite.
public struct CodeComponent: Equatable {
  public let symbology: Symbology
  public let variant: Variant
  /// Its data as it carries them; FNC1 separators are 0x1D.
  public let bytes: [UInt8]
  /// Makes a component.
  public init(symbology: Symbology, variant: Variant, bytes: [UInt8]) {
    self.symbology = symbology
    self.variant = variant
    self.bytes = bytes
  }
}

/// One code as the decode pipeline found it.
public struct DecodedCode {
  public var symbology: Symbology
  public var variant: Variant
  /// The data as the code carries it; FNC1 separators are 0x1D.
  public var bytes: [UInt8]
  /// Declared character sets, in order; empty when the code declares none.
  public var segments: [ECISegment] = []
  /// AIM symbology identifier (ISO/IEC 15424), for example "]C1".
  public var aimID: String
  /// True when the code declares GS1 element strings.
  public var isGS1 = false
  /// Light on dark; known of matrix codes.
  public var isInverted = false
  public var corners: Quad
  /// The 2 or 5 digits of an EAN/UPC add-on.
  public var addOn: String?
  public var structuredAppend: StructuredAppend?
  /// The bytes as text, nil when they are none.
  public var text: DecodedText?
  /// Article number in 14 digits.
  public var gtin: String?
  /// The linear and the 2D component of a composite, each as it would be reported alone; empty for other codes.
  public var components: [CodeComponent] = []
  /// Whether it is a linear code without the 2D component that belongs to it.
  public var linkage = Linkage.none
  /// What was read is a tag.
  public var tag: TagInfo?
  /// How far the value is to be believed, 0 to 100; 0: nobody judged it.
  public var confidence = 0
  /// What speaks for it.
  public var confirmations = Confirmations()
  /// What its comparison with the pixels said, or why there was none, as a sentence; empty: nobody judged it.
  public var verification = ""

  /// Makes a code with what every code has.
  public init(symbology: Symbology, variant: Variant = .none, bytes: [UInt8], aimID: String, corners: Quad) {
    self.symbology = symbology
    self.variant = variant
    self.bytes = bytes
    self.aimID = aimID
    self.corners = corners
  }
}
