import EventLoop
import Glibc
import ReaderCore
import Testing

@testable import Readers

/// An accessory in software.
final class FakeAimer: AimerAccessory {
  var name: String?
  var values: [AimerProperty: Int] = [
    .aimer: 0, .intensity: 3, .modulation: 1, .timeout: 30, .illumination: 0, .illuminationIntensity: 50,
  ]
  var texts = [AimerText.serialNumber: "A-17", .model: "Beam 1", .firmware: "2.4"]
  var failure: ReaderError?
  private(set) var reads: [AimerProperty] = []
  private(set) var questions: [AimerText] = []
  private(set) var writes: [(property: AimerProperty, value: Int)] = []

  func text(_ what: AimerText) throws(ReaderError) -> String {
    questions.append(what)
    if let failure { throw failure }
    guard let text = texts[what] else { throw ReaderError(.unsupported, "none") }
    return text
  }

  func value(of property: AimerProperty) throws(ReaderError) -> Int {
    reads.append(property)
    if let failure { throw failure }
    guard let value = values[property] else { throw ReaderError(.unsupported, "none") }
    return value
  }

  func set(_ property: AimerProperty, to value: Int) throws(ReaderError) {
    if let failure { throw failure }
    guard values[property] != nil else { throw ReaderError(.unsupported, "none") }
    writes.append((property, value))
    values[property] = value
  }

  func forget() { (reads, questions, writes) = ([], [], []) }
  func written(_ property: AimerProperty) -> [Int] { writes.filter { $0.property == property }.map(\.value) }
}

/// A camera reader with an accessory that has aimer and lamp.
@Suite struct AimerTests {
  private final class Place {
    let bench: Bench
    let aimer = FakeAimer()
    let folder: String

    init(_ mode: CameraMode = .activeAimer, _ options: PreviewOptions = []) throws {
      var name = Array("/tmp/scanbeam-aimer-XXXXXX".utf8CString)
      mkdtemp(&name)
      folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      bench = try Bench(
        store: SettingStore(ReaderSettings(mode), mode: mode, preview: PreviewPlan(mode, options)))
    }

    deinit { _ = system("rm -rf \(folder)") }

    func attach() throws { try bench.reader.setAimer(aimer, stateFolder: folder) }

    func command(_ text: String) throws -> String {
      var answer: String?
      try bench.reader.sendCommand(text) {
        switch $0 {
        case .success(let a): answer = a.status == 0 ? a.text : "\(a.status)"
        case .failure(let e): answer = "\(e.status)"
        }
      }
      #expect(try bench.run { answer != nil })
      return answer ?? "nothing"
    }

    func pass(seconds: Int64) {
      bench.clock.now += seconds * 1_000_000_000
      bench.context.loop.drain()
    }
  }

  @Test func rowsOfTheTableWorkThroughIt() throws {
    let place = try Place()
    try place.attach()
    #expect(try place.command("GET LIGHT.AIMER") == "105")
    #expect(try place.bench.connect() == nil)
    #expect(place.aimer.written(.aimer) == [1])
    #expect(try place.command("GET LIGHT.AIMER") == "1")
    #expect(try place.command("SET LIGHT.AIMER 0") == "")
    #expect(try place.command("SET LIGHT.AIMER 2") == "102")
    #expect(place.aimer.written(.aimer) == [1, 0])
    // What the accessory has is told until the host says otherwise.
    #expect(try place.command("GET LIGHT.AIMER-TIMEOUT") == "30")
    #expect(try place.command("SET LIGHT.AIMER-TIMEOUT 5") == "")
    #expect(place.aimer.written(.timeout) == [5])
    #expect(try place.command("GET LIGHT.INTERNAL-ENABLE") == "OFF")
    #expect(try place.command("SET LIGHT.INTERNAL-ENABLE ON") == "")
    #expect(place.aimer.written(.illumination) == [1])
    #expect(try place.command("GET LIGHT.INTERNAL-ENABLE") == "ON")
    // What is refused changes nothing.
    place.aimer.failure = ReaderError(.lost, "scripted")
    #expect(try place.command("SET LIGHT.INTERNAL-ENABLE OFF") == "105")
    place.aimer.failure = nil
    #expect(try place.command("GET LIGHT.INTERNAL-ENABLE") == "ON")
    // Lamp and aimer go out with the connection.
    #expect(try place.command("SET LIGHT.AIMER 1") == "")
    try place.bench.reader.disconnect()
    #expect(try place.bench.run { place.bench.reader.connectionState == .disconnected })
    #expect(place.aimer.values[.aimer] == 0 && place.aimer.values[.illumination] == 0)
    // The next one has them again.
    #expect(try place.bench.connect() == nil)
    #expect(place.aimer.values[.aimer] == 1 && place.aimer.values[.illumination] == 1)
    #expect(try place.command("CONFIG.DEFAULT") == "")
    #expect(place.aimer.values[.illumination] == 0 && place.aimer.values[.timeout] == 60)
  }

