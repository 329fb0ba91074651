import ReaderCore

/// Status of a DMCC message, the number between its square brackets (Cognex DataMan communications guide; names of 1 to
/// 12 as in the public header CDMResponse.h). Unknown numbers are legal.
public struct DMCCStatus: RawRepresentable, Equatable, Hashable {
  /// The number on the wire, 0 to 999.
  public let rawValue: Int32

  /// Any number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let ok = DMCCStatus(rawValue: 0)
  public static let readString = DMCCStatus(rawValue: 1)
  public static let autoResponse = DMCCStatus(rawValue: 2)
  public static let xmlResult = DMCCStatus(rawValue: 3)
  public static let xmlStatistics = DMCCStatus(rawValue: 4)
  public static let image = DMCCStatus(rawValue: 5)
  public static let imageGraphics = DMCCStatus(rawValue: 6)
  public static let trainingResult = DMCCStatus(rawValue: 7)
  public static let codeQuality = DMCCStatus(rawValue: 10)
  public static let event = DMCCStatus(rawValue: 12)
  public static let unidentifiedError = DMCCStatus(rawValue: 100)
  public static let invalidCommand = DMCCStatus(rawValue: 101)
  public static let invalidParameter = DMCCStatus(rawValue: 102)
  public static let incorrectChecksum = DMCCStatus(rawValue: 103)
  public static let rejected = DMCCStatus(rawValue: 104)
  public static let offline = DMCCStatus(rawValue: 105)

  /// True for the answer to a command (0, and 100 upwards); false for what the reader sends by itself.
  public var answersCommand: Bool { rawValue == 0 || rawValue >= 100 }

  /// The error that a status means for the host; nil for `ok` and for what answers no command.
  public func error(for command: String) -> ReaderError? {
    switch self {
    case _ where rawValue < 100: nil
    case .invalidCommand: ReaderError(.unsupported, "The reader does not know \"\(command)\" (DMCC 101).")
    case .invalidParameter:
      ReaderError(.unsupported, "The reader takes no such value, or lacks the feature: \"\(command)\" (DMCC 102).")
    case .incorrectChecksum:
      ReaderError(.protocolFault, "The reader received \"\(command)\" damaged (DMCC 103); try again.")
    case .rejected: ReaderError(.state, "The reader refuses \"\(command)\" in its present state (DMCC 104).")
    case .offline: ReaderError(.again, "The reader is offline or asleep (DMCC 105); try again when it is back.")
    default: ReaderError(.protocolFault, "The reader could not do \"\(command)\" (DMCC \(rawValue)).")
    }
  }
}
