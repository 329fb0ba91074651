import ReaderCore

/// What a tag says about its message.
public struct NDEFState: Equatable {
  /// Type of NFC Forum tag, 1 to 5; 0 for MIFARE Classic.
  public var forumType: Int32
  /// The message as stored; empty when the tag is formatted and holds none.
  public var message: [UInt8]
  /// How long a message may be.
  public var capacity: Int
  /// Whether the tag lets itself be written.
  public var isWritable: Bool
}

/// The ways in which tags keep a message. All functions talk to the tag and throw `.tagRemoved` when it goes.
public protocol NDEFStore: AnyObject {
  /// Reads the message; nil when the tag is not formatted for NDEF.
  func read() throws(ReaderError) -> NDEFState?
  /// Replaces the message. A tag that is taken away meanwhile holds the old message, an empty one, or the new one.
  func write(_ message: [UInt8]) throws(ReaderError)
  /// Makes the tag hold an empty message. Formats a tag that was never formatted, where its kind allows it.
  func format() throws(ReaderError)
  /// Makes the tag read-only for ever. `key`: key B of a MIFARE Classic; empty: the usual one.
  func lock(key: [UInt8]) throws(ReaderError)
}

extension NDEFStore {
  /// Makes the tag read-only for ever.
  public func lock() throws(ReaderError) { try lock(key: []) }
}

/// A tag on a reader: which kind it is and what can be done with it.
public struct TagSession {
  public let channel: TagChannel
  public let kind: TagKind
  public let uid: TagUID
  public let atr: [UInt8]

  /// Asks the tag for its number. A reader without such a command, or a contact card, has none.
  public init(_ channel: TagChannel, atr: [UInt8]) throws(ReaderError) {
    self.channel = channel
    self.atr = atr
    let answer = try channel.exchange(.uid)
    let bytes = answer.status.isOK && answer.data.count <= 16 ? answer.data : []
    let kind = TagKind(atr: atr, uid: bytes) ?? TagKind(.iso14443A, .unknown)
    self.kind = kind
    uid = TagUID(bytes).normalized(kind.family)
  }

  /// The way in which this kind of tag keeps a message; nil when none is known.
  public var store: NDEFStore? {
    switch kind.chip {
    case .ultralight: Type2Tag(channel)
    case .processor: Type4Tag(channel)
    case .vicinity: Type5Tag(channel)
    case .felica: Type3Tag(channel)
    case .classic1K, .classic4K, .classicMini: ClassicTag(channel, kind.chip)
    case .unknown, .topaz, .plus: nil
    }
  }

  /// The store, or `.unsupported`.
  public func requireStore() throws(ReaderError) -> NDEFStore {
    guard let store else {
      throw ReaderError(
        .unsupported, "NDEF on a tag of this kind (\(kind.family.name), \(kind.chip.name)) is not known.")
    }
    return store
  }
}
