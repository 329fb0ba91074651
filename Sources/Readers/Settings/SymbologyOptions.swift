import ReaderCore

/// What single symbologies are to do. A length counts in characters of the text.
public struct SymbologyOptions: Equatable {
  public var upcEAN = UPCEAN()
  public var code11 = Checked(checks: true, lengths: LengthFilter(true, 5, 80))
  /// 1 one, 2 two check digits; 0: as many as the code shows.
  public var code11Digits = 1
  public var code25 = Checked(lengths: LengthFilter(true, 5, 80))
  public var code39 = Checked(lengths: LengthFilter(false, 5, 80))
  /// Whether pairs of Code 39 are translated to full ASCII; nil: when the code can be nothing else.
  public var code39ASCII: Bool? = false
  /// Whether pairs of Code 93 are translated to full ASCII; nil is yes.
  public var code93ASCII: Bool? = false
  public var code93Lengths = LengthFilter(false, 1, 80)
  public var code128Lengths = LengthFilter(false, 1, 80)
  public var codabar = Checked(lengths: LengthFilter(false, 5, 80))
  public var interleaved = Checked(lengths: LengthFilter(true, 6, 80))
  public var msi = Checked(checks: true, lengths: LengthFilter(true, 5, 80))
  /// 0 mod 10, 1 mod 10/10, 2 mod 11 IBM, 3 mod 11 NCR, 4 mod 11/10 IBM, 5 mod 11/10 NCR.
  public var msiScheme = 0
  public var telepenLengths = LengthFilter(false, 1, 80)
  public var plesseyLengths = LengthFilter(false, 1, 80)
  public var pdf417Lengths = LengthFilter(false, 1, 2710)
  public var codablockFLengths = LengthFilter(false, 1, 5450)
  public var code16KLengths = LengthFilter(false, 1, 154)
  public var code49Lengths = LengthFilter(false, 1, 81)
  public var maxiCodeLengths = LengthFilter(false, 1, 138)
  public var dotCodeLengths = LengthFilter(false, 1, 4400)
  public var hanXinLengths = LengthFilter(false, 1, 7827)
  public var gridMatrixLengths = LengthFilter(false, 1, 2751)
  public var codeOneLengths = LengthFilter(false, 1, 3550)
  public var dataBar = DataBar()
  /// What becomes of a linear code whose 2D component was not read, while composites are: 0 one that says that it has one is not told,
  /// 1 it is waited for, see `CompositePatience`, 2 told at once.
  public var linearAlone = 1
  /// 0 dark on light, 1 light on dark, 2 both.
  public var dataMatrixPolarity = 2
  public var dataMatrixDPM = false
  public var qrPolarity = 2
  public var microQR = false
  /// Makes the defaults.
  public init() {}

  /// Everything is let through as it is read.
  public static var open: SymbologyOptions {
    var options = SymbologyOptions()
    options.code39ASCII = nil
    options.code93ASCII = nil
    options.interleaved.lengths.isOn = false
    options.code25.lengths.isOn = false
    options.code11.lengths.isOn = false
    options.msi.lengths.isOn = false
    options.code11Digits = 0
    options.msi.checks = false
    options.upcEAN.upcE1 = true
    options.upcEAN.expandsUPCE = false
    options.upcEAN.supplement = 4
    options.upcEAN.waitsForAddOn = false
    options.upcEAN.ean8Supplement = true
    options.microQR = true
    return options
  }

  /// The check digits that the decoder has to demand.
  var checks: DecodeChecks {
    var checks = DecodeChecks()
    checks.code11 = code11.checks ? (code11Digits == 0 ? nil : code11Digits) : 0
    checks.addOns = upcEAN.addOnAlone
    checks.msi = msi.checks ? msiScheme : nil
    return checks
  }

  /// A symbology with a check character that the reader may ask for.
  public struct Checked: Equatable {
    /// The check character is required and verified.
    public var checks = false
    /// The verified check character stays in the text.
    public var transmits = true
    public var lengths: LengthFilter
  }

  /// The members of the EAN and UPC family.
  public struct UPCEAN: Equatable {
    public var ean13 = true
    public var ean8 = true
    public var upcA = true
    public var upcE = true
    /// UPC-E with number system 1.
    public var upcE1 = false
    /// UPC-E is reported as its UPC-A form.
    public var expandsUPCE = true
    /// 0 ignore, 1 required, 2 required with two digits, 3 with five, 4 optional.
    public var supplement = 0
    /// An optional add-on is waited for a few frames, see `AddOnPatience`.
    public var waitsForAddOn = true
    /// The rule for add-ons holds for EAN-8 too.
    public var ean8Supplement = false
    /// Whether add-ons are read without their EAN or UPC.
    public var addOnAlone = false
    /// Makes the defaults.
    public init() {}
  }

  /// The members of the DataBar family.
  public struct DataBar: Equatable {
    public var omnidirectional = true
    public var stacked = true
    public var limited = true
    public var expanded = true
    /// Makes the defaults.
    public init() {}
  }
}
