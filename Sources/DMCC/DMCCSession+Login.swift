import ReaderCore

/// Readers with a password ask for it before they take commands. How they ask is not published: text that ends with a
/// colon and names the user, the log-in or the password is taken for it.
enum Prompt {
  case user
  case password

  init?(_ text: some Sequence<UInt8>) {
    var word = ""
    for byte in text.suffix(64) where byte >= 0x20 && byte < 0x7f {
      word.unicodeScalars.append(Unicode.Scalar(byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte))
    }
    while word.last == " " { word.removeLast() }
    guard word.last == ":" else { return nil }
    // The last one counts: "Login incorrect. Password:"
    let tail = word.split(separator: " ").suffix(2).joined(separator: " ")
    if tail.contains("pass") {
      self = .password
    } else if tail.contains("user") || tail.contains("login") || tail.contains("name") {
      self = .user
    } else {
      return nil
    }
  }
}

extension String {
  fileprivate func contains(_ word: String) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(word.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}

extension DMCCSession {
  struct Login {
    var deadline = Int64.max
    var attempts = 0
    /// Whether a command was sent before the first prompt: the reader took it for a name.
    var isDisturbed = false
    /// What is asked for and not answered yet.
    var prompt: Prompt?
    /// How often the password was sent.
    var passwords = 0
  }

  /// Prompts have no line end.
  mutating func lookForPrompt(_ now: Int64, _ events: inout [DMCCEvent]) {
    guard phase == .login || phase == .opening, let prompt = Prompt(framer.unfinishedText) else { return }
    framer.dropUnfinishedText()
    answerPrompt(prompt, now, &events)
  }

  mutating func answerPrompt(_ prompt: Prompt, _ now: Int64, _ events: inout [DMCCEvent]) {
    peer.asksForLogin = true
    guard let password = options.password else {
      return failOpening(
        ReaderError(.access, "The reader asks for a user name and a password; give them to connect."), &events)
    }
    let user = options.user.isEmpty ? "admin" : options.user
    let isClean = (Array(user.utf8) + Array(password.utf8)).allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    guard isClean else {
      return failOpening(
        ReaderError(.invalidArgument, "User name and password may not have control characters."), &events)
    }
    if probe != nil { login.isDisturbed = true }
    probe = nil
    phase = .login
    // A slow reader may ask several times at once: the last question counts.
    login.prompt = prompt
    login.deadline = now &+ options.loginWait / 10
  }

  private mutating func sendLogin(_ prompt: Prompt, _ now: Int64, _ events: inout [DMCCEvent]) {
    let user = options.user.isEmpty ? "admin" : options.user
    login.prompt = nil
    login.deadline = now &+ options.loginWait
    switch prompt {
    case .user:
      guard login.attempts < (login.isDisturbed ? 2 : 1) else { return refuseLogin(&events) }
      login.attempts += 1
      output += Array(user.utf8) + [0x0d, 0x0a]
    case .password:
      guard login.passwords < (login.isDisturbed ? 2 : 1) else { return refuseLogin(&events) }
      login.passwords += 1
      output += Array((options.password ?? "").utf8) + [0x0d, 0x0a]
      login.deadline = now &+ options.loginWait / 4
    }
  }

  private mutating func refuseLogin(_ events: inout [DMCCEvent]) {
    failOpening(ReaderError(.access, "The reader refuses this user name and password."), &events)
  }

  mutating func tickLogin(_ now: Int64, _ events: inout [DMCCEvent]) {
    guard phase == .login else { return }
    if now >= openLimit {
      failOpening(ReaderError(.timeout, "The reader asked for a log-in and then said nothing."), &events)
    } else if now >= login.deadline, let prompt = login.prompt {
      sendLogin(prompt, now, &events)
    } else if now >= login.deadline {
      startProbe(.opening, now: now)
    }
  }
}
