/// A DMCC command taken apart: what is wanted, of what, with what.
struct CommandLine {
  /// What a command does with its name.
  enum Form {
    case get
    case set
    /// The bare word.
    case action
  }

  let form: Form
  /// In upper case.
  let name: String
  /// The words behind the name; an empty word where two spaces follow each other.
  let arguments: [String]
  /// The data that came with the command.
  let data: [UInt8]

  /// Takes a command apart; nil when there is no name in it.
  init?(_ text: String, data: [UInt8] = []) {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let verb = words.removeFirst().uppercased()
    switch verb {
    case "": return nil
    case "GET", "SET":
      guard let second = words.first, !second.isEmpty else { return nil }
      form = verb == "GET" ? .get : .set
      name = second.uppercased()
      words.removeFirst()
    default:
      form = .action
      name = verb
    }
    arguments = words
    self.data = data
  }

  /// The arguments as whole decimal numbers; nil when there are none or one of them is none.
  var numbers: [Int]? {
    guard case .numbers(let list) = SettingRule.numbers([]).parse(arguments) else { return nil }
    return list
  }

  /// The arguments as text: quoted with backslashes, or bare; nil when quotes do not match.
  var text: String? {
    let bare = arguments.joined(separator: " ")
    guard bare.hasPrefix("\"") else { return bare }
    var out = String.UnicodeScalarView()
    var rest = bare.unicodeScalars.dropFirst()
    while let c = rest.popFirst() {
      switch c {
      case "\"": return rest.isEmpty ? String(out) : nil
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "\"", "\\", "|": out.append(escaped)
        case "t": out.append("\t")
        case "r": out.append("\r")
        case "n": out.append("\n")
        default: return nil
        }
      default: out.append(c)
      }
    }
    return nil
  }
}
