import SimulatorCore

/// What the command line says.
struct Options {
  var profile = Profile.guide
  var faults = Faults()
  var seed: UInt64 = 1
  var reads: [SimulatedRead] = []
  var every: Int64?
  var password = "secret"
  var settings: [(String, String)] = []
  var log: String?
  var host = "127.0.0.1"
  var port: UInt16?
  var usesPty = false
  var link: String?
  var usesStandardIO = false
  var discovery: UInt16?
  var push: UInt16?
  var hid: HIDScanner.Layout?

  static let usage: String = {
    var text = """
      scanbeam-simulator: a DMCC reader (DataMan, MX) made of software, for those who write software for readers

      Where it is to be found (one or more of):
        --tcp [ADDRESS:]PORT    a server, several connections; port 0: any free one, printed (default: 127.0.0.1:0)
        --pty [LINK]            a pseudo terminal, its path printed; LINK: a symbolic link to it
        --stdio                 one connection on standard input and output
        --discovery PORT        answers the network's question who is there, on UDP
        --push PORT             a server for one connection, through which a picture goes after each read
        --hid LAYOUT            no DMCC reader, but a hand scanner of the class HID POS, its reports on a pseudo terminal:
                                honeywell, shifted, newland, microscan, unnumbered; a code each --every (default 300)

      What it is:
        --profile NAME          guide, dm475, silent, login, base or mx (default: guide)
        --read TEXT             a code that it finds, with \\n, \\r, \\t, \\\\ and \\xHH; again for the next one; empty: none found
        --every MS              finds one by itself every so often, without a trigger
        --set NAME=VALUE        a setting
        --password WORD         of admin, for the profile login (default: secret)
        --fault LIST            what is wrong with it: F5:none,F8 and so on, see below
        --seed N                start of what looks random (default: 1)
        --log FILE              every byte with its direction; -: on standard error

      While it runs, lines on standard input (unless --stdio) do something: trigger, find TEXT, restart, hibernate, fault LIST.

      Faults:

      """
    for number in Faults.variants.keys.sorted() {
      let all = Faults.variants[number]!.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
      text += "  F\(number)\(number < 10 ? " " : "")  \(all.joined(separator: "; "))\n"
    }
    return text
  }()

  /// Takes words; throws a sentence.
  init(_ words: [String]) throws {
    var rest = words[...]
    func value(_ name: String) throws -> String {
      guard let word = rest.popFirst() else { throw Trouble("\(name) needs a value.") }
      return word
    }
    while let word = rest.popFirst() {
      switch word {
      case "--profile":
        let name = try value(word)
        guard let known = Profile(rawValue: name) else {
          throw Trouble("There is no profile \(name); --help names them.")
        }
        profile = known
      case "--fault":
        let list = try value(word)
        guard let known = Faults(list) else { throw Trouble("There is no fault \(list); --help lists them.") }
        faults = known
      case "--seed": seed = try number(try value(word), word)
      case "--read": reads.append(SimulatedRead(text: try value(word)))
      case "--every": every = Int64(try number(try value(word), word) as UInt32) * 1_000_000
      case "--password": password = try value(word)
      case "--set":
        let parts = try value(word).split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Trouble("--set takes NAME=VALUE.") }
        settings.append((parts[0], parts[1]))
      case "--log": log = try value(word)
      case "--tcp":
        let place = try value(word)
        let colon = place.lastIndex(of: ":")
        if let colon { host = String(place[..<colon]) }
        port = try number(colon.map { String(place[place.index(after: $0)...]) } ?? place, word)
      case "--pty":
        usesPty = true
        if let next = rest.first, !next.hasPrefix("--") { link = rest.popFirst() }
      case "--stdio": usesStandardIO = true
      case "--push": push = try number(try value(word), word)
      case "--hid":
        let name = try value(word)
        guard let layout = HIDScanner.Layout(rawValue: name) else {
          throw Trouble("There is no layout \(name); --help names them.")
        }
        hid = layout
        usesPty = true
        every = every ?? 300_000_000
      case "--discovery": discovery = try number(try value(word), word)
      default: throw Trouble("There is no option \(word); --help lists them.")
      }
    }
    if port == nil, !usesPty, !usesStandardIO, discovery == nil { port = 0 }
  }

  private func number<N: FixedWidthInteger>(_ text: String, _ name: String) throws -> N {
    guard let number = N(text) else { throw Trouble("\(name) takes a number, not \"\(text)\".") }
    return number
  }
}

/// What ends the program with a sentence.
struct Trouble: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
