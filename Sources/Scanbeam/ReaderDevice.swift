import ReaderCore
import Readers

/// What a reader device tells its delegate. All calls come on the context's loop; each has an empty default.
public protocol ReaderDeviceDelegate: AnyObject {
  /// The device came or went.
  func availabilityDidChange(of reader: ReaderDevice)
  /// After each change of the connection.
  func connectionStateDidChange(of reader: ReaderDevice)
  /// After each change of what it does about scanning.
  func scanningStateDidChange(of reader: ReaderDevice)
  /// Once for each accepted read, and once at each end of a scan that did not end with a read.
  func reader(_ reader: ReaderDevice, didReceive results: ReadResults)
  /// Something failed that no call reports.
  func reader(_ reader: ReaderDevice, didFail error: ReaderError)
  /// The device wants to beep and has no beeper of its own: `count` times, with a tone of 0 to 2.
  func reader(_ reader: ReaderDevice, beeps count: Int, tone: Int)
  /// A tag lies on a contactless reader; also without a scan.
  func reader(_ reader: ReaderDevice, tagDidArrive tag: TagInfo)
  /// The tag was taken away.
  func reader(_ reader: ReaderDevice, tagDidLeave tag: TagInfo)
}

extension ReaderDeviceDelegate {
  public func availabilityDidChange(of reader: ReaderDevice) {}
  public func connectionStateDidChange(of reader: ReaderDevice) {}
  public func scanningStateDidChange(of reader: ReaderDevice) {}
  public func reader(_ reader: ReaderDevice, didReceive results: ReadResults) {}
  public func reader(_ reader: ReaderDevice, didFail error: ReaderError) {}
  public func reader(_ reader: ReaderDevice, beeps count: Int, tone: Int) {}
  public func reader(_ reader: ReaderDevice, tagDidArrive tag: TagInfo) {}
  public func reader(_ reader: ReaderDevice, tagDidLeave tag: TagInfo) {}
}

/// A reader in the words of cmbSDK's ReaderDevice.
///
///     let camera = try ReaderDevice.camera(mode: .noAimer, previewOptions: [.highResolution])
///     camera.delegate = self
///     try camera.reader.connect { error in … }
///     try camera.reader.setSymbology(.qr, enabled: true, nil)
///     try camera.reader.startScanning()
///
/// Keep it: when it goes, the reader is closed. `reader` has all calls; any thread.
public final class ReaderDevice {
  /// The reader behind it.
  public let reader: Reader
  /// The context on which it runs.
  public let context: ReaderContext
  private let ownsContext: Bool
  private let lock = Lock()
  private weak var target: ReaderDeviceDelegate?
  private var listeners: [(key: Int, call: (Event) -> Void)] = []
  private var lastKey = 0

  /// What listeners hear.
  public enum Event {
    case results(ReadResults)
    case failure(ReaderError)
    /// After the change.
    case connection(ConnectionState)
  }

  /// Who hears of events; held weakly.
  public var delegate: ReaderDeviceDelegate? {
    get { lock.locked { target } }
    set { lock.locked { target = newValue } }
  }

  /// A camera reader with the defaults of cmbSDK.
  ///
  /// - Parameters:
  ///   - identity: Which camera; nil: by the side that the mode looks to.
  ///   - context: Where callbacks run; nil: a thread of the library.
  /// - Throws: `.notFound` when there is no such camera, `.invalidArgument`.
  public static func camera(
    mode: CameraMode = .noAimer, previewOptions: PreviewOptions = [], identity: String? = nil,
    context: ReaderContext? = nil
  ) throws(ReaderError) -> ReaderDevice {
    let owned: ReaderContext
    if let context { owned = context } else { owned = try ReaderContext(.thread) }
    do throws(ReaderError) {
      let reader = try owned.camera(CameraOptions(mode: mode, preview: previewOptions, identity: identity))
      return ReaderDevice(reader, ownsContext: context == nil)
    } catch {
      if context == nil { owned.release() }
      throw error
    }
  }

