import ReaderCore

/// Bars of postal codes as letters: F full, A ascender, D descender, T tracker.
public enum PostalLetters {
  /// The bars that an Intelligent Mail barcode of this value has; nil for other codes. Some services and test pictures name
  /// the barcode by them.
  public static func bars(of code: DecodedCode) -> [UInt8]? {
    guard code.symbology == .intelligentMail else { return nil }
    return IntelligentMail.bars(code.bytes)?.map { $0.letter }
  }
}
