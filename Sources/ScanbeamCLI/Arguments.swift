import Scanbeam

/// The words of a command: options with or without a value, in any order, and the rest.
struct Arguments {
  private(set) var positional: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Parses words; `--name value`, `--name=value`; everything after `--` is positional.
  ///
  /// - Parameters:
  ///   - valued: Options that need a value.
  ///   - flags: Options without one.
  init(_ words: [String], valued: Set<String>, flags known: Set<String>) throws(Failure) {
    var index = 0
    var onlyPositional = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyPositional || word == "-" || !word.hasPrefix("-") {
        positional.append(word)
      } else if word == "--" {
        onlyPositional = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if valued.contains(name) {
          if parts.count == 2 {
            values[name] = String(parts[1])
          } else {
            guard index < words.count else { throw Failure("\(name) needs a value.") }
            values[name] = words[index]
            index += 1
          }
        } else if known.contains(name), parts.count == 1 {
          flags.insert(name)
        } else {
          throw Failure("There is no option \(word) here; --help lists them.")
        }
      }
    }
  }

  func has(_ name: String) -> Bool { flags.contains(name) }

  func value(_ name: String) -> String? { values[name] }

  /// A whole number in a range.
  func int(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Failure("\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return number
  }

  /// Seconds as milliseconds.
  func milliseconds(_ name: String) throws(Failure) -> Int32? {
    guard let text = values[name] else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
      throw Failure("\(name) takes seconds, for example 2.5, not \"\(text)\".")
    }
    return Int32(max(1, seconds * 1000))
  }

  /// `--symbologies`: names separated by commas, or `all`.
  func symbologies() throws(Failure) -> SymbologySet {
    guard let text = values["--symbologies"], text != "all" else { return Availabilities.symbologies }
    var set = SymbologySet()
    for name in text.split(separator: ",") {
      guard let symbology = Symbology(name: String(name)) else {
        throw Failure("There is no symbology \"\(name)\"; scanbeam symbologies lists them.")
      }
      guard Availabilities.symbologies.contains(symbology) else {
        throw Failure("This build cannot read \(symbology.name); scanbeam symbologies lists what it can.")
      }
      set.insert(symbology)
    }
    guard !set.isEmpty else { throw Failure("--symbologies names none; scanbeam symbologies lists them.") }
    return set
  }
}
