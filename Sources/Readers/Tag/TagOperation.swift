import ReaderCore
import Tags

/// What a host asks of the tag on a reader, or of the reader itself.
public enum TagOperation {
  /// Reads the NDEF message; the answer is its bytes.
  case readMessage
  /// Replaces the NDEF message.
  case writeMessage([UInt8])
  /// Makes the tag hold an empty message.
  case format
  /// Makes the tag read-only for ever. `keyB`: of a MIFARE Classic; empty: the usual one.
  case lock(keyB: [UInt8])
  /// MIFARE Classic: opens the sector of a block with a key of 6 bytes.
  case authenticate(block: Int, keyB: Bool, key: [UInt8])
  /// Reads bytes from a block (page) on.
  case readBlock(Int, count: Int)
  /// Writes a block (page).
  case writeBlock(Int, [UInt8])
  /// A command to the tag as it is; the answer is whole, with its status word.
  case transmit([UInt8])
  /// An escape command to the reader, with or without a tag.
  case control(code: UInt32, [UInt8])
  /// Shows with light and sound whether the host is content.
  case confirm(good: Bool)

  /// Whether it is for the reader and needs no tag.
  var isForReader: Bool {
    switch self {
    case .control(_, _), .confirm(_): true
    default: false
    }
  }
}

extension TagSession {
  /// Carries out an operation on the tag; the answer's bytes, empty when there are none.
  func perform(_ operation: TagOperation) throws(ReaderError) -> [UInt8] {
    switch operation {
    case .readMessage:
      guard let state = try requireStore().read() else {
        throw ReaderError(.tagFormat, "The tag is not formatted for NDEF.")
      }
      return state.message
    case .writeMessage(let message):
      _ = try NDEFMessage(parsing: message)
      try requireStore().write(message)
    case .format: try requireStore().format()
    case .lock(let key): try requireStore().lock(key: key)
    case .authenticate(let block, let keyB, let key):
      try ClassicTag.authenticate(channel, block: block, keyB: keyB, key: key)
    case .readBlock(let number, let count):
      return try channel.perform(.read(block: number, count: count), "Reading block \(number)")
    case .writeBlock(let number, let bytes):
      try channel.perform(.write(block: number, bytes), "Writing block \(number)")
    case .transmit(let command): return try channel.transmit(command)
    case .control(_, _), .confirm(_):
      throw ReaderError(.unsupported, "This is a command for the reader.")
    }
    return []
  }
}
