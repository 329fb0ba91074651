import PCSC
import ReaderCore

/// Light and sound of readers that have them, by the names under which they are listed.
enum ReaderSignal {
  /// The command that shows contentment or the opposite; nil when none is known for the reader. `isPseudoAPDU`: it goes
  /// the way of commands to the tag when there is one, else as an escape command.
  ///
  /// Sources: ACS, API manuals of the ACR122U (6.2, bi-colour LED and buzzer control) and ACR1252U (LED control E0 00 00
  /// 29, buzzer control E0 00 00 28).
  static func commands(_ reader: String, good: Bool) -> [[UInt8]] {
    func has(_ model: String) -> Bool { reader.split(separator: " ").contains { $0.hasPrefix(model) } }
    if has("ACR122") {
      // Both final states off, blink the colour: initial state and mask; 100 ms on, 100 ms off, once or twice, with sound.
      return good
        ? [[0xff, 0x00, 0x40, 0xa0, 0x04, 0x01, 0x01, 0x01, 0x01]]
        : [[0xff, 0x00, 0x40, 0x50, 0x04, 0x01, 0x01, 0x02, 0x01]]
    }
    if has("ACR1252") {
      return [[0xe0, 0x00, 0x00, 0x29, 0x01, good ? 0x02 : 0x01], [0xe0, 0x00, 0x00, 0x28, 0x01, good ? 0x0a : 0x28]]
    }
    return []
  }
}
