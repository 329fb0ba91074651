import DMCC
import DMCCBench
import Discovery
import ReaderCore
import SimulatorCore
import Testing

/// A session and a collector against the simulator, with nothing wrong and with each fault of the list.
@Suite struct FaultTests {
  /// What the recorded session answers when nothing is wrong.
  static func plain(_ profile: Profile) -> [String] {
    let serial = ["dm475": "1A2134PP482281", "base": "1A2201XB000111", "mx": "1A2240MX000042"][profile.rawValue]
    let image = ReadImage.size(of: 3)
    return ["0 ", "0 ", "0 \(serial ?? "1A1803PP030235")", "102 ", "0 ", "0 ", "0 ", "0 \(image) bytes", "0 ON"]
  }

  /// Runs the recorded session; every command ends once, and no read is wrong, doubled or out of order.
  static func run(_ profile: Profile, _ faults: String = "") throws -> (Bench, [String]) {
    let bench = Scenario.bench(profile, faults)
    try #require(bench.open(), "\(profile) \(faults): \(String(describing: bench.openError))")
    let answers = Scenario.play(bench)
    bench.close()
    #expect(bench.unbalanced.isEmpty)
    return (bench, answers)
  }

  static func expectAll(_ bench: Bench, _ answers: [String], _ profile: Profile, _ what: Comment) {
    #expect(answers == plain(profile), what)
    #expect(bench.codes == Scenario.codes, what)
    #expect(bench.reads.allSatisfy { $0.missing.isEmpty && $0.xml?.verdict == .good }, what)
  }

  @Test(arguments: Profile.allCases) func nothingWrong(_ profile: Profile) throws {
    let (bench, answers) = try FaultTests.run(profile)
    FaultTests.expectAll(bench, answers, profile, "\(profile)")
    #expect(bench.strays == 0 && bench.damaged == 0 && bench.warnings.isEmpty && bench.resets == 0)
    #expect(bench.opened?.echoesIDs == true)
    let mode = [Profile.dm475: 2][profile] ?? 1
    #expect(bench.opened?.responseMode == mode)
  }

  /// Faults that must change nothing.
  @Test(arguments: [
    "F1", "F2", "F3", "F4", "F5:first", "F6:twice", "F7", "F8", "F9:all", "F9:payload", "F17:order", "F18:title",
    "F19:echo", "F19:lf", "F20:second", "F21:noise", "F1,F8", "F3,F4,F7", "F2,F17:order",
  ])
  func changesNothing(_ faults: String) throws {
    for profile in Profile.allCases {
      // Without ids of reads, what nobody asked for cannot be told from a part of the read.
      if faults.contains("F4"), !FaultTests.numbered.contains(profile) { continue }
      let (bench, answers) = try FaultTests.run(profile, faults)
      if faults.contains("F4") {
        #expect(answers == FaultTests.plain(profile))
        #expect(bench.codes.filter { $0 != "unasked" } == Scenario.codes)
        #expect(bench.notices.contains(12))
      } else {
        FaultTests.expectAll(bench, answers, profile, "\(profile) \(faults)")
      }
      bench.close()
    }
  }

  static let numbered: [Profile] = [.dm475, .base, .mx]
}

/// The pictures of the simulator.
enum ReadImage {
  static func size(of number: Int) -> Int {
    let text = "image \(number)\r\n||[0]\r\n||[1]QUJD\r\n"
    return 4 + text.utf8.count + 400 + number % 37 + 2
  }
}

/// Faults that are noticed: what becomes of each.
@Suite struct NoticedFaultTests {
  static func open(_ profile: Profile, _ faults: String, _ change: (inout DMCCSession.Options) -> Void = { _ in })
    throws -> Bench
  {
    var options = Scenario.options(profile)
    change(&options)
    let bench = Bench(
      Scenario.reader(profile, faults), options: options, expected: [.string, .xml, .image, .graphics])
    try #require(bench.open(), "\(profile) \(faults): \(String(describing: bench.openError))")
    return bench
  }

  static func status(_ result: Result<DMCCReply, ReaderError>?) -> Status? {
    if case .failure(let error)? = result { error.status } else { nil }
  }

