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

  /// With one more. Throws `.favoriteActive` for "*", `.invalidArgument` for what is no identifier.
  func adding(_ identifier: String) throws(ReaderError) -> Favorites {
    guard !isAny else { throw ReaderError(.favoriteActive, "Favourites are \"*\": the first device found is one.") }
    guard !identifier.isEmpty, identifier != "*", !identifier.contains(";") else {
      throw ReaderError(.invalidArgument, "\"\(identifier)\" is no identifier of a device.")
    }
    return identifiers.contains(identifier)
      ? self : try Favorites((identifiers + [identifier]).joined(separator: ";"))
  }

  /// Without one.
  func removing(_ identifier: String) -> Favorites {
    guard identifiers.contains(identifier) else { return self }
    return (try? Favorites(identifiers.filter { $0 != identifier }.joined(separator: ";"))) ?? .none
  }

  /// No device is wanted.
  var isEmpty: Bool { identifiers.isEmpty && !isAny }

  /// The first device that is found is wanted.
  var isAny: Bool { text == "*" }
}
