/// The abbreviations of a URI record (NFC Forum URI RTD 1.0, table 3); the index is the code.
enum URIPrefix {
  static let all: [StaticString] = [
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
    "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
    "rtsp://",
    "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://",
    "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
  ]

  /// The whole URI; nil for a code that is reserved.
  static func expand(_ code: UInt8, _ rest: String) -> String? {
    Int(code) < all.count ? "\(all[Int(code)])" + rest : nil
  }

  /// The longest abbreviation that fits, and what remains.
  static func shorten(_ uri: String) -> (code: UInt8, rest: String) {
    var best: (code: UInt8, length: Int) = (0, 0)
    for (code, prefix) in all.enumerated() where prefix.utf8CodeUnitCount > best.length {
      if uri.hasPrefix("\(prefix)") { best = (UInt8(code), prefix.utf8CodeUnitCount) }
    }
    return (best.code, String(decoding: uri.utf8.dropFirst(best.length), as: UTF8.self))
  }
}
