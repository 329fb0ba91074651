import ReaderCore

/// Bytes of a code as text.
///
/// In order: the character sets that the code declares; else UTF-8 when the bytes are valid UTF-8; else Shift JIS or
/// ISO 8859-1 when the bytes fit and hold no control characters. Data with a NUL are not text. Nothing is ever guessed
/// that changes the bytes: they stay the result, the text is a view of them.
public enum TextDecoder {
  /// The text of a code, nil when it is none.
  public static func text(of code: DecodedCode) -> DecodedText? {
    code.segments.isEmpty
      ? undeclared(code.bytes[...]) : declared(code.bytes, code.segments)
  }

  /// Bytes of a code that declares character sets. What lies outside the declared ranges is taken as undeclared.
  static func declared(_ bytes: [UInt8], _ segments: [ECISegment]) -> DecodedText? {
    var text = ""
    var charset: String? = nil
    var position = 0
    func append(_ part: DecodedText?) -> Bool {
      guard let part, !part.text.unicodeScalars.contains(where: { $0.value == 0 }) else { return false }
      text += part.text
      charset = charset ?? part.charset
      return true
    }
    for segment in segments {
      let range = segment.range.clamped(to: position..<bytes.count)
      if range.lowerBound > position {
        guard let part = undeclared(bytes[position..<range.lowerBound]),
          append(DecodedText(text: part.text, charset: part.charset))
        else { return nil }
      }
      position = max(position, range.upperBound)
      guard let set = Charset.eci(segment.eci) else {
        // An unknown number: ASCII means the same in nearly all sets, everything else is not text.
        guard segment.eci != 899,
          append(Charset("US-ASCII").decode(bytes[range]).map { DecodedText(text: $0, charset: "US-ASCII") })
        else { return nil }
        continue
      }
      guard append(set.decode(bytes[range]).map { DecodedText(text: $0, charset: set.name) }) else { return nil }
    }
    if position < bytes.count, !append(undeclared(bytes[position...])) { return nil }
    return DecodedText(text: text, charset: charset ?? "UTF-8")
  }

  /// Bytes without a declared character set.
  static func undeclared(_ bytes: ArraySlice<UInt8>) -> DecodedText? {
    guard !bytes.contains(0) else { return nil }
    if let text = Charset.utf8.decode(bytes) { return DecodedText(text: text, charset: Charset.utf8.name) }
    guard !bytes.contains(where: { isControl($0) }) else { return nil }
    if looksLikeShiftJIS(bytes), let text = Charset.shiftJIS.decode(bytes) {
      return DecodedText(text: text, charset: Charset.shiftJIS.name)
    }
    guard !bytes.contains(where: { $0 >= 0x80 && $0 < 0xa0 }), let text = Charset.latin1.decode(bytes) else {
      return nil
    }
    return DecodedText(text: text, charset: Charset.latin1.name)
  }

  /// Control characters other than those that lay text out.
  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d && byte != 0x1d && byte != 0x1e && byte != 0x04)
      || byte == 0x7f
  }

  /// Whether bytes are Shift JIS rather than ISO 8859-1.
  ///
  /// Both accept most byte strings. Bytes 0x80 to 0x9F exist in Shift JIS only, as the first of two. Without them the
  /// text is either half-width katakana or Western letters: katakana come in rows (a word is at least two of them with
  /// nothing in between), accented letters stand alone between ASCII letters.
  private static func looksLikeShiftJIS(_ bytes: ArraySlice<UInt8>) -> Bool {
    var katakana = 0
    var inRows = 0
    var run = 0
    var hasDouble = false
    var i = bytes.startIndex
    while i < bytes.endIndex {
      let byte = bytes[i]
      switch byte {
      case 0x81...0x9f, 0xe0...0xfc:
        guard i + 1 < bytes.endIndex else { return false }
        let second = bytes[i + 1]
        guard second >= 0x40 && second <= 0xfc && second != 0x7f else { return false }
        if byte <= 0x9f || second >= 0x80 { hasDouble = hasDouble || byte <= 0x9f }
        i += 2
        run = 0
        continue
      case 0xa1...0xdf:
        katakana += 1
        run += 1
        if run == 2 { inRows += 2 } else if run > 2 { inRows += 1 }
      case 0x80, 0xa0, 0xfd...0xff:
        return false
      default:
        run = 0
      }
      i += 1
    }
    return hasDouble || (katakana >= 3 && inRows == katakana)
  }
}
