import Glibc
import ReaderCore

/// Which cameras look to the front (at the customer) and which to the back, by a file that the owner of the machine writes.
///
/// One rule a line, the first that fits counts; `#` begins a comment:
///
///     front v4l2:usb-046d:0825-*
///     back  name:HD Webcam*
public struct CameraRules {
  /// Where a camera looks.
  public enum Side {
    case front
    case back
  }

  private var rules: [(side: Side, pattern: String, isName: Bool)] = []

  /// Rules from text. Lines that are none are left out, and named in `faults`.
  public init(_ text: String) {
    for (i, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(10_000).enumerated() {
      let rule = line.prefix { $0 != "#" }
      guard let begin = rule.firstIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { continue }
      let word = rule[begin...].prefix { $0 != " " && $0 != "\t" }
      var pattern = String(rule[word.endIndex...].drop { $0 == " " || $0 == "\t" })
      while let last = pattern.last, last == " " || last == "\t" || last == "\r" { pattern.removeLast() }
      guard word == "front" || word == "back", !pattern.isEmpty else {
        faults.append("line \(i + 1): a rule is \"front\" or \"back\" and an identity, or \"name:\" and a name")
        continue
      }
      let isName = pattern.hasPrefix("name:")
      rules.append((word == "front" ? .front : .back, isName ? String(pattern.dropFirst(5)) : pattern, isName))
    }
  }

  /// What is wrong with the text.
  public private(set) var faults: [String] = []

  /// The rules of this machine: of `SCANBEAM_CAMERA_RULES`, else of the user (`$XDG_CONFIG_HOME/scanbeam/cameras`), else of
  /// /etc/scanbeam/cameras.
  public static func current(_ log: Log? = nil) -> CameraRules {
    for path in places() {
      guard let text = read(path) else { continue }
      let rules = CameraRules(text)
      for fault in rules.faults { log?(.warning, "\(path), \(fault).") }
      return rules
    }
    return CameraRules("")
  }

  /// Where a camera looks; nil when no rule fits.
  public func side(of camera: CameraDevice) -> Side? { side(aliases: camera.aliases, name: camera.name) }

  func side(aliases: [String], name: String) -> Side? {
    for rule in rules {
      let texts = rule.isName ? [name] : aliases
      if texts.contains(where: { CameraRules.fits(rule.pattern, $0) }) { return rule.side }
    }
    return nil
  }

  /// Whether a text fits a pattern, where a star at its end stands for anything.
  private static func fits(_ pattern: String, _ text: String) -> Bool {
    pattern.hasSuffix("*") ? text.hasPrefix(String(pattern.dropLast())) : text == pattern
  }

  private static func places() -> [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    if let named = variable("SCANBEAM_CAMERA_RULES") { return [named] }
    let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return (home.map { [$0 + "/scanbeam/cameras"] } ?? []) + ["/etc/scanbeam/cameras"]
  }

  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + length, $0.count - length) }
      guard count > 0 else { break }
      length += count
    }
    return String(decoding: bytes[..<length], as: UTF8.self)
  }
}

extension CameraList {
  /// The camera for a side: the first with a rule for it, else the first that no rule gives to the other side.
  public func camera(on side: CameraRules.Side, _ rules: CameraRules) -> CameraDevice? {
    cameras.first { rules.side(of: $0) == side } ?? cameras.first { rules.side(of: $0) == nil }
  }
}