  @Test func f5ResultAndAcknowledgementAreIndependent() throws {
    for profile in Profile.allCases {
      var (bench, answers) = try FaultTests.run(profile, "F5:none")
      #expect(answers[4...6] == ["0 ", "0 ", "0 "] && bench.codes.isEmpty)
      (bench, answers) = try FaultTests.run(profile, "F5:two")
      #expect(bench.codes == Scenario.codes.flatMap { [$0, $0] })
      (bench, answers) = try FaultTests.run(profile, "F5:noack")
      #expect(answers[4...6] == ["error -5", "error -5", "error -5"] && answers[8] == "0 ON")
      #expect(bench.codes == Scenario.codes && bench.present == 3)
    }
  }

  @Test func f6AnswersOfOthersAreNotTaken() throws {
    // Without ids: by order.
    for profile in Profile.allCases {
      let (bench, answers) = try FaultTests.run(profile, "F6:missing")
      FaultTests.expectAll(bench, answers, profile, "\(profile)")
      #expect(bench.opened?.echoesIDs == false)
    }
    // With the wrong ones: none, and no connection.
    let bench = Scenario.bench(.guide, "F6:wrong")
    #expect(!bench.open() && bench.openError?.status == .protocolFault)
    // Late ones are dropped, never matched to the next command.
    for profile in [Profile.guide, .dm475, .mx] {
      let (bench, answers) = try FaultTests.run(profile, "F6:late")
      let plain = FaultTests.plain(profile)
      for (answer, expected) in zip(answers, plain) {
        let isImage = answer.hasSuffix(" bytes") && expected.hasSuffix(" bytes")
        #expect(answer == expected || answer == "error -5" || isImage, "\(profile) \(answers)")
      }
      #expect(answers.contains("error -5") && bench.strays > 0)
    }
  }

  @Test func f9ChecksumsThatDoNotFit() throws {
    let bench = try NoticedFaultTests.open(.guide, "F9:wrong")
    #expect(try bench.ask("GET DEVICE.TYPE")?.get().text == "DM260" && !bench.warnings.isEmpty)
    let strict = Bench(
      Scenario.reader(.guide, "F9:wrong"),
      options: {
        var options = DMCCSession.Options()
        options.rejectsBadChecksums = true
        return options
      }())
    #expect(!strict.open())
    let refusing = try NoticedFaultTests.open(.guide, "F9:refuse")
    let answers = (0..<4).map { _ in try? refusing.ask("GET DEVICE.TYPE")?.get().status.rawValue }
    #expect(Set(answers) == [0, 103])
  }

  @Test func f10DamagedBase64IsNoRead() throws {
    for profile in FaultTests.numbered {
      let (bench, _) = try FaultTests.run(profile, "F10")
      #expect(bench.damaged == 2)
      // The XML has them nevertheless; the strings are missing.
      #expect(bench.codes == Scenario.codes && bench.reads.map { $0.part(.string) == nil } == [true, false, true])
    }
  }

