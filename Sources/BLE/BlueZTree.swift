import MessageBus

/// What BlueZ tells of adapters, devices and what is on them: a copy of its objects, kept up to date by its signals.
public struct BlueZTree {
  /// Properties by path and interface.
  public private(set) var objects: [String: [String: [String: BusValue]]] = [:]

  /// Empty.
  public init() {}

  /// Replaces everything by the answer of GetManagedObjects.
  public mutating func replace(_ answer: [BusValue]) {
    objects = [:]
    for object in answer.first?.entries ?? [] { add(object.key, object.value) }
  }

  /// Follows InterfacesAdded, InterfacesRemoved and PropertiesChanged. True when something changed.
  public mutating func apply(_ signal: BusSignal) -> Bool {
    let arguments = signal.arguments
    switch signal.member {
    case "InterfacesAdded":
      guard arguments.count >= 2, let path = arguments[0].string else { return false }
      add(path, arguments[1])
    case "InterfacesRemoved":
      guard arguments.count >= 2, let path = arguments[0].string, let names = arguments[1].strings else { return false }
      for name in names { objects[path]?[name] = nil }
      if objects[path]?.isEmpty == true { objects[path] = nil }
    case "PropertiesChanged":
      // Of an object that was told of: others are on their way with all they have.
      guard arguments.count >= 3, let interface = arguments[0].string, objects[signal.path]?[interface] != nil,
        let changed = arguments[1].properties, let gone = arguments[2].strings
      else { return false }
      for (name, value) in changed { objects[signal.path]?[interface]?[name] = value.plain }
      for name in gone { objects[signal.path]?[interface]?[name] = nil }
    default: return false
    }
    return true
  }

  private mutating func add(_ path: String, _ interfaces: BusValue) {
    for interface in interfaces.entries ?? [] {
      objects[path, default: [:]][interface.key] = (interface.value.properties ?? [:]).mapValues(\.plain)
    }
  }

  /// A property.
  public func value(_ path: String, _ interface: String, _ name: String) -> BusValue? {
    objects[path]?[interface]?[name]
  }

  /// Paths of the objects with an interface, in their order.
  public func paths(_ interface: String) -> [String] {
    objects.filter { $0.value[interface] != nil }.map(\.key).sorted()
  }
}
