import DMCC
import ReaderCore
import SimulatorCore

/// The recorded session of the tests: connect, configure, three reads with XML and image, an image on demand.
public enum Scenario {
  /// What the reader finds: a code with line ends and NUL in it, one in Latin-1, one that is empty on purpose.
  public static let codes = ["4006381333931", "a\r\n\u{0}||[1]QUJD\u{1d}", "Stra\u{df}e"]

  /// A reader that finds them.
  public static func reader(_ profile: Profile, _ faults: String = "") -> SimulatedReader {
    let reader = SimulatedReader(profile: profile, faults: Faults(faults) ?? Faults(), seed: 7)
    reader.reads = codes.map { SimulatedRead(Array($0.utf8)) }
    return reader
  }

  /// Options with the password of the profile.
  public static func options(_ profile: Profile) -> DMCCSession.Options {
    var options = DMCCSession.Options()
    if profile == .login { options.password = "secret" }
    return options
  }

  /// A bench with such a reader, that wants all parts.
  public static func bench(_ profile: Profile, _ faults: String = "") -> Bench {
    Bench(reader(profile, faults), options: options(profile), expected: [.string, .xml, .image, .graphics])
  }

  /// Goes through the session on an open bench. Returns what the commands answered, in words.
  @discardableResult
  public static func play(_ bench: Bench, reads: Int = 3) -> [String] {
    var out: [String] = []
    func note(_ result: Result<DMCCReply, ReaderError>?) {
      switch result {
      case .success(let reply):
        out.append("\(reply.status.rawValue) \(reply.bulk.map { "\($0.count) bytes" } ?? reply.text)")
      case .failure(let error): out.append("error \(error.status.rawValue)")
      case nil: out.append("not taken")
      }
    }
    for command in ["SET DATA.RESULT-TYPE 27", "SET SYMBOL.QR ON", "GET DEVICE.SERIAL-NUMBER", "GET NO.SUCH"] {
      note(bench.ask(command))
    }
    for _ in 0..<reads {
      let before = bench.reader.readsMade
      note(bench.ask(.trigger(true)))
      bench.run(for: 10 * second) { bench.reader.readsMade > before && bench.collector.count == 0 || bench.lost }
    }
    note(bench.ask("IMAGE.SEND", binary: true))
    note(bench.ask("GET SYMBOL.QR"))
    return out
  }
}
