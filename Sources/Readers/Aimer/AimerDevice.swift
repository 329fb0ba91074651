import EventLoop
import ReaderCore

/// The accessory of a camera reader, with what is known of it. Talking to it happens on the loop, while the reader is
/// connected; what is known can be asked on any thread.
final class AimerDevice {
  private let accessory: AimerAccessory
  private let name: String
  private let cache: AimerCache
  private let loop: EventLoop
  private let log: Log

  private let lock = Lock()
  private var texts: AimerTexts?
  /// Of this session: a value, or that there is none.
  private var known: [AimerProperty: Known] = [:]

  private enum Known {
    case value(Int)
    case lacking
  }

  // Loop only:
  private var isConnected = false
  private var isShining = false
  private var isLit = false
  private var timer: EventLoop.TimerID?

  /// - Parameter camera: Identity of the reader, under which an accessory without a name is remembered.
  init(_ accessory: AimerAccessory, camera: String, cache: AimerCache, loop: EventLoop, log: Log) {
    self.accessory = accessory
    name = accessory.name ?? camera
    self.cache = cache
    self.loop = loop
    self.log = log
  }

  // MARK: Any thread

  /// Throws `.state` before the first connection.
  func text(_ what: AimerText) throws(ReaderError) -> String {
    guard let texts = lock.locked({ texts }) else { throw AimerDevice.notYet }
    return texts[what]
  }

  /// The value as this session knows it; throws `.unsupported` when the accessory has none, `.state` when it has not been
  /// read.
  func value(of property: AimerProperty) throws(ReaderError) -> Int {
    switch lock.locked({ known[property] }) {
    case .value(let value): return value
    case .lacking: throw AimerDevice.lacks(property)
    case nil: throw AimerDevice.notYet
    }
  }

  private static let notYet = ReaderError(.state, "The accessory has not been read yet; connect first.")

  private static func lacks(_ property: AimerProperty) -> ReaderError {
    ReaderError(.unsupported, "The accessory has no such property (\(property.rawValue)).")
  }

  // MARK: On the loop

  /// The reader is connected: what is not known is read.
  func connected() {
    isConnected = true
    readTexts()
    readValues()
  }

  /// The next connection reads the values of the session anew.
  func forget() { lock.locked { known = known.filter { !$0.key.isCached } } }

  /// The reader is about to be disconnected: what shines goes out.
  func disconnected() {
    guard isConnected else { return }
    do throws(ReaderError) {
      if isShining { try shine(false) }
      if isLit { try set(.illumination, to: 0) }
    } catch { log(.debug, "The accessory could not be switched off: \(error.message)") }
    stopTimer()
    (isConnected, isShining, isLit) = (false, false, false)
  }

  /// Writes a value through to the accessory. While the reader is not connected nothing happens.
  func set(_ property: AimerProperty, to value: Int) throws(ReaderError) {
    guard isConnected else { return }
    do throws(ReaderError) { try accessory.set(property, to: value) } catch {
      if error.status == .unsupported { lock.locked { known[property] = .lacking } }
      throw error
    }
    lock.locked { known[property] = .value(value) }
    if property == .illumination { isLit = value != 0 }
  }

  /// Lets the aimer shine, for so many seconds (0: without end), or not.
  func shine(_ on: Bool, seconds: Int = 0) throws(ReaderError) {
    guard isConnected else { return }
    try set(.aimer, to: on ? 1 : 0)
    isShining = on
    stopTimer()
    if on { startTimer(seconds) }
  }

  /// Changes the time that is left of the shining aimer.
  func setTimeout(_ seconds: Int) throws(ReaderError) {
    // One that has no time-out of its own is switched off from here.
    do throws(ReaderError) { try set(.timeout, to: seconds) } catch {
      guard error.status == .unsupported else { throw error }
    }
    stopTimer()
    if isShining { startTimer(seconds) }
  }

  private func startTimer(_ seconds: Int) {
    guard seconds > 0 else { return }
    timer = loop.schedule(at: loop.time &+ Int64(seconds) &* 1_000_000_000) { [weak self] in
      guard let self, isShining else { return }
      timer = nil
      do throws(ReaderError) { try shine(false) } catch {
        log(.warning, "The aimer could not be switched off: \(error.message)")
      }
    }
  }

  private func stopTimer() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func readTexts() {
    guard lock.locked({ self.texts == nil }) else { return }
    if let texts = cache.texts(of: name) { return lock.locked { self.texts = texts } }
    var read: [String] = []
    for what in AimerText.allCases {
      do throws(ReaderError) { read.append(try accessory.text(what)) } catch {
        // What it does not have is empty; what it did not answer is asked at the next connection.
        guard error.status == .unsupported else {
          return log(.warning, "The accessory does not say what it is: \(error.message)")
        }
        read.append("")
      }
    }
    let texts = AimerTexts(serialNumber: read[0], model: read[1], firmware: read[2])
    lock.locked { self.texts = texts }
    cache.store(texts, of: name)
  }

  private func readValues() {
    for property in AimerProperty.allCases where property.isCached && lock.locked({ known[property] == nil }) {
      do throws(ReaderError) {
        let value = try accessory.value(of: property)
        lock.locked { known[property] = .value(value) }
      } catch {
        if error.status == .unsupported {
          lock.locked { known[property] = .lacking }
        } else {
          log(.warning, "The accessory does not tell its settings: \(error.message)")
        }
      }
    }
  }
}
