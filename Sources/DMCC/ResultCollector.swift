import ReaderCore

/// Joins the parts of reads: by their id in whatever order they come; those without an id by what may belong together.
///
/// Reads come out in the order of their first parts, each once: whole, or with what is missing when its time is up.
/// A part whose read cannot be told for sure is dropped, and so is what comes after its read went out. Times are
/// nanoseconds of one monotonic clock. One-at-a-time; values may be copied.
public struct ResultCollector {
  /// What the host asked the reader to send of each read. Changing it applies to what is collected from then on.
  public var expected: ResultKinds
  /// How long a read waits for its next part.
  public var timeout: Int64
  /// Reads and bytes that are kept at most; beyond them the oldest goes out as it is.
  public let capacity: Int, memory: Int
  /// Parts that were dropped: too late, or of no read for sure.
  public private(set) var dropped: UInt64 = 0

  private struct Group {
    var read: CollectedRead
    var touched: Int64
    var isClosed = false
  }

  /// A read that went out without something, or was overtaken: what may still come of it.
  private struct Debt {
    let id: Int?
    var kinds: ResultKinds
    let until: Int64
  }

  private var groups: [Group] = []
  private var debts: [Debt] = []
  private var bytes = 0

  /// Makes an empty collector.
  public init(
    expected: ResultKinds, timeout: Int64 = 2_000_000_000, capacity: Int = 64, memory: Int = 128 << 20
  ) {
    self.expected = expected
    self.timeout = timeout
    self.capacity = max(1, capacity)
    self.memory = memory
  }

  /// Reads that are not whole yet.
  public var count: Int { groups.count }

  /// Takes a part; returns the reads that are whole now.
  public mutating func add(_ part: ResultPart, now: Int64) -> [CollectedRead] {
    debts.removeAll { $0.until <= now }
    guard !isLate(part) else {
      dropped &+= 1
      return take(now)
    }
    var xml: ResultXML?
    var xmlError: ReaderError?
    if part.kind == .xml {
      do throws(ReaderError) { xml = try ResultXML(parsing: part.bytes) } catch { xmlError = error }
    }
    let index = place(for: part, xml: xml, now: now)
    groups[index].read.parts.append(part)
    groups[index].touched = now
    if part.kind == .xml {
      groups[index].read.xml = xml
      groups[index].read.xmlError = xmlError
    }
    bytes += part.bytes.count + part.raw.count
    return take(now)
  }

  /// Tells that a part is on its way (`progress` without a ticket): reads go on waiting.
  public mutating func touch(now: Int64) {
    for index in groups.indices { groups[index].touched = now }
  }

  /// Lets time pass; returns the reads whose time is up.
  public mutating func tick(now: Int64) -> [CollectedRead] { take(now) }

  /// When `tick` has something to do; nil when nothing waits.
  public var nextDeadline: Int64? { groups.map { $0.touched &+ timeout }.min() }

  /// The connection ended: everything goes out as it is, and nothing is remembered.
  public mutating func flush() -> [CollectedRead] {
    defer {
      groups = []
      debts = []
      bytes = 0
    }
    return groups.compactMap { finished($0) }
  }

  // MARK: Which read

  private func isLate(_ part: ResultPart) -> Bool {
    debts.contains { $0.id == part.id && $0.kinds.contains(part.kind) }
  }

  /// The group that a part belongs to, made if there is none.
  private mutating func place(for part: ResultPart, xml: ResultXML?, now: Int64) -> Int {
    if let id = part.id {
      if let index = groups.lastIndex(where: { $0.read.id == id }) {
        if !groups[index].isClosed, groups[index].read.part(part.kind) == nil { return index }
        groups[index].isClosed = true
      }
    } else if let index = groups.lastIndex(where: { $0.read.id == nil && !$0.isClosed }) {
      if groups[index].read.part(part.kind) == nil, agrees(part, xml, with: groups[index].read) { return index }
      overtake(index, now)
    }
    var read = CollectedRead()
    read.id = part.id
    groups.append(Group(read: read, touched: now))
    return groups.count - 1
  }

  /// A read without an id begins before the one before it was whole: whose the missing parts are cannot be told.
  private mutating func overtake(_ index: Int, _ now: Int64) {
    groups[index].isClosed = true
    let missing = expected.subtracting(groups[index].read.kinds).subtracting([.string, .xml])
    owe(Debt(id: nil, kinds: missing, until: now &+ timeout))
  }

  private func agrees(_ part: ResultPart, _ xml: ResultXML?, with read: CollectedRead) -> Bool {
    switch part.kind {
    case .string: read.xml?.bytes.map { $0 == part.bytes || $0 == part.raw } ?? true
    case .xml:
      if let bytes = xml?.bytes, let string = read.part(.string) {
        bytes == string.bytes || bytes == string.raw
      } else {
        true
      }
    default: true
    }
  }

  private mutating func owe(_ debt: Debt) {
    guard !debt.kinds.isEmpty else { return }
    debts.append(debt)
    if debts.count > 256 { debts.removeFirst() }
  }

  // MARK: Going out

  private mutating func take(_ now: Int64) -> [CollectedRead] {
    var out: [CollectedRead] = []
    while let first = groups.first {
      let owed = debts.reduce(into: ResultKinds()) { if $1.id == nil, first.read.id == nil { $0.formUnion($1.kinds) } }
      let isWhole = expected.subtracting(owed).isSubset(of: first.read.kinds)
      let isOver = first.isClosed || now >= first.touched &+ timeout
      guard isWhole || isOver || groups.count > capacity || bytes > memory else { break }
      groups.removeFirst()
      for part in first.read.parts { bytes -= part.bytes.count + part.raw.count }
      let missing = expected.subtracting(first.read.kinds)
      if let id = first.read.id {
        owe(Debt(id: id, kinds: missing, until: now &+ 3 &* timeout))
      } else if !first.isClosed {
        owe(Debt(id: nil, kinds: missing.subtracting([.string, .xml]), until: now &+ timeout))
      }
      if let read = finished(first) { out.append(read) } else { dropped &+= UInt64(first.read.parts.count) }
    }
    return out
  }

  /// A read as it is; nil when what came of it is no read: a picture without a string.
  private func finished(_ group: Group) -> CollectedRead? {
    var read = group.read
    read.missing = expected.subtracting(read.kinds)
    let telling = expected.intersection([.string, .xml])
    guard telling.isEmpty || !telling.isDisjoint(with: read.kinds) else { return nil }
    return read
  }
}
