/// A message of CCID (USB-IF, Integrated Circuit(s) Cards Interface Devices 1.1, chapter 6), as readers on Bluetooth LE
/// take and send them: a head of 10 bytes and data.
public struct CCIDMessage: Equatable {
  /// Messages to and from a reader.
  public enum Kind: UInt8 {
    case powerOn = 0x62
    case powerOff = 0x63
    case slotStatus = 0x65
    case escape = 0x6b
    case transfer = 0x6f
    case dataAnswer = 0x80
    case statusAnswer = 0x81
    case escapeAnswer = 0x83
  }

  public var kind: UInt8
  public var slot: UInt8
  public var sequence: UInt8
  /// Commands: parameters. Answers: status, error, and one more.
  public var parameters: [UInt8]
  public var data: [UInt8]
  static let headLength = 10
  /// An extended APDU and its answer fit.
  static let longest = 65_544

  /// Makes a command.
  public init(_ kind: Kind, _ data: [UInt8] = [], slot: UInt8 = 0, sequence: UInt8 = 0) {
    self.kind = kind.rawValue
    self.slot = slot
    self.sequence = sequence
    parameters = [0, 0, 0]
    self.data = data
  }

  /// From a head and its data.
  init(head: [UInt8], data: [UInt8]) {
    kind = head[0]
    slot = head[5]
    sequence = head[6]
    parameters = Array(head[7..<10])
    self.data = data
  }

  /// As it is sent.
  public var bytes: [UInt8] {
    let count = UInt32(clamping: data.count)
    return [kind] + [0, 8, 16, 24].map { UInt8((count >> UInt32($0)) & 0xff) } + [slot, sequence] + parameters + data
  }

  /// Answers: the reader needs more time.
  public var isTimeExtension: Bool { parameters[0] >> 6 == 2 }
  /// Answers: the command failed.
  public var hasFailed: Bool { parameters[0] >> 6 == 1 }
  /// Answers: there is a card.
  public var hasCard: Bool { parameters[0] & 3 != 2 }
  /// Answers: why it failed; FE: the card does not answer (CCID 1.1, table 6.2-2).
  public var errorCode: UInt8 { parameters[1] }
}

/// Joins notifications to messages by the length in their heads.
public struct CCIDFramer {
  private var buffer: [UInt8] = []

  /// Empty.
  public init() {}

  /// Takes a notification; gives the messages that it completes. A head that makes no sense throws away what is there.
  public mutating func add(_ bytes: [UInt8]) -> [CCIDMessage] {
    buffer += bytes
    var out: [CCIDMessage] = []
    while buffer.count >= CCIDMessage.headLength {
      let length = (0..<4).reduce(0) { $0 | Int(buffer[1 + $1]) << (8 * $1) }
      guard length <= CCIDMessage.longest else {
        buffer = []
        break
      }
      guard buffer.count >= CCIDMessage.headLength + length else { break }
      out.append(
        CCIDMessage(
          head: Array(buffer[..<CCIDMessage.headLength]),
          data: Array(buffer[CCIDMessage.headLength..<(CCIDMessage.headLength + length)])))
      buffer.removeFirst(CCIDMessage.headLength + length)
    }
    return out
  }

  /// Forgets the beginning of a message.
  public mutating func reset() { buffer = [] }
}

/// What the status characteristic says: two bits a slot, the first set with a card, the second after a change. Older
/// firmware puts the number of slots before them (SpringCard android-pcsclike, interpretSlotsStatus).
public enum CCIDSlots {
  /// Whether there is a card on each slot; nil for what cannot be read.
  public static func cards(_ bytes: [UInt8]) -> [Bool]? {
    guard let first = bytes.first else { return nil }
    // Asleep: nothing is powered.
    if first == 0x80 { return [false] }
    let count = Int(first & 0x7f)
    let hasCount = bytes.count > 1 && count > 0 && (count + 3) / 4 == bytes.count - 1
    let bits = hasCount ? bytes.dropFirst() : bytes[...]
    var slots: [Bool] = []
    for byte in bits { slots += [0, 2, 4, 6].map { byte >> UInt8($0) & 1 == 1 } }
    return hasCount ? Array(slots.prefix(count)) : slots
  }
}
