import ReaderCore

/// What an accessory with an aimer and a lamp of its own knows of itself; the numbers of `scanbeam/aimer.h`.
public enum AimerText: Int32, CaseIterable {
  case serialNumber = 1
  case model = 2
  case firmware = 3
}

/// What it can be asked and told; the numbers of `scanbeam/aimer.h`.
public enum AimerProperty: Int32, CaseIterable {
  /// 1 the aimer shines, 0 it does not.
  case aimer = 1
  /// Brightness of the aimer, in steps of the accessory.
  case intensity = 2
  /// How the aimer blinks, in numbers of the accessory.
  case modulation = 3
  /// Seconds after which the aimer goes out by itself, 0: never.
  case timeout = 4
  /// 1 the lamp is on, 0 it is off.
  case illumination = 5
  /// Brightness of the lamp, in steps of the accessory.
  case illuminationIntensity = 6

  /// What is read once in a session. Whether the aimer shines changes by itself, and nobody asks.
  var isCached: Bool { self != .aimer }
}

/// An accessory that the host supplies. All calls come on the context's loop, one at a time; each may take as long as the
/// accessory needs, and nothing else of the context happens meanwhile. What it lacks it answers with `.unsupported`.
public protocol AimerAccessory: AnyObject {
  /// Names it in the persistent cache; nil: after the camera.
  var name: String? { get }
  func text(_ what: AimerText) throws(ReaderError) -> String
  func value(of property: AimerProperty) throws(ReaderError) -> Int
  func set(_ property: AimerProperty, to value: Int) throws(ReaderError)
}
