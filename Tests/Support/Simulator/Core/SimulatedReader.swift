/// A DMCC reader made of bytes and times, for tests and for people who write software for readers. It shares no code with
/// the library that it tests.
///
///     let reader = SimulatedReader(profile: .guide)
///     let line = reader.connect(now: 0)
///     line.receive(bytes, now: t)              bytes from the host
///     line.takeOutput(now: t)                  what is due for the host
///     reader.tick(now: t), reader.nextDeadline
///
/// Times are nanoseconds of one clock. One thread.
public final class SimulatedReader {
  /// What kind of reader it is.
  public let profile: Profile
  /// What is wrong with it.
  public var faults: Faults
  /// What it finds, one after another, from the beginning again at the end.
  public var reads: [SimulatedRead]
  /// User `admin`'s password, for `login`.
  public var password = "secret"
  /// Called with the connection's number, whether the bytes go to the host, and the bytes.
  public var log: ((Int, Bool, [UInt8]) -> Void)?

  var settings: [String: String]
  var saved: [String: String]
  var script: [UInt8] = []
  var target = 1
  var battery = 87
  var commands = 0
  var nextRead = 0
  var lastResult = 0
  var lastImage: [UInt8] = []
  var dice: Dice
  var lines: [SimulatedLine] = []
  var timers: [(due: Int64, id: Int, work: (Int64) -> Void)] = []
  var triggered = false
  var held: SimulatedRead?
  var isAsleep = false
  var lastActivity: Int64 = 0
  private var connections = 0
  private var lastTimer = 0

  /// Makes a reader that was just switched on.
  ///
  /// - Parameter seed: What looks random follows from it.
  public init(profile: Profile, faults: Faults = Faults(), seed: UInt64 = 1) {
    self.profile = profile
    self.faults = faults
    settings = profile.settings
    saved = settings
    dice = Dice(state: seed)
    reads = [SimulatedRead(Array("4006381333931".utf8))]
    target = profile == .base ? 0 : 1
  }

  /// A host connects, or opens the port. A sleeping reader wakes.
  public func connect(now: Int64) -> SimulatedLine {
    if isAsleep { wake() }
    connections += 1
    lastActivity = now
    let line = SimulatedLine(reader: self, number: connections, now: now)
    lines.append(line)
    return line
  }

  /// What is in a setting.
  public func setting(_ name: String) -> String? { settings[name] }

  /// Puts something into a setting before anybody connects; saved, too.
  public func preset(_ name: String, _ value: String) {
    settings[name.uppercased()] = value
    saved[name.uppercased()] = value
  }

  /// Whether it does not even read (F14:deaf).
  public var isDeaf: Bool { faults.has(14, "deaf") }

  /// How many reads it made so far.
  public var readsMade: Int { lastResult }

  /// Somebody pulls the trigger at the reader.
  public func pullTrigger(now: Int64) { startRead(now) }

  /// Sends a read to all hosts, as if a code had been found by itself.
  public func find(_ read: SimulatedRead, now: Int64) { deliver(read, now) }

  /// Reboots without dropping its lines, as on a serial line: what was not saved is gone, hosts are in silent mode.
  public func restart() {
    wake()
    for line in lines { line.resetSession() }
  }

  /// Lets time pass.
  public func tick(now: Int64) {
    while let index = timers.indices.filter({ timers[$0].due <= now }).min(by: { timers[$0].due < timers[$1].due }) {
      let timer = timers.remove(at: index)
      timer.work(timer.due)
    }
    if let due = hibernation, due <= now { hibernate(now) }
  }

  /// When `tick` or a line has something to do.
  public var nextDeadline: Int64? {
    (timers.map(\.due) + lines.compactMap(\.nextDeadline) + [hibernation].compactMap { $0 }).min()
  }

  private var hibernation: Int64? {
    guard profile == .mx, !isAsleep, !lines.isEmpty, let text = settings["POWER.HIBERNATE-TIMEOUT"],
      let seconds = Int64(text), seconds > 0, seconds < 1_000_000
    else { return nil }
    return lastActivity &+ seconds * 1_000_000_000
  }

  /// Falls asleep: the lines drop.
  public func hibernate(_ now: Int64) {
    isAsleep = true
    for line in lines { line.hangUp(now) }
    lines = []
  }

  private func wake() {
    isAsleep = false
    settings = saved
    script = []
    target = profile == .base ? 0 : 1
    triggered = false
  }

  func after(_ delay: Int64, _ now: Int64, _ work: @escaping (Int64) -> Void) {
    lastTimer += 1
    timers.append((now &+ delay, lastTimer, work))
  }

  /// Drops all lines and everything that is due; reader and lines hold each other until then.
  public func close() {
    lines = []
    timers = []
  }

  func remove(_ line: SimulatedLine) { lines.removeAll { $0 === line } }

  func roll(_ count: Int) -> Int { dice.below(count) }
}
