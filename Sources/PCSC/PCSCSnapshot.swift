/// What the service says about one reader.
public struct PCSCReader: Equatable {
  /// Name as the service has it.
  public var name: String
  /// Whether a tag that answers lies on it.
  public var hasTag: Bool
  public var atr: [UInt8]
  /// Grows each time that a tag comes or goes, so that one that was changed quickly is noticed.
  public var changes: UInt32
}

/// All readers at one moment.
public struct PCSCSnapshot: Equatable {
  public var readers: [PCSCReader]
  /// What is in the way of knowing; nil when the service answers.
  public var problem: String?

  /// Makes a snapshot.
  public init(readers: [PCSCReader] = [], problem: String? = nil) {
    self.readers = readers
    self.problem = problem
  }

  /// A reader by name.
  public func reader(_ name: String) -> PCSCReader? { readers.first { $0.name == name } }
}
