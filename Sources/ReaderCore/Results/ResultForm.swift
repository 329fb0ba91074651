/// How results are to look; what the settings say at the time of the results.
public struct ResultForm {
  /// Bits of CDMResultTypes.
  public static let readString = 1
  public static let xml = 2
  public static let statistics = 4
  public static let image = 8
  public static let graphics = 16
  public static let xmlContent = 128

  /// Which parts are made.
  public var types = readString | xml
  public var encoding = ReadStringEncoding.auto
  public var image = ImageForm()
  /// The codes are the parts of one result.
  public var isMulti = false
  /// Number of the frame within the reader.
  public var imageID: Int64 = 0
  /// The window of target decoding, when it is to be drawn: left, top, right, bottom in frame pixels.
  public var window: (left: Double, top: Double, right: Double, bottom: Double)?
  /// The defaults.
  public init() {}

  /// Whether a part is made.
  public func has(_ type: Int) -> Bool { types & type != 0 }
}
