import BLE
import EventLoop
import ReaderCore
import Tags

/// A tag that a reader on Bluetooth LE holds. Nobody else can reach it, so there is nothing to lock.
private final class BLETag: TagCard {
  private let card: CCIDCard

  init(_ card: CCIDCard) { self.card = card }

  var atr: [UInt8] { card.atr }
  func transmit(_ command: [UInt8]) throws(ReaderError) -> [UInt8] { try card.transmit(command) }
  func lock() throws(ReaderError) {}
  func unlock() {}
}

/// A connected reader on Bluetooth LE that takes CCID commands.
final class BLEBackend: TagBackend {
  let name: String
  private let channel: CCIDChannel
  private let loop: EventLoop

  init(_ name: String, _ channel: CCIDChannel, _ loop: EventLoop) {
    self.name = name
    self.channel = channel
    self.loop = loop
  }

  func open() throws(ReaderError) {}
  func close() {}

  func card(_ slot: TagSlot) throws(ReaderError) -> TagCard { BLETag(try CCIDCard(channel, loop)) }

  func control(_ code: UInt32, _ command: [UInt8], _ card: TagCard?) throws(ReaderError) -> [UInt8] {
    // 42000001 is what PC/SC calls an escape command.
    guard code == 0 || code == 0x4200_0001 else {
      throw ReaderError(.unsupported, "A reader on Bluetooth takes escape commands only (control code 0).")
    }
    return try CCIDCard.escape(channel, loop, command)
  }

  func signal(good: Bool) -> [[UInt8]] { [] }
}