  @Test func f11CountsRule() throws {
    let script = Array("line 1\r\n||[0]\r\n||[1]QUJD\r\nend".utf8)
    for profile in [Profile.guide, .dm475, .mx] {
      for fault in ["F11:nested", "F11:small", "F11:large", "F11:negative", "F11:text", "F11:huge"] {
        let bench = try NoticedFaultTests.open(profile, fault)
        #expect(try bench.ask(DMCCCommand("SCRIPT.LOAD \(script.count)", data: script))?.get().status == .ok)
        let answer = bench.ask("GET COM.SCRIPT", binary: true)
        switch fault {
        case "F11:nested": #expect(try answer?.get().bulk == script)
        case "F11:small": #expect(try answer?.get().bulk == Array(script.dropLast(3)))
        case "F11:large", "F11:huge": #expect([.protocolFault, .timeout].contains(NoticedFaultTests.status(answer)))
        default: #expect(try answer?.get().bulk == nil)
        }
        bench.run(for: 10 * second)
        #expect(bench.ask("GET DEVICE.TYPE") != nil, "\(profile) \(fault)")
        #expect(try bench.ask("GET DEVICE.TYPE")?.get().status == .ok, "\(profile) \(fault)")
        if fault == "F11:nested" || fault == "F11:small" { #expect(bench.reads.isEmpty) }
        bench.close()
        #expect(bench.unbalanced.isEmpty)
      }
    }
  }

  @Test func f12EveryPendingCommandFailsOnceAndReconnectingWorks() throws {
    for profile in Profile.allCases {
      for fault in ["F12:reply", "F12:header", "F12:payload", "F12:bulk", "F12:reset", "F12:half"] {
        let bench = Scenario.bench(profile, fault)
        if bench.open() { Scenario.play(bench) }
        #expect(bench.lost && bench.unbalanced.isEmpty, "\(profile) \(fault)")
        #expect(bench.codes == Array(Scenario.codes.prefix(bench.codes.count)))
        bench.reader.faults = Faults()
        let before = bench.codes.count
        #expect(bench.reconnect(options: Scenario.options(profile)))
        Scenario.play(bench)
        bench.close()
        #expect(bench.codes.count == before + 3 && bench.unbalanced.isEmpty)
      }
      // Right after the acknowledgement of REBOOT.
      let bench = try NoticedFaultTests.open(profile, "")
      #expect(try bench.ask("REBOOT")?.get().status == .ok)
      bench.run(for: second)
      #expect(bench.lost && bench.ask("GET X") == nil)
      #expect(bench.reconnect(options: Scenario.options(profile)))
    }
  }

  @Test func f13TimeOutsAreOfPhases() throws {
    for profile in Profile.allCases {
      let slow = try NoticedFaultTests.open(profile, "F13:slow")
      for _ in 0..<8 { #expect(try slow.ask("GET DEVICE.TYPE")?.get().status == .ok) }
      let slower = try NoticedFaultTests.open(profile, "F13:slower")
      let answers = (0..<8).map { _ in slower.ask("GET DEVICE.TYPE") }
      #expect(answers.contains { NoticedFaultTests.status($0) == .timeout })
      slower.close()
      #expect(slower.unbalanced.isEmpty)
      let open = Scenario.bench(profile, "F13:open")
      #expect(
        open.open() && open.now >= 10 * second && open.now < 16 * second,
        "\(profile) \(open.now) \(String(describing: open.openError))")
    }
    // A byte a second: the answer's line does not come in time, and reading it byte by byte does not prolong it.
    let drip = Scenario.bench(.guide, "F13:bytes")
    #expect(!drip.open() && drip.now <= 16 * second)
    let patient = Bench(
      Scenario.reader(.guide, "F13:bytes"),
      options: {
        var options = DMCCSession.Options()
        options.openTimeout = 300 * second
        options.commandTimeout = 60 * second
        return options
      }())
    #expect(patient.open())
    #expect(patient.opened?.type == "DM260")
  }

  @Test func f14ADeadReaderIsUnresponsive() throws {
    #expect(!Scenario.bench(.guide, "F14").open())
    for profile in [Profile.guide, .dm475, .mx, .base] {
      let bench = try NoticedFaultTests.open(profile, "F14:dies")
      for number in 0..<20 { bench.send(try DMCCCommand.get("SYMBOL.QR \(number)")) }
      bench.run(for: 120 * second)
      #expect(bench.unbalanced.isEmpty && bench.unresponsive == 1)
      bench.reader.faults = Faults()
      bench.run(for: 10 * second)
      #expect(bench.present + bench.resets == 1)
      #expect(try bench.ask("GET SYMBOL.QR")?.get().text == "ON")
    }
    // A heartbeat finds it out without a command.
    let bench = try NoticedFaultTests.open(.mx, "")
    bench.check()
    #expect(bench.present == 1)
    bench.delivers = false
    bench.check()
    bench.run(for: 10 * second)
    #expect(bench.unresponsive == 1)
  }

  @Test func f15SilenceIsNoticedAndTheModeAppliedAnew() throws {
    for profile in Profile.allCases where profile != .login {
      let (bench, answers) = try FaultTests.run(profile, "F15")
      #expect(bench.resets == 1 && answers.filter { $0 == "error -5" }.count == 1, "\(profile) \(answers)")
      #expect(answers.last == "0 ON" && bench.isReset(to: profile == .dm475 ? 2 : 1))
      // A read that comes while the reader is silent is not taken for one, but leads to the same.
      let other = try NoticedFaultTests.open(profile, "")
      other.reader.restart()
      other.reader.find(SimulatedRead(Array("4006381333931".utf8)), now: other.now)
      other.run(for: 5 * second)
      #expect(other.resets == 1 && other.reads.isEmpty && other.offProtocol.contains(Array("4006381333931".utf8)))
    }
  }

  @Test func f16AllStatuses() throws {
    let bench = try NoticedFaultTests.open(.guide, "F16")
    var seen: Set<Int32> = []
    for _ in 0..<22 { if let reply = try bench.ask("GET SYMBOL.QR")?.get() { seen.insert(reply.status.rawValue) } }
    #expect(seen == [0, 100, 101, 102, 103, 104, 105, 106, 255])
    #expect(Set(bench.notices) == [13, 50, 99])
    #expect(bench.unbalanced.isEmpty)
  }

  @Test func f17PartsMissingAndMixed() throws {
    for profile in FaultTests.numbered {
      let (bench, _) = try FaultTests.run(profile, "F17:missing")
      #expect(bench.codes == Scenario.codes && bench.reads.allSatisfy { !$0.missing.isEmpty })
      let mixed = try NoticedFaultTests.open(profile, "F17:mixed")
      _ = mixed.ask("SET DATA.RESULT-TYPE 27")
      for code in Scenario.codes + ["x"] { mixed.reader.find(SimulatedRead(Array(code.utf8)), now: mixed.now) }
      mixed.run(for: 5 * second)
      #expect(mixed.codes == Scenario.codes + ["x"])
      for read in mixed.reads { #expect(read.xml?.id == read.id && read.missing.isEmpty) }
    }
    // A thousand without their images.
    let bench = try NoticedFaultTests.open(.dm475, "F17:never")
    _ = bench.ask("SET DATA.RESULT-TYPE 27")
    for number in 0..<1000 { bench.reader.find(SimulatedRead(Array("\(number)".utf8)), now: bench.now) }
    bench.run(for: 5 * second)
    #expect(bench.codes == (0..<1000).map { "\($0)" } && bench.collector.count == 0)
    // Without ids nothing is joined that may not belong together.
    let guide = try NoticedFaultTests.open(.guide, "F17:mixed")
    _ = guide.ask("SET DATA.RESULT-TYPE 27")
    for code in ["one", "two"] { guide.reader.find(SimulatedRead(Array(code.utf8)), now: guide.now) }
    guide.run(for: 9 * second)
    for read in guide.reads { #expect(read.bytes == nil || read.part(.image) == nil || read.xml?.bytes == read.bytes) }
    #expect(Set(guide.codes) == ["one", "two"] && guide.reads.allSatisfy { $0.part(.image) == nil })
  }

  @Test func f18DamagedDocuments() throws {
    for fault in ["broken", "huge", "bomb", "encoding", "spelling", "jpeg"] {
      for profile in FaultTests.numbered {
        let (bench, answers) = try FaultTests.run(profile, "F18:\(fault)")
        #expect(answers.last == "0 ON" && bench.codes == Scenario.codes)
        for read in bench.reads {
          #expect(read.part(.xml) != nil && read.part(.string) != nil)
          if fault != "spelling", fault != "jpeg" { #expect(read.xml == nil && read.xmlError != nil) }
          if fault == "spelling" { #expect(read.xml?.verdict == .missing) }
        }
      }
    }
  }

  @Test func f19LineEndsOfCROnly() throws {
    for profile in Profile.allCases {
      let (bench, answers) = try FaultTests.run(profile, "F19:cr")
      #expect(answers.dropLast(2) == FaultTests.plain(profile).dropLast(2), "\(profile)")
      #expect(bench.codes == Scenario.codes)
    }
  }

  @Test func f20AnotherTargetIsNoticed() throws {
    let bench = try NoticedFaultTests.open(.base, "F20")
    #expect(bench.opened?.type == "DM8700Base")
    for _ in 0..<5 { _ = bench.ask("GET DEVICE.NAME") }
    bench.check()
    bench.run(for: second)
    #expect(bench.resets == 1 && bench.session.peer.type == "DM8700DX")
  }

  @Test func f21MuteWithoutDTR() throws {
    let bench = Scenario.bench(.guide, "F21")
    #expect(!bench.open() && bench.openError?.status == .timeout)
    let reader = Scenario.reader(.guide, "F21")
    defer { reader.close() }
    let line = reader.connect(now: 0)
    line.hasDTR = true
    line.receive(Array("||0:1>GET DEVICE.TYPE\r\n".utf8), now: 0)
    #expect(line.takeOutput(now: 0) == [.bytes(Array("DM260\r\n".utf8))])
  }

  @Test func f24AfterHibernationSettingsAreLost() throws {
    let bench = try NoticedFaultTests.open(.mx, "F24")
    _ = bench.ask("SET SYMBOL.QR OFF")
    for _ in 0..<9 where !bench.lost { _ = bench.ask("GET SYMBOL.QR") }
    #expect(bench.lost && bench.unbalanced.isEmpty)
    #expect(bench.reconnect())
    #expect(try bench.ask("GET SYMBOL.QR")?.get().text == "ON")
    #expect(try bench.ask("GET DEVICE.SERIAL-NUMBER")?.get().text == "1A2240MX000042")
    // By time, and not when it was saved.
    let saved = try NoticedFaultTests.open(.mx, "")
    for command in ["SET SYMBOL.QR OFF", "SET POWER.HIBERNATE-TIMEOUT 30", "CONFIG.SAVE"] { _ = saved.ask(command) }
    saved.run(for: 31 * second)
    #expect(saved.lost)
    #expect(saved.reconnect())
    #expect(try saved.ask("GET SYMBOL.QR")?.get().text == "OFF")
  }

  @Test func loginIsAskedForAndRefused() throws {
    func error(_ password: String?, user: String = "") -> Status? {
      var options = DMCCSession.Options()
      options.password = password
      options.user = user
      let bench = Bench(SimulatedReader(profile: .login), options: options)
      #expect(!bench.open())
      return bench.openError?.status
    }
    #expect(error(nil) == .access && error("wrong") == .access && error("secret", user: "guest") == .access)
    #expect(error("sec\r\nret") == .invalidArgument)
    // A reader that asks nothing takes no harm from a password.
    let bench = try NoticedFaultTests.open(.guide, "") { $0.password = "secret" }
    #expect(bench.opened?.asksForLogin == false)
  }
}

extension Bench {
  func isReset(to mode: Int) -> Bool { session.peer.responseMode == mode }
}

/// F23: the answers of a network that is out of order, to the discovery.
@Suite struct DiscoveryFaultTests {
  static let question: [UInt8] = Array("CGNM".utf8) + [4, 0, 2, 0, 0]

  static func answers(_ faults: String) -> [DiscoveryPacket?] {
    let reader = SimulatedReader(profile: .dm475, faults: Faults(faults) ?? Faults())
    return DiscoveryReply.datagrams(of: reader, to: question).map { DiscoveryPacket($0) }
  }

  @Test func f23DatagramsOutOfOrder() throws {
    let plain = try #require(DiscoveryFaultTests.answers("").first ?? nil)
    #expect(plain.serial == "1A2134PP482281" && plain.dmccPort == 23 && plain.model == "DM475")
    #expect(DiscoveryFaultTests.answers("F23:unknown").first??.serial == plain.serial)
    #expect(DiscoveryFaultTests.answers("F23:flood") == [DiscoveryPacket?](repeating: plain, count: 200))
    // Cut or lying: nothing, or what was whole; never another reader.
    for fault in ["F23:cut", "F23:overflow", "F23:beyond"] {
      for case let packet? in DiscoveryFaultTests.answers(fault) {
        #expect(plain.serial.hasPrefix(packet.serial) && plain.name.hasPrefix(packet.name), "\(fault)")
      }
    }
    // Our own question, heard back, is no answer.
    let echo = DiscoveryFaultTests.answers("F23:echo")
    #expect(echo.last == plain && (echo.first??.serial ?? "").isEmpty)
  }
}
