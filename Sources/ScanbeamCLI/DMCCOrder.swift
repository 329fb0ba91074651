import Scanbeam

/// One line of a DMCC session: a command, the file that follows it, the file that its answer goes to.
struct Order: Equatable {
  var text: String
  /// ` @FILE` at the end.
  var source: String?
  /// ` > FILE` at the end.
  var target: String?

  /// Nil for an empty line and a comment.
  init?(_ line: String) {
    var rest = line[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest.removeLast() }
    guard !rest.isEmpty, !rest.hasPrefix("#") else { return nil }
    text = String(rest)
    if let (command, path) = Order.split(text, " > ") {
      (text, target) = (command, path)
    } else if let (command, path) = Order.split(text, " @") {
      (text, source) = (command, path)
    }
  }

  /// Cuts at a mark that is in no string.
  private static func split(_ line: String, _ mark: String) -> (String, String)? {
    var (isQuoted, isEscaped) = (false, false)
    var i = line.startIndex
    while i < line.endIndex {
      if isEscaped {
        isEscaped = false
      } else if line[i] == "\\" {
        isEscaped = true
      } else if line[i] == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, line[i...].hasPrefix(mark) {
        let rest = line.index(i, offsetBy: mark.count)
        return rest == line.endIndex ? nil : (String(line[..<i]), String(line[rest...]))
      }
      i = line.index(after: i)
    }
    return nil
  }
}

/// Answers for people and for programs.
enum AnswerText {
  static func json(_ command: String, _ answer: DeviceAnswer) -> String {
    var object = "{\"command\":\(JSON.string(command)),\"status\":\(answer.status),\"text\":\(JSON.string(answer.text))"
    if !answer.bytes.isEmpty { object += ",\"bytes\":\(answer.bytes.count)" }
    return object + "}"
  }

  static func json(_ command: String, _ error: ReaderError) -> String {
    "{\"command\":\(JSON.string(command)),\"error\":\(JSON.string(error.message))}"
  }

  static func plain(_ answer: DeviceAnswer) -> String {
    guard answer.status == 0 else { return "! \(answer.status) \(words(answer.status))" }
    if !answer.bytes.isEmpty { return "\(answer.bytes.count) bytes" }
    return answer.text.isEmpty ? "OK" : Output.visible(answer.text)
  }

  /// What the statuses mean (Cognex DataMan communications guide).
  private static func words(_ status: Int32) -> String {
    switch status {
    case 101: "unknown command"
    case 102: "bad argument, or missing in this build or reader"
    case 103: "came damaged"
    case 104: "not in this state"
    case 105: "offline"
    default: "refused"
    }
  }
}
