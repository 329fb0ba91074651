import Glibc

/// A file descriptor that came over the bus; closed with the last of its values.
public final class BusDescriptor: Equatable {
  public let fd: Int32

  /// Takes a descriptor over.
  init(_ fd: Int32) { self.fd = fd }

  deinit { close(fd) }

  public static func == (a: BusDescriptor, b: BusDescriptor) -> Bool { a === b }
}

/// A value on D-Bus (D-Bus specification, type system).
public indirect enum BusValue: Equatable {
  case byte(UInt8)
  case flag(Bool)
  /// n, i, x.
  case signed(Int64)
  /// q, u, t.
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  case path(String)
  case signature(String)
  /// ay.
  case bytes([UInt8])
  /// Any other array but of dictionary entries; its elements' signature counts when it is sent.
  case array([BusValue], of: String)
  /// a{s…}, a{o…}; with other keys it is read as an array of structures.
  case dictionary([Entry], of: String)
  case structure([BusValue])
  case variant(BusValue)
  /// h.
  case descriptor(BusDescriptor)

  /// One entry of a dictionary.
  public struct Entry: Equatable {
    public var key: String
    public var value: BusValue

    /// Makes an entry.
    public init(_ key: String, _ value: BusValue) {
      self.key = key
      self.value = value
    }
  }

  /// What is inside, however often it is wrapped as a variant.
  public var plain: BusValue {
    if case .variant(let value) = self { value.plain } else { self }
  }

  /// A string or path.
  public var string: String? {
    switch plain {
    case .text(let text), .path(let text): text
    default: nil
    }
  }

  /// A number of any width.
  public var number: Int64? {
    switch plain {
    case .byte(let value): Int64(value)
    case .signed(let value): value
    case .unsigned(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A truth value.
  public var truth: Bool? { if case .flag(let value) = plain { value } else { nil } }

  /// An array of bytes.
  public var data: [UInt8]? { if case .bytes(let bytes) = plain { bytes } else { nil } }

  /// The strings of an array.
  public var strings: [String]? {
    guard case .array(let elements, _) = plain else { return nil }
    return elements.compactMap(\.string)
  }

  /// The entries of a dictionary.
  public var entries: [Entry]? { if case .dictionary(let entries, _) = plain { entries } else { nil } }

  /// The entries of a dictionary by their keys.
  public var properties: [String: BusValue]? {
    entries.map { Dictionary($0.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last }) }
  }

  /// a{sv} from keys and plain values.
  public static func options(_ entries: [(String, BusValue)]) -> BusValue {
    .dictionary(entries.map { Entry($0.0, .variant($0.1)) }, of: "{sv}")
  }

  /// Signature as it is sent; numbers go out as x and t unless wrapped in an array that says otherwise.
  var signature: String {
    switch self {
    case .byte: "y"
    case .flag: "b"
    case .signed: "x"
    case .unsigned: "t"
    case .double: "d"
    case .text: "s"
    case .path: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(_, let element): "a" + element
    case .dictionary(_, let entry): "a" + entry
    case .structure(let values): "(" + values.map(\.signature).joined() + ")"
    case .variant: "v"
    case .descriptor: "h"
    }
  }
}
