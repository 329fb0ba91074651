/// A command that came to a reader.
public struct DMCCRequest: Equatable {
  /// The command with its arguments, without header and line end.
  public var text: String
  /// The bytes that followed it.
  public var data: [UInt8] = []
  /// The id to be returned.
  public var id: Int?
  /// The checksum that the host used: 0 none, 1 an exclusive or.
  public var checksum = 0

  /// The words of the command, the first two in upper case: names do not care.
  public var words: [String] {
    var words = text.split(separator: " ").map(String.init)
    for index in words.indices.prefix(2) { words[index] = words[index].uppercased() }
    return words
  }
}

/// Cuts what a host sends to a reader into commands: the other direction of `DMCCFramer`.
public struct DMCCRequestFramer {
  /// One thing in the stream.
  public enum Frame: Equatable {
    /// A command.
    case request(DMCCRequest)
    /// A line without a header: a log-in, or nothing.
    case line([UInt8])
    /// A command whose checksum is wrong: to be answered with 103.
    case damaged(DMCCRequest)
    /// More than is taken; the connection is to be ended.
    case tooLong
  }

  private var buffer: [UInt8] = []
  private var head = 0
  private var upload: (request: DMCCRequest, count: Int)?
  private let longestLine = 64 << 10
  private let mostData: Int

  /// Makes a framer.
  ///
  /// - Parameter mostData: Bytes that may follow a command at most.
  public init(mostData: Int = 16 << 20) { self.mostData = mostData }

  /// Takes bytes of the stream.
  public mutating func append(_ bytes: [UInt8]) {
    if head > 0 {
      buffer.removeFirst(head)
      head = 0
    }
    buffer += bytes
  }

  /// The next frame; nil when more bytes are needed.
  public mutating func next() -> Frame? {
    if let (request, count) = upload {
      guard buffer.count - head >= count else { return nil }
      var whole = request
      whole.data = Array(buffer[head..<head + count])
      head += count
      upload = nil
      return .request(whole)
    }
    guard let end = buffer[head...].firstIndex(of: 0x0a) else {
      return buffer.count - head > longestLine ? .tooLong : nil
    }
    var line = buffer[head..<end]
    head = end + 1
    if line.last == 0x0d { line.removeLast() }
    guard line.count <= longestLine else { return .tooLong }
    guard line.starts(with: [0x7c, 0x7c]), let close = line.firstIndex(of: 0x3e),
      let (checksum, id) = DMCCRequestFramer.options(line[(line.startIndex + 2)..<close])
    else { return .line(Array(line)) }
    var command = line[(close + 1)...]
    var isDamaged = false
    if checksum == 1, let sum = command.popLast() {
      // Which bytes are covered is not published: of the line from its first bar, or of the command.
      let ofCommand = command.reduce(0, ^)
      isDamaged = sum != ofCommand && sum != line[..<close].reduce(ofCommand ^ 0x3e, ^)
    }
    let request = DMCCRequest(text: DMCCMessage.text(Array(command)), id: id, checksum: checksum)
    if isDamaged { return .damaged(request) }
    if let count = DMCCRequestFramer.uploadCount(request.words) {
      guard count <= mostData else { return .tooLong }
      upload = (request, count)
      return next()
    }
    return .request(request)
  }

  /// `checksum:id`, both optional.
  private static func options(_ text: ArraySlice<UInt8>) -> (checksum: Int, id: Int?)? {
    let fields = text.split(separator: 0x3a, maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count <= 2 else { return nil }
    var numbers: [Int?] = []
    for field in fields {
      guard field.isEmpty || DMCCText.count(field) != nil else { return nil }
      numbers.append(DMCCText.count(field))
    }
    let checksum = numbers.first.flatMap { $0 } ?? 0
    guard checksum <= 1 else { return nil }
    return (checksum, numbers.count > 1 ? numbers[1] : nil)
  }

  /// The bytes that follow a command, by the names of those that have some.
  private static func uploadCount(_ words: [String]) -> Int? {
    guard let last = words.last, let count = DMCCText.count(Array(last.utf8)[...]) else { return nil }
    switch words.first {
    case "IMAGE.LOAD" where words.count == 2, "SCRIPT.LOAD" where words.count == 2: return count
    case "SET" where words.count == 3 && words[1] == "COM.SCRIPT": return count
    default: return nil
    }
  }
}
