import Scanbeam

/// The part of `scanbeam watch` that tells of contactless readers and tags; silent on a machine without pcscd.
final class TagWatch {
  private let json: Bool
  private var shown: [String] = []
  private var monitor: PCSCMonitor?

  init(_ loop: EventLoop, json: Bool) {
    self.json = json
    monitor = try? PCSCMonitor { [weak self] snapshot in loop.post { self?.update(snapshot) } }
  }

  func stop() { monitor?.stop() }

  private func update(_ snapshot: PCSCSnapshot) {
    let names = snapshot.readers.map(\.name)
    var now: [String] = []
    for reader in snapshot.readers {
      let identity = PCSCReaderName.identity(reader.name, among: names)
      now.append(
        json
          ? "{\"identity\":\(JSON.string(identity)),\"class\":\"tag\"}" : "\(Output.visible(identity))")
      guard reader.hasTag else { continue }
      let kind = TagKind(atr: reader.atr).map { "\($0.family.name), \($0.chip.name)" } ?? "a card"
      now.append(
        json
          ? "{\"tag_on\":\(JSON.string(identity)),\"kind\":\(JSON.string(kind)),\"number\":\(reader.changes)}"
          : "tag on \(Output.visible(identity)) (number \(reader.changes)): \(kind)")
    }
    for old in shown where !now.contains(old) { say("-", old) }
    for new in now where !shown.contains(new) { say("+", new) }
    shown = now
  }

  private func say(_ sign: String, _ text: String) {
    Output.line(json ? "{\"change\":\"\(sign == "+" ? "came" : "went")\",\"device\":\(text)}" : "\(sign) \(text)")
  }
}
