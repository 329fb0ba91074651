import ReaderCore

/// Which devices a manager connects to by itself: "" none, "*" the first that it finds, "a;b" each of these.
public struct Favorites: Equatable {
  /// As the host wrote it.
  public let text: String
  /// The identifiers of a list; empty for "" and "*".
  let identifiers: [String]
  private static let longest = 4096

  /// No device.
  public static let none = Favorites()

  private init() {
    text = ""
    identifiers = []
  }

  /// Throws `.invalidArgument` for control characters, for more than 4096 bytes, and for "*" among others.
  public init(_ text: String) throws(ReaderError) {
    guard text.utf8.count <= Favorites.longest, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw ReaderError(.invalidArgument, "Favourites are at most 4096 bytes without control characters.")
    }
    self.text = text
    let parts = text.split(separator: ";").map(String.init)
    if parts == ["*"] {
      identifiers = []
    } else {
      guard !parts.contains("*") else {
        throw ReaderError(.invalidArgument, "\"*\" stands for the first device found; it cannot be one of several.")
      }
      identifiers = parts
    }
  }

  /// No device is wanted.
  var isEmpty: Bool { identifiers.isEmpty && !isAny }

  /// The first device that is found is wanted.
  var isAny: Bool { text == "*" }
}