  @Test func withoutOneTheModeSaysSo() throws {
    let place = try Place()
    #expect(try place.bench.connect() == nil)
    #expect(try place.command("GET LIGHT.AIMER") == "102")
    #expect(try place.command("GET LIGHT.AIMER-TIMEOUT") == "60")
    #expect(!place.bench.reader.hasSetting("LIGHT.AIMER"))
    // It may come later, and go.
    try place.attach()
    #expect(place.bench.reader.hasSetting("LIGHT.AIMER"))
    #expect(try place.bench.run { place.aimer.values[.aimer] == 1 })
    try place.bench.reader.setAimer(nil)
    #expect(try place.bench.run { place.aimer.values[.aimer] == 0 })
    #expect(try place.command("SET LIGHT.AIMER 1") == "102")
    let other = try Place(.noAimer)
    #expect(throws: ReaderError.self) { try other.attach() }
    #expect(try other.bench.connect() == nil)
    #expect(try other.command("SET LIGHT.AIMER 1") == "")
  }

  @Test func theAimerGoesOutInTimeAndComesBackWithAScan() throws {
    let place = try Place()
    // One that keeps no time itself.
    place.aimer.values[.timeout] = nil
    try place.attach()
    #expect(try place.bench.connect() == nil)
    #expect(try place.command("SET LIGHT.AIMER-TIMEOUT 10") == "")
    place.pass(seconds: 9)
    #expect(place.aimer.values[.aimer] == 1)
    place.pass(seconds: 2)
    #expect(place.aimer.values[.aimer] == 0)
    #expect(try place.command("GET LIGHT.AIMER") == "1")
    try place.bench.reader.startScanning()
    #expect(try place.bench.run { place.aimer.values[.aimer] == 1 })
    #expect(try place.command("SET LIGHT.AIMER-TIMEOUT 0") == "")
    place.pass(seconds: 700)
    #expect(place.aimer.values[.aimer] == 1)
    try place.bench.reader.stopScanning()
  }

  @Test func valuesAreReadOnceInASession() throws {
    for options in [PreviewOptions(), .pessimisticCaching] {
      let place = try Place(.activeAimer, options)
      try place.attach()
      #expect(throws: ReaderError.self) { try place.bench.reader.aimerValue(of: .intensity) }
      #expect(try place.bench.connect() == nil)
      #expect(Set(place.aimer.reads) == [.intensity, .modulation, .timeout, .illumination, .illuminationIntensity])
      #expect(try place.bench.reader.aimerValue(of: .intensity) == 3)
      #expect(try place.bench.reader.aimerValue(of: .aimer) == 1)
      var done: [ReaderError?] = []
      try place.bench.reader.setAimer(.intensity, to: 7) { done.append($0) }
      try place.bench.reader.setAimer(.aimer, to: 9) { done.append($0) }
      #expect(try place.bench.run { done.count == 2 })
      #expect(done[0] == nil && done[1]?.status == .invalidArgument)
      #expect(try place.bench.reader.aimerValue(of: .intensity) == 7)
      // Connected again nobody asks; after a suspension only the pessimist does.
      place.aimer.forget()
      try place.bench.reader.disconnect()
      #expect(try place.bench.run { place.bench.reader.connectionState == .disconnected })
      #expect(try place.bench.connect() == nil)
      #expect(place.aimer.reads.isEmpty)
      try place.bench.reader.suspend()
      #expect(try place.bench.run { place.bench.reader.connectionState == .disconnected })
      place.aimer.values[.intensity] = 1
      try place.bench.reader.resume()
      #expect(try place.bench.run { place.bench.reader.connectionState == .connected })
      let isPessimist = options.contains(.pessimisticCaching)
      #expect(place.aimer.reads.isEmpty == !isPessimist)
      #expect(try place.bench.reader.aimerValue(of: .intensity) == (isPessimist ? 1 : 7))
    }
  }

