import Glibc
import ReaderCore

/// Serial number, model and firmware of an accessory, as they were read.
struct AimerTexts: Equatable {
  var serialNumber = ""
  var model = ""
  var firmware = ""

  subscript(_ what: AimerText) -> String {
    switch what {
    case .serialNumber: serialNumber
    case .model: model
    case .firmware: firmware
    }
  }
}

/// What accessories are, kept on disk for seven days (cmbSDK iOS guide: the persistent cache of the MX-100). Asking an
/// accessory is slow, and the answers do not change.
struct AimerCache {
  /// Seconds that an entry is good for.
  static let lifetime: Int64 = 7 * 86_400
  /// Of more accessories the oldest entries go.
  private static let most = 32
  private static let head = "scanbeam aimers 1"

  private let file: StateFile
  private let log: Log
  /// Seconds since 1970.
  private let now: () -> Int64

  private struct Entry {
    let name: String
    let time: Int64
    let texts: AimerTexts
  }

  /// - Parameter folder: nil: the state folder of the user.
  init(folder: String? = nil, log: Log, now: @escaping () -> Int64 = { Int64(Glibc.time(nil)) }) {
    file = StateFile("aimers", folder: folder)
    self.log = log
    self.now = now
  }

  /// What is known of an accessory and is not too old; a time in the future is none of ours.
  func texts(of name: String) -> AimerTexts? {
    let now = now()
    return load().first { $0.name == name && $0.time <= now && now - $0.time < AimerCache.lifetime }?.texts
  }

  /// Keeps what was read now. A disk that refuses costs the next program the time to ask again.
  func store(_ texts: AimerTexts, of name: String) {
    var entries = load().filter { $0.name != name }
    entries.append(Entry(name: name, time: now(), texts: texts))
    entries.removeFirst(max(0, entries.count - AimerCache.most))
    var lines = [AimerCache.head]
    for entry in entries {
      let texts = AimerText.allCases.map { entry.texts[$0] }
      lines.append(
        (["\(entry.time)"] + ([entry.name] + texts).map { Base64.encode(Array($0.utf8)) }).joined(separator: " "))
    }
    lines.append("end\n")
    do throws(ReaderError) { try file.save(Array(lines.joined(separator: "\n").utf8)) } catch {
      log(.warning, error.message)
    }
  }

  /// What is on disk; nothing when the file is missing, damaged or cut short.
  private func load() -> [Entry] {
    let bytes: [UInt8]?
    do throws(ReaderError) { bytes = try file.load(limit: 65_536) } catch {
      log(.warning, error.message)
      return []
    }
    guard let bytes else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] == AimerCache.head, lines[lines.count - 2] == "end", lines[lines.count - 1].isEmpty
    else {
      log(.warning, "What \(file.path) says of accessories is damaged; they are asked again.")
      return []
    }
    return lines[1..<lines.count - 2].compactMap { entry(String($0)) }
  }

  private func entry(_ line: String) -> Entry? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 5, let time = Int64(words[0]), time >= 0 else { return nil }
    let texts = words.dropFirst().compactMap { word in
      Base64.decode(word.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }
    guard texts.count == 4 else { return nil }
    return Entry(
      name: texts[0], time: time, texts: AimerTexts(serialNumber: texts[1], model: texts[2], firmware: texts[3]))
  }
}
