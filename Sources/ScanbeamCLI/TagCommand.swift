import Glibc
import Scanbeam

/// `scanbeam tag`: one operation on the next tag that is shown.
final class TagCommand: ReaderObserver {
  static let usage = """
    scanbeam tag read | write | format | lock [options]

    Waits for a tag on a contactless reader and reads its NDEF message, replaces it, makes it empty, or makes the tag
    read-only.

      --reader NAME          pcsc:NAME or ble:ADDRESS as "scanbeam list" prints it (default: the first
                             one behind PC/SC)
      --timeout SECONDS      how long to wait for a tag (default 60)
      --uri URI, --text TEXT, --language L, --hex MESSAGE
                             what to write: records in this order, or a whole message as hexadecimal digits
      --key DIGITS           lock: key B of a MIFARE Classic (default FFFFFFFFFFFF)
      --for-ever             lock: yes, I know that it cannot be undone

    Exit codes: 0 done, 1 there was no tag, 2 error.
    """

  private var arrived: TagInfo?
  private var failure: ReaderError?

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--reader", "--timeout", "--uri", "--text", "--language", "--hex", "--key"],
      flags: ["--for-ever", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1 else { throw Failure("tag needs one of read, write, format, lock.") }
    let operation: TagOperation
    switch arguments.positional[0] {
    case "read": operation = .readMessage
    case "write": operation = .writeMessage(try message(arguments))
    case "format": operation = .format
    case "lock":
      guard arguments.has("--for-ever") else {
        throw Failure("Locking a tag cannot be undone; add --for-ever to mean it.")
      }
      operation = .lock(keyB: try key(arguments))
    case let word: throw Failure("There is no \"tag \(word)\"; scanbeam tag --help explains it.")
    }
    return try TagCommand().run(
      operation, arguments.value("--reader") ?? "pcsc:", try arguments.milliseconds("--timeout") ?? 60_000)
  }

  private static func key(_ arguments: Arguments) throws(Failure) -> [UInt8] {
    guard let text = arguments.value("--key") else { return [] }
    guard let key = Hex.bytes(text), key.count == 6 else { throw Failure("--key takes 12 hexadecimal digits.") }
    return key
  }

  private static func message(_ arguments: Arguments) throws(Failure) -> [UInt8] {
    if let hex = arguments.value("--hex") {
      guard let bytes = Hex.bytes(hex) else { throw Failure("--hex takes hexadecimal digits.") }
      return bytes
    }
    var records: [NDEFRecord] = []
    if let uri = arguments.value("--uri") { records.append(.uri(uri)) }
    return try attempt { () throws(ReaderError) in
      if let text = arguments.value("--text") {
        records.append(try .text(text, language: arguments.value("--language") ?? "en"))
      }
      guard !records.isEmpty else {
        throw ReaderError(.invalidArgument, "tag write needs --uri, --text or --hex.")
      }
      return try NDEFMessage(records).bytes()
    }
  }

  private func run(_ operation: TagOperation, _ reader: String, _ timeoutMs: Int32) throws(Failure) -> Int32 {
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    return try attempt { () throws(ReaderError) in
      let identity = reader.hasPrefix("pcsc:") || reader.hasPrefix("ble:") ? reader : "pcsc:" + reader
      let reader = try context.reader(identity: identity)
      reader.setObserver(self)
      defer { reader.close() }
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      _ = try context.loop.wait(timeoutMs: identity.hasPrefix("ble:") ? 120_000 : 10_000) { connected.done }
      if let error = connected.error { throw error }
      Output.note("Show a tag.")
      _ = try context.loop.wait(timeoutMs: timeoutMs) { arrived != nil || failure != nil }
      if let failure { throw failure }
      guard let tag = arrived else {
        Output.note("There was no tag.")
        return 1
      }
      Output.line("\(tag.sourceName)  \(tag.chipName)  \(Hex.text(tag.uid))")
      var outcome: Result<[UInt8], ReaderError>?
      try reader.perform(operation, timeoutMs: 20_000) { outcome = $0 }
      _ = try context.loop.wait(timeoutMs: 30_000) { outcome != nil }
      let bytes = try outcome?.get() ?? []
      guard case .readMessage = operation else {
        Output.line("done")
        return 0
      }
      let records = try NDEFMessage(parsing: bytes).records
      if records.isEmpty { Output.line("(an empty message)") }
      for record in records { Output.line(TagText.plain(record)) }
      return 0
    }
  }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}
  func reader(_ reader: Reader, received results: ReadResults) {}
  func reader(_ reader: Reader, failed error: ReaderError) { failure = error }
  func reader(_ reader: Reader, tagArrived tag: TagInfo) { if arrived == nil { arrived = tag } }
}
