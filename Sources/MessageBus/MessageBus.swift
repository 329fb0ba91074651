import ReaderCore

/// A call of a method.
public struct BusCall: Equatable {
  public var destination: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [BusValue]
  /// Seconds to wait for the answer.
  public var timeout: Int

  /// Makes a call.
  public init(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    timeout: Int = 25
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.timeout = timeout
  }
}

/// A signal that was heard.
public struct BusSignal: Equatable {
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [BusValue]

  /// Makes a signal.
  public init(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Why a call failed: the error's name and text as they came.
public struct BusFailure: Error, Equatable {
  public var name: String
  public var text: String

  /// Makes a failure.
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// The connection to the bus is gone.
  public static let disconnected = BusFailure("org.freedesktop.DBus.Error.Disconnected", "the message bus has gone")
}

/// A connection to a message bus. Everything on the loop.
public protocol MessageBus: AnyObject {
  /// Calls a method; `done` comes exactly once, later.
  func call(_ call: BusCall, _ done: @escaping (Result<[BusValue], BusFailure>) -> Void)
  /// Hears signals that fit a rule (D-Bus specification, match rules) from now on.
  func listen(_ rule: String, _ heard: @escaping (BusSignal) -> Void)
  /// Called once when the bus has gone.
  var ended: (() -> Void)? { get set }
}
