import Glibc
import PCSC
import ReaderCore
import Tags

/// A tag behind PC/SC.
private final class PCSCTag: TagCard {
  let card: PCSCCard
  let atr: [UInt8]

  init(_ card: PCSCCard, _ atr: [UInt8]) {
    self.card = card
    self.atr = atr
  }

  func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] { try card.transmit(command) }
  func lock() throws(ReaderError) { try card.lock() }
  func unlock() { card.unlock() }
}

/// A reader of the smart card service.
final class PCSCBackend: TagBackend {
  private let identity: String
  private let hub: PCSCHub
  private let lock = Lock()
  private var found: String?
  /// The thread's own.
  private var context: PCSCContext?

  init(_ identity: String, _ hub: PCSCHub) {
    self.identity = identity
    self.hub = hub
  }

  var name: String { lock.locked { found } ?? "" }

  /// What a snapshot says of the reader; nil before it was found and when it is not there.
  func slot(_ snapshot: PCSCSnapshot) -> TagSlot? {
    guard let name = lock.locked({ found }), let reader = snapshot.reader(name) else { return nil }
    return TagSlot(hasTag: reader.hasTag, changes: reader.changes, atr: reader.atr)
  }

  /// Takes the monitor's word for the reader that was found.
  func open() throws(ReaderError) {
    let context = try PCSCContext()
    // The monitor also knows which readers are in the list and do not answer any more.
    let names: [String]
    if let known = hub.snapshot, known.problem == nil {
      names = known.readers.map(\.name)
    } else {
      names = try context.readers()
    }
    guard let name = PCSCReaderName.resolve(identity, among: names) else {
      throw ReaderError(.notFound, "The reader \(identity) is not there; \(PCSCBackend.advice)")
    }
    self.context = context
    lock.locked { found = name }
  }

  func close() { context = nil }

  /// The kernel's own driver takes readers with a PN53x chip, such as the ACR122U, before pcscd can (field report 137).
  private static var advice: String {
    access("/sys/module/pn533_usb", F_OK) == 0
      ? "the kernel's driver pn533_usb may hold it: blacklist pn533_usb and nfc in /etc/modprobe.d."
      : "plug it in, and see that pcscd knows it."
  }

  private func requireContext() throws(ReaderError) -> PCSCContext {
    guard let context else { throw ReaderError(.state, "The reader is not connected.") }
    return context
  }

  func card(_ slot: TagSlot) throws(ReaderError) -> TagCard {
    PCSCTag(try PCSCCard(try requireContext(), reader: name), slot.atr)
  }

  func control(_ code: UInt32, _ command: [UInt8], _ card: TagCard?) throws(ReaderError) -> [UInt8] {
    let code = code == 0 ? PCSCCard.escapeCode : code
    if let tag = card as? PCSCTag { return try tag.card.control(code, command) }
    return try PCSCCard(try requireContext(), reader: name, mode: .reader).control(code, command)
  }

  func signal(good: Bool) -> [[UInt8]] { ReaderSignal.commands(name, good: good) }
}
