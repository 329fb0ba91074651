/// Which parts of a tag a result carries: the numbers of SKTCaptureDataFormat. Bits: 2 id, 4 data, 8 type.
public enum TagDataFormat: Int32 {
  case idOnly = 2
  case dataOnly = 4
  case tagTypeAndID = 10
  case tagTypeAndData = 12

  /// The result carries the tag's number.
  public var hasID: Bool { rawValue & 2 != 0 }
  /// The result carries what is stored on the tag.
  public var hasData: Bool { rawValue & 4 != 0 }
  /// The result carries the tag's type.
  public var hasType: Bool { rawValue & 8 != 0 }
}

/// A contactless tag: what it is, and what was read of it.
public struct TagInfo: Equatable {
  /// Data source of its family, 256 to 267.
  public var source: Int32
  /// The source in words.
  public var sourceName: String
  /// What can be told of its chip, a number of `scanbeam/tag.h`, and in words.
  public var chip: Int32 = 0
  public var chipName = ""
  /// Its number; empty when the reader gives none.
  public var uid: [UInt8] = []
  /// The number is a new one each time.
  public var hasRandomUID = false
  /// What the reader says in place of an answer to reset.
  public var atr: [UInt8] = []
  /// The NDEF message; nil when it was not read, or when the tag is not formatted for one.
  public var message: [UInt8]?
  /// Type of NFC Forum tag, 1 to 5; 0: none, or not looked.
  public var forumType: Int32 = 0
  /// How long a message may be; 0 when it is not known.
  public var capacity = 0
  /// Whether a message may be written, as far as the tag says.
  public var isWritable = false
  /// What a result carries of this; nil outside results.
  public var format: TagDataFormat?

  /// Makes a description.
  public init(source: Int32, sourceName: String) {
    self.source = source
    self.sourceName = sourceName
  }
}
