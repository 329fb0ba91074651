import ReaderCore

/// What a host asks of a connected device apart from scanning. The reader keeps the order and the one completion; the
/// driver carries it out in its own way: a camera by its settings, a terminal by DMCC.
enum DeviceOperation {
  case setSymbology(Symbology, enabled: Bool)
  case isSymbologyEnabled(Symbology)
  case setLights(Bool)
  case lights
  case beep
  case batteryLevel
  case resetConfiguration
  /// A DMCC command as the host wrote it, without header and line end, with the data that follows it (`IMAGE.LOAD`).
  case command(String, data: [UInt8], expectsBinary: Bool, timeoutMs: Int32)
  /// A value for the accessory of a camera reader.
  case setAimer(AimerProperty, Int)
  /// For the tag on a contactless reader, or for that reader.
  case tag(TagOperation)
}

/// The answer of a device.
public struct DeviceAnswer {
  /// DMCC status: 0 done, 100 to 105 refused (Cognex DataMan communications guide: 101 unknown command, 102 bad
  /// argument, 104 wrong state, 105 offline).
  public var status: Int32 = 0
  /// Text of the answer, as it came: `ON`, `OFF` or a number where the operation is a question.
  public var text = ""
  /// Binary payload, if one came.
  public var bytes: [UInt8] = []
  /// What the reader is to do besides; only with an answer that comes on the loop before `perform` returns.
  var actions: [ReaderAction] = []

  /// Makes an answer.
  public init(status: Int32 = 0, text: String = "", bytes: [UInt8] = []) {
    self.status = status
    self.text = text
    self.bytes = bytes
  }

  static let unknownCommand = DeviceAnswer(status: 101)
  static let badArgument = DeviceAnswer(status: 102)
  static let wrongState = DeviceAnswer(status: 104)
  static let offline = DeviceAnswer(status: 105)
}

/// What a device can make its reader do.
enum ReaderAction: Equatable {
  case startScan
  case stopScan
  /// The host is to beep.
  case beep(count: Int, tone: Int)
}
