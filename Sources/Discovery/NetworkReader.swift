/// A DMCC reader on the network, as it told by itself or as the host named it.
public struct NetworkReader: Equatable {
  /// Name or address, and port.
  public var host: String
  public var port: UInt16
  /// Empty when it is not known.
  public var serial: String
  /// For people.
  public var name: String
  public var firmware: String
  /// Interface on which it was heard; empty for hosts that were named.
  public var interface: String

  /// Makes an entry.
  public init(
    host: String, port: UInt16 = 23, serial: String = "", name: String = "", firmware: String = "",
    interface: String = ""
  ) {
    self.host = host
    self.port = port
    self.serial = serial
    self.name = name
    self.firmware = firmware
    self.interface = interface
  }
}

/// What the host allows the discovery to do. By default nothing is sent and nothing is listened for.
public struct DiscoveryOptions: Equatable {
  /// Names of interfaces ("eth0") to ask on and to listen on.
  public var interfaces: [String] = []
  /// "HOST" or "HOST:PORT": readers that are listed without being asked for.
  public var hosts: [String] = []
  /// Another port than 1069, for tests.
  public var port = DiscoveryPacket.port
  /// Seconds between questions.
  public var interval = 30
  /// The defaults.
  public init() {}
}