  /// A contactless reader. Tags are written, and talked to, by `reader.perform(_:)`.
  ///
  /// - Parameters:
  ///   - identity: `pcsc:NAME`, `pcsc:` for the first behind PC/SC, or `ble:ADDRESS`.
  ///   - format: What reads carry.
  ///   - context: Where callbacks run; nil: a thread of the library.
  /// - Throws: `.unsupported` without libpcsclite or libsystemd, `.invalidArgument` for readers of other kinds.
  public static func contactless(
    identity: String = "pcsc:", format: TagDataFormat = .tagTypeAndID, context: ReaderContext? = nil
  ) throws(ReaderError) -> ReaderDevice {
    guard identity.hasPrefix("pcsc:") || identity.hasPrefix("ble:") else {
      throw ReaderError(.invalidArgument, "\"\(identity)\" is no contactless reader; pcsc:NAME and ble:ADDRESS are.")
    }
    let device = try device(identity: identity, context: context)
    try device.reader.set(tagFormat: format)
    return device
  }

  /// Any reader by its identity.
  ///
  /// - Parameter context: Where callbacks run; nil: a thread of the library.
  public static func device(identity: String, context: ReaderContext? = nil) throws(ReaderError) -> ReaderDevice {
    let owned: ReaderContext
    if let context { owned = context } else { owned = try ReaderContext(.thread) }
    do throws(ReaderError) {
      return ReaderDevice(try owned.reader(identity: identity), ownsContext: context == nil)
    } catch {
      if context == nil { owned.release() }
      throw error
    }
  }

  private init(_ reader: Reader, ownsContext: Bool) {
    self.reader = reader
    self.ownsContext = ownsContext
    context = reader.context
    reader.setObserver(Relay(self))
  }

  deinit {
    reader.setObserver(nil)
    reader.close()
    if ownsContext { context.release() }
  }

  /// Calls back with every event until `removeListener`; on the loop.
  ///
  /// - Returns: The key for `removeListener`.
  public func addListener(_ call: @escaping (Event) -> Void) -> Int {
    lock.locked {
      lastKey += 1
      listeners.append((lastKey, call))
      return lastKey
    }
  }

  /// Ends the calls of a listener.
  public func removeListener(_ key: Int) { lock.locked { listeners.removeAll { $0.key == key } } }

  fileprivate func tell(_ event: Event) { for listener in lock.locked({ listeners }) { listener.call(event) } }
}

/// Brings the reader's events to the device, which it does not keep.
private final class Relay: ReaderObserver {
  private weak var device: ReaderDevice?

  init(_ device: ReaderDevice) { self.device = device }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {
    if let device { device.delegate?.availabilityDidChange(of: device) }
  }

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
    guard let device else { return }
    device.delegate?.connectionStateDidChange(of: device)
    device.tell(.connection(state))
  }

  func reader(_ reader: Reader, scanningStateChanged state: ScanningState) {
    if let device { device.delegate?.scanningStateDidChange(of: device) }
  }

  func reader(_ reader: Reader, received results: ReadResults) {
    guard let device else { return }
    device.delegate?.reader(device, didReceive: results)
    device.tell(.results(results))
  }

  func reader(_ reader: Reader, failed error: ReaderError) {
    guard let device else { return }
    device.delegate?.reader(device, didFail: error)
    device.tell(.failure(error))
  }

  func reader(_ reader: Reader, beeps count: Int, tone: Int) {
    if let device { device.delegate?.reader(device, beeps: count, tone: tone) }
  }

  func reader(_ reader: Reader, tagArrived tag: TagInfo) {
    if let device { device.delegate?.reader(device, tagDidArrive: tag) }
  }

  func reader(_ reader: Reader, tagRemoved tag: TagInfo) {
    if let device { device.delegate?.reader(device, tagDidLeave: tag) }
  }
}
