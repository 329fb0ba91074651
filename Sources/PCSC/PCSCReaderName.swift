/// The name of a reader as pcsc-lite makes it: the device's own, then the number of the reader and of the slot, two
/// hexadecimal digits each: "ACS ACR122U PICC Interface 00 00". The number of the reader depends on the order in which
/// readers came; the rest is lasting.
public enum PCSCReaderName {
  /// The scheme of identities.
  public static let scheme = "pcsc:"

  /// The name without the number of the reader; the slot is kept unless it is the first.
  public static func lasting(_ name: String) -> String {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count >= 3, isNumber(parts[parts.count - 1]), isNumber(parts[parts.count - 2]) else { return name }
    let base = parts.dropLast(2).joined(separator: " ")
    return parts[parts.count - 1] == "00" ? base : base + " slot " + parts[parts.count - 1]
  }

  /// Identity of a reader among all that are there: by its lasting name, unless two have the same.
  public static func identity(_ name: String, among all: [String]) -> String {
    let lasting = lasting(name)
    return scheme + (all.filter { PCSCReaderName.lasting($0) == lasting }.count > 1 ? name : lasting)
  }

  /// The reader that an identity means: by full name, else by lasting name; "pcsc:" is the first one.
  public static func resolve(_ identity: String, among all: [String]) -> String? {
    guard identity.hasPrefix(scheme) else { return nil }
    let wanted = String(identity.dropFirst(scheme.count))
    if wanted.isEmpty { return all.first }
    return all.first { $0 == wanted } ?? all.first { lasting($0) == wanted }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
  }
}