  @Test func whatItLacksIsUnsupportedAndWhatItDoesNotAnswerIsAskedAgain() throws {
    let place = try Place()
    place.aimer.values[.modulation] = nil
    place.aimer.texts[.model] = nil
    try place.attach()
    #expect(try place.bench.connect() == nil)
    #expect(try place.bench.reader.aimerText(.model) == "")
    #expect(throws: ReaderError.self) { try place.bench.reader.aimerValue(of: .modulation) }
    let deaf = try Place()
    deaf.aimer.failure = ReaderError(.timeout, "scripted")
    try deaf.attach()
    #expect(try deaf.bench.connect() == nil)
    #expect(throws: ReaderError.self) { try deaf.bench.reader.aimerText(.model) }
    deaf.aimer.failure = nil
    try deaf.bench.reader.disconnect()
    #expect(try deaf.bench.run { deaf.bench.reader.connectionState == .disconnected })
    #expect(try deaf.bench.connect() == nil)
    #expect(try deaf.bench.reader.aimerText(.model) == "Beam 1")
    #expect(try deaf.bench.reader.aimerValue(of: .intensity) == 3)
  }

  @Test func whatItIsIsRememberedForSevenDays() throws {
    var name = Array("/tmp/scanbeam-aimer-XXXXXX".utf8CString)
    mkdtemp(&name)
    let top = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = top + "/a/b"
    defer { _ = system("rm -rf \(top)") }
    var now: Int64 = 1_700_000_000
    let cache = AimerCache(folder: folder, log: Log(), now: { now })
    #expect(cache.texts(of: "x") == nil)
    let texts = AimerTexts(serialNumber: "1 2\n3", model: "ä", firmware: "")
    cache.store(texts, of: "x")
    cache.store(AimerTexts(serialNumber: "9"), of: "y y")
    #expect(cache.texts(of: "x") == texts && cache.texts(of: "y y")?.serialNumber == "9")
    now += 7 * 86_400 - 1
    #expect(cache.texts(of: "x") == texts)
    now += 1
    #expect(cache.texts(of: "x") == nil)
    now = 1_600_000_000
    #expect(cache.texts(of: "x") == nil)
    now = 1_700_000_000
    // The folder holds the file alone: nothing is left of writing it.
    #expect(system("test $(ls \(folder) | wc -l) = 1") == 0)
    // Files that are damaged, cut short or no files count as none, and are written anew.
    for damage in [
      "printf 'scanbeam aimers 1\\nrubbish\\nend\\n' > \(folder)/aimers", "head -c 40 /dev/urandom > \(folder)/aimers",
      ": > \(folder)/aimers", "truncate -s -4 \(folder)/aimers", "head -c 200000 /dev/zero > \(folder)/aimers",
    ] {
      cache.store(texts, of: "x")
      #expect(system(damage) == 0)
      #expect(cache.texts(of: "x") == nil, "\(damage)")
      cache.store(texts, of: "x")
      #expect(cache.texts(of: "x") == texts, "\(damage)")
    }
    for i in 0..<100 { cache.store(texts, of: "many \(i)") }
    #expect(cache.texts(of: "many 99") == texts && cache.texts(of: "x") == nil)
  }

  @Test func aKnownAccessoryIsNotAskedWhatItIs() throws {
    let place = try Place()
    place.aimer.name = "case 5"
    try place.attach()
    #expect(try place.bench.connect() == nil)
    #expect(place.aimer.questions.count == 3)
    #expect(try place.bench.reader.aimerText(.serialNumber) == "A-17")
    let again = FakeAimer()
    again.name = "case 5"
    let bench = try Bench(
      store: SettingStore(
        ReaderSettings(.activeAimer), mode: .activeAimer, preview: PreviewPlan(.activeAimer, [])))
    try bench.reader.setAimer(again, stateFolder: place.folder)
    #expect(try bench.connect() == nil)
    #expect(again.questions.isEmpty)
    #expect(try bench.reader.aimerText(.firmware) == "2.4")
  }
}
