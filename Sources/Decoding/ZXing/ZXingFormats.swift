import ReaderCore

#if ZXING
  import CZXing

  /// Symbologies in zxing-cpp's terms, and back.
  enum ZXingFormats {
    /// The formats to ask for.
    static func mask(_ wanted: SymbologySet) -> UInt32 {
      var mask: UInt32 = 0
      func add(_ symbology: Symbology, _ formats: czxing_format...) {
        guard wanted.contains(symbology) else { return }
        for format in formats { mask |= 1 << UInt32(format.rawValue) }
      }
      add(.dataMatrix, CZXING_DATAMATRIX)
      add(.qr, CZXING_QR, CZXING_MICROQR, CZXING_RMQR)
      add(.aztec, CZXING_AZTEC, CZXING_AZTEC_RUNE)
      add(.pdf417, CZXING_PDF417)
      add(.microPDF417, CZXING_MICROPDF417)
      add(.maxiCode, CZXING_MAXICODE)
      add(.upcEan, CZXING_EAN13, CZXING_EAN8, CZXING_UPCA, CZXING_UPCE)
      add(.code128, CZXING_CODE128)
      add(.code39, CZXING_CODE39, CZXING_PZN)
      add(.code39ToCode32, CZXING_CODE39)
      add(.code93, CZXING_CODE93)
      add(.codabar, CZXING_CODABAR)
      add(.interleaved2of5, CZXING_ITF)
      add(.telepen, CZXING_TELEPEN)
      add(
        .dataBar, CZXING_DATABAR, CZXING_DATABAR_STACKED, CZXING_DATABAR_LIMITED, CZXING_DATABAR_EXPANDED,
        CZXING_DATABAR_EXPANDED_STACKED)
      return mask
    }

    /// What a result is to us: none when it cannot be believed or is not wanted, two never.
    static func codes(of symbol: czxing_symbol, _ wanted: SymbologySet) -> [DecodedCode] {
      guard symbol.size > 0, let (symbology, variant) = kind(symbol.format) else { return [] }
      var bytes = Array(UnsafeBufferPointer(start: symbol.bytes, count: symbol.size))
      var corners = Quad(
        Point(Double(symbol.x.0), Double(symbol.y.0)), Point(Double(symbol.x.1), Double(symbol.y.1)),
        Point(Double(symbol.x.2), Double(symbol.y.2)), Point(Double(symbol.x.3), Double(symbol.y.3)))
      // zxing-cpp names the corners of a mirrored QR code along the other diagonal.
      if symbol.mirrored != 0, symbology == .qr { swap(&corners.topRight, &corners.bottomLeft) }
      var code = DecodedCode(
        symbology: symbology, variant: variant, bytes: bytes, aimID: identifier(symbol, symbology), corners: corners)
      if symbol.has_eci != 0, symbol.eci_size > 3 {
        let protocolBytes = Array(UnsafeBufferPointer(start: symbol.eci_bytes, count: symbol.eci_size))
        if let (aimID, segments) = ECIProtocol.parse(protocolBytes, expecting: bytes) {
          code.aimID = aimID
          code.segments = segments
        }
      }
      code.isGS1 = isGS1(code)
      code.isInverted = symbol.inverted != 0
      if symbology == .code128, code.isGS1 { code.variant = .gs1Code128 }
      if symbol.sequence_index >= 0, symbol.sequence_size >= 0 {
        code.structuredAppend = StructuredAppend(
          index: Int(symbol.sequence_index), count: Int(symbol.sequence_size),
          parity: parity(String(cString: symbol.sequence_id)))
      }
      if symbology == .upcEan {
        guard let retail = retail(&bytes, variant, symbol) else { return [] }
        code.bytes = bytes
        code.variant = retail
        let addOn = String(cString: symbol.add_on)
        if !addOn.isEmpty { code.addOn = addOn }
      }
      if symbology == .code39, variant == .none { return Code39.interpretations(of: code, wanted) }
      return wanted.contains(symbology) ? [code] : []
    }

    /// The AIM identifier. zxing-cpp says that it verified a check character of Code 39 or ITF when one happens to fit;
    /// nobody asked for that, so it is data.
    private static func identifier(_ symbol: czxing_symbol, _ symbology: Symbology) -> String {
      let identifier = String(cString: symbol.identifier)
      switch (symbology, identifier) {
      case (.code39, "]A1"): return "]A0"
      case (.code39, "]A5"): return "]A4"
      case (.interleaved2of5, "]I1"): return "]I0"
      default: return identifier
      }
    }

    private static func kind(_ format: Int32) -> (Symbology, Variant)? {
      switch czxing_format(format) {
      case CZXING_DATAMATRIX: (.dataMatrix, .none)
      case CZXING_QR: (.qr, .none)
      case CZXING_MICROQR: (.qr, .microQR)
      case CZXING_RMQR: (.qr, .rmqr)
      case CZXING_AZTEC, CZXING_AZTEC_RUNE: (.aztec, .none)
      case CZXING_PDF417: (.pdf417, .none)
      case CZXING_MICROPDF417: (.microPDF417, .none)
      case CZXING_MAXICODE: (.maxiCode, .none)
      case CZXING_EAN13: (.upcEan, .ean13)
      case CZXING_EAN8: (.upcEan, .ean8)
      case CZXING_UPCA: (.upcEan, .upcA)
      case CZXING_UPCE: (.upcEan, .upcE)
      case CZXING_CODE128: (.code128, .none)
      case CZXING_CODE39, CZXING_CODE39_FULL_ASCII: (.code39, .none)
      case CZXING_CODE32: (.code39, .code32)
      case CZXING_PZN: (.code39, .pzn)
      case CZXING_CODE93: (.code93, .none)
      case CZXING_CODABAR: (.codabar, .none)
      case CZXING_ITF: (.interleaved2of5, .none)
      case CZXING_TELEPEN: (.telepen, .none)
      case CZXING_DATABAR: (.dataBar, .dataBarOmni)
      case CZXING_DATABAR_STACKED: (.dataBar, .dataBarStacked)
      case CZXING_DATABAR_LIMITED: (.dataBar, .dataBarLimited)
      case CZXING_DATABAR_EXPANDED, CZXING_DATABAR_EXPANDED_STACKED: (.dataBar, .dataBarExpanded)
      default: nil
      }
    }

    /// Whether the identifier declares GS1 element strings (ISO/IEC 15424).
    private static func isGS1(_ code: DecodedCode) -> Bool {
      switch code.aimID {
      case "]C1", "]d2", "]d5", "]Q3", "]Q4", "]J1", "]z1", "]z4": true
      default: code.symbology == .dataBar
      }
    }

    /// The digits as printed: zxing-cpp gives UPC-A and UPC-E as 13 digits and puts the add-on behind them.
    private static func retail(_ bytes: inout [UInt8], _ variant: Variant, _ symbol: czxing_symbol) -> Variant? {
      let addOn = String(cString: symbol.add_on).utf8.count
      guard bytes.count > addOn else { return nil }
      bytes.removeLast(addOn)
      if variant == .upcE {
        bytes = Array(String(cString: symbol.upce).utf8)
        return bytes.count == 8 ? .upcE : nil
      }
      if variant == .ean8 { return bytes.count == 8 ? .ean8 : nil }
      guard bytes.count == 13 else { return bytes.count == 12 ? .upcA : nil }
      if bytes[0] == 0x30 {
        bytes.removeFirst()
        return .upcA
      }
      return .ean13
    }

    /// The parity byte of a QR set; other symbologies carry a file number there.
    private static func parity(_ id: String) -> Int {
      var value = 0
      for digit in id.utf8 {
        guard digit >= 0x30 && digit <= 0x39, value < 100_000_000 else { return 0 }
        value = value * 10 + Int(digit - 0x30)
      }
      return value
    }
  }
#endif
