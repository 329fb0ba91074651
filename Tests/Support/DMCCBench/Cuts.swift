import DMCC
import ReaderCore
import SimulatorCore

/// The recorded session cut at a byte: every command ends once, nothing is read twice or wrongly, and a new connection
/// to the same reader works.
public struct Cuts {
  /// Where the bytes went that were the last.
  public enum Direction { case toReader, toHost }

  let profile: Profile
  /// Bytes of the whole session.
  public let input: Int, output: Int

  /// Plays the session whole.
  public init(_ profile: Profile) {
    self.profile = profile
    let bench = Scenario.bench(profile)
    bench.open()
    Scenario.play(bench)
    input = bench.line?.received ?? 0
    output = bench.line?.sent ?? 0
  }

  /// Cuts after so many bytes in one direction. Nil, or what went wrong.
  public func cut(_ direction: Direction, at count: Int) -> String? {
    let bench = Scenario.bench(profile)
    let opened = bench.open(
      cutAfterInput: direction == .toReader ? count : nil, cutAfterOutput: direction == .toHost ? count : nil)
    if opened { Scenario.play(bench) }
    bench.run(for: 30 * second) { bench.lost }
    guard bench.lost else { return "the cut was not noticed" }
    // A trigger that was pulled before the cut leads to its read before the next connection.
    bench.run(for: second)
    guard bench.unbalanced.isEmpty else { return "\(bench.unbalanced.count) commands did not end once" }
    let first = bench.codes
    guard first == Array(Scenario.codes.prefix(first.count)) else { return "read \(first)" }
    for read in bench.reads where read.xml.map({ $0.id != read.id && read.id != nil }) ?? false { return "parts mixed" }
    guard bench.reconnect(options: Scenario.options(profile)) else { return "no new connection" }
    bench.reader.reads = [SimulatedRead(Array("again".utf8))]
    let answers = Scenario.play(bench, reads: 1)
    bench.close()
    guard bench.unbalanced.isEmpty else { return "after it \(bench.unbalanced.count) commands did not end once" }
    let again = Array(bench.codes.dropFirst(first.count))
    guard again == ["again"], answers.last == "0 ON" else { return "after it \(again) \(answers)" }
    return nil
  }
}
