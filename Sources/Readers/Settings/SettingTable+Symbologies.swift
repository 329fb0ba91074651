import ReaderCore

/// The switches of symbologies and what single ones are to do.
extension Setting {
  static let symbologySwitches = Symbology.known.map { symbology($0) }

  static let symbologyOptions = upcEAN + linear + matrix + own

  private static let upcEAN = [
    flag("UPC-EAN.EAN13", \.symbols.upcEAN.ean13, .frame),
    flag("UPC-EAN.EAN8", \.symbols.upcEAN.ean8, .frame),
    flag("UPC-EAN.UPC-A", \.symbols.upcEAN.upcA, .frame),
    flag("UPC-EAN.UPC-E", \.symbols.upcEAN.upcE, .frame),
    flag("UPC-EAN.UPC-E1", \.symbols.upcEAN.upcE1, .frame),
    flag("UPC-EAN.UPCE-EXPAND", \.symbols.upcEAN.expandsUPCE, .frame),
    number("UPC-EAN.SUPPLEMENT", \.symbols.upcEAN.supplement, .number(0...4), .frame),
    flag("UPC-EAN.EAN8SUPL", \.symbols.upcEAN.ean8Supplement, .frame),
    flag("UPC-EAN.SUPPLEMENT-ALONE", \.symbols.upcEAN.addOnAlone, .frame),
    number("EAN-UCC.LINEAR-ALONE", \.symbols.linearAlone, .number(0...2), .frame),
  ]

  private static let linear = [
    flag("C11.CHKCHAR", \.symbols.code11.checks, .frame),
    number("C11.CHKCHAR-OPTION", \.symbols.code11Digits, .number(1...2), .frame),
    lengths("C11.CODESIZE", \.symbols.code11.lengths),
    flag("C25.CHKCHAR", \.symbols.code25.checks, .frame),
    flag("C25.XMTCHK", \.symbols.code25.transmits, .frame),
    lengths("C25.CODESIZE", \.symbols.code25.lengths),
    choice("C39.ASCII", \.symbols.code39ASCII),
    flag("C39.CHKCHAR", \.symbols.code39.checks, .frame),
    flag("C39.XMTCHK", \.symbols.code39.transmits, .frame),
    lengths("C39.CODESIZE", \.symbols.code39.lengths),
    choice("C93.ASCII", \.symbols.code93ASCII),
    lengths("C93.CODESIZE", \.symbols.code93Lengths),
    lengths("C128.CODESIZE", \.symbols.code128Lengths),
    flag("CODABAR.CHKCHAR", \.symbols.codabar.checks, .frame),
    flag("CODABAR.XMTCHK", \.symbols.codabar.transmits, .frame),
    lengths("CODABAR.CODESIZE", \.symbols.codabar.lengths),
    flag("I2O5.CHKCHAR", \.symbols.interleaved.checks, .frame),
    flag("I2O5.XMTCHK", \.symbols.interleaved.transmits, .frame),
    lengths("I2O5.CODESIZE", \.symbols.interleaved.lengths),
    flag("MSI.CHKCHAR", \.symbols.msi.checks, .frame),
    number("MSI.CHKCHAR-OPTION", \.symbols.msiScheme, .number(0...5), .frame),
    lengths("MSI.CODESIZE", \.symbols.msi.lengths),
    lengths("TELEPEN.CODESIZE", \.symbols.telepenLengths),
    lengths("PLESSEY.CODESIZE", \.symbols.plesseyLengths),
  ]

  private static let matrix = [
    lengths("PDF417.CODESIZE", \.symbols.pdf417Lengths, most: 2710),
    flag("DATABAR.RSS14", \.symbols.dataBar.omnidirectional, .frame),
    flag("DATABAR.RSS14STACK", \.symbols.dataBar.stacked, .frame),
    flag("DATABAR.LIMITED", \.symbols.dataBar.limited, .frame, isAvailable: Availabilities.hasZXing),
    flag("DATABAR.EXPANDED", \.symbols.dataBar.expanded, .frame),
    number("DATAMATRIX.POLARITY", \.symbols.dataMatrixPolarity, .number(0...2), .frame),
    // No pass for direct part marks in this build.
    flag("DATAMATRIX.DPM", \.symbols.dataMatrixDPM, .frame, isAvailable: false),
    number("QR.POLARITY", \.symbols.qrPolarity, .number(0...2), .frame),
    flag("QR.MICRO", \.symbols.microQR, .frame, isAvailable: Availabilities.hasZXing),
  ]

  /// Stacked and matrix symbologies of our own decoders: as long as the largest symbols hold.
  private static let own = [
    lengths("CODABLOCKF.CODESIZE", \.symbols.codablockFLengths, most: 5450),
    lengths("CODE16K.CODESIZE", \.symbols.code16KLengths, most: 154),
    lengths("CODE49.CODESIZE", \.symbols.code49Lengths, most: 81),
    lengths("MAXICODE.CODESIZE", \.symbols.maxiCodeLengths, most: 138),
    lengths("DOTCODE.CODESIZE", \.symbols.dotCodeLengths, most: 4400),
    lengths("HANXIN.CODESIZE", \.symbols.hanXinLengths, most: 7827),
    lengths("GRIDMATRIX.CODESIZE", \.symbols.gridMatrixLengths, most: 2751),
    lengths("CODEONE.CODESIZE", \.symbols.codeOneLengths, most: 3550),
  ]
}
