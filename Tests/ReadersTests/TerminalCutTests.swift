import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// One session (connect, configure, three reads with XML and image) with the line cut before and after each byte of it, in
/// both directions; and many reads.
@Suite struct TerminalCutTests {
  /// What came of one session.
  private struct Outcome {
    var connects = 0
    var commands = 0
    var ended = 0
    var results: [ReadResults] = []
  }

  /// Runs the session as far as it goes; every pending thing must end once.
  private func session(_ bench: TerminalBench) throws -> Outcome {
    var outcome = Outcome()
    let before = bench.witness.base.results.count
    bench.terminal.willRead(["READ-1", "READ-2", "READ-3"])
    var connected: [ReaderError?] = []
    try bench.reader.connect { connected.append($0) }
    #expect(try bench.run { !connected.isEmpty })
    for text in ["SET SYMBOL.QR ON", "GET SYMBOL.QR", "SET DECODER.TIMEOUT 6000"] {
      outcome.commands += 1
      bench.reader.driver.perform(.command(text, data: [], expectsBinary: false, timeoutMs: 0)) { _ in
        outcome.ended += 1
      }
    }
    #expect(try bench.run { outcome.ended == outcome.commands })
    for count in 1...3 {
      guard bench.reader.connectionState == .connected else { break }
      do throws(ReaderError) { try bench.reader.startScanning() } catch { break }
      #expect(try bench.run { bench.witness.base.results.count >= before + count || !bench.reader.isScanning })
    }
    try bench.reader.disconnect()
    #expect(
      try bench.run { bench.reader.connectionState == .disconnected || bench.reader.connectionState == .unavailable })
    _ = try bench.context.loop.dispatch(timeoutMs: 0)
    outcome.connects = connected.count
    outcome.results = Array(bench.witness.base.results.dropFirst(before))
    return outcome
  }

  /// Nothing twice, nothing mixed: the reads are the first ones in order, and each has its own picture.
  private func check(_ outcome: Outcome, _ cut: FakeTerminal.Cut?) {
    #expect(outcome.connects == 1 && outcome.ended == outcome.commands, "cut \(String(describing: cut))")
    let good = outcome.results.filter { $0.goodRead }
    let texts = good.map { String(decoding: $0.codes[0].bytes, as: UTF8.self) }
    #expect(texts == Array(["READ-1", "READ-2", "READ-3"].prefix(texts.count)), "cut \(String(describing: cut))")
    for results in good {
      guard let grey = results.image?.view.row(0)[0] else { continue }
      #expect(grey == results.codes[0].bytes.last, "cut \(String(describing: cut))")
      #expect(results.xml!.contains(Base64.encode(results.codes[0].bytes)))
    }
    #expect(outcome.results.filter { !$0.goodRead && $0.reason != .disconnected }.isEmpty)
  }

  @Test func cutAnywhere() throws {
    let bench = try TerminalBench()
    try bench.reader.configure { $0.imageResults = true }
    let whole = try session(bench)
    check(whole, nil)
    #expect(whole.results.map { $0.codes.count } == [1, 1, 1] && whole.results[2].image != nil)
    let bytes = bench.terminal.bytes
    #expect(bytes.heard > 200 && bytes.said > 500)
    let files = openFiles()
    var memory = 0
    var count = 0
    for said in [false, true] {
      for at in 0...(said ? bytes.said : bytes.heard) {
        bench.terminal.cut(said ? .said(at) : .heard(at))
        check(try session(bench), bench.reader.connectionState == .connected ? nil : said ? .said(at) : .heard(at))
        bench.terminal.cut(nil)
        count += 1
        if count == 50 { memory = resident() }
      }
    }
    // It works as if nothing had been.
    check(try session(bench), nil)
    #expect(bench.witness.base.results.last?.goodRead == true)
    // Other tests of the process open files beside this one.
    #expect(openFiles() <= files + 100)
    if memory > 0, getenv("SCANBEAM_SANITIZE") == nil { #expect(resident() - memory < 16 << 20, "memory grew") }
    if getenv("SCANBEAM_SECONDS") != nil {
      print("cut at \(count) places; memory grew by \((resident() - memory) / 1024) KiB since the 50th")
    }
  }

  @Test func aThousandReadsASecondComeInOrder() throws {
    let bench = try TerminalBench()
    #expect(try bench.connect() == nil)
    let seconds = getenv("SCANBEAM_SECONDS").flatMap { Int(String(cString: $0)) } ?? 1
    let total = seconds * 1000
    var next = 0
    var wrong = 0
    var memory = 0
    bench.witness.base.onResults = { _ in
      for results in bench.witness.base.results {
        if String(decoding: results.codes.first?.bytes ?? [], as: UTF8.self) != "N\(next)" { wrong += 1 }
        next += 1
      }
      bench.witness.base.results = []
      if next == total / 4 { memory = resident() }
    }
    defer { bench.witness.base.onResults = nil }
    let begin = SystemClock.now()
    let sender = try WorkerThread(name: "sender") {
      for i in 0..<total {
        bench.terminal.readNow("N\(i)")
        let due = begin + Int64(i) * 1_000_000
        let left = due - SystemClock.now()
        if left > 1_000_000 { usleep(UInt32(left / 1000)) }
      }
    }
    for _ in 0..<(seconds * 1000) where next < total {
      _ = try bench.context.loop.wait(timeoutMs: 100) { next >= total }
    }
    sender.join()
    #expect(next == total && wrong == 0)
    // AddressSanitizer keeps what was freed for a while, and finds leaks itself.
    if getenv("SCANBEAM_SANITIZE") == nil { #expect(resident() - memory < 16 << 20) }
    let spent = Double(SystemClock.now() - begin) / 1e9
    if seconds > 1 { print("\(total) reads in \(spent) s, memory +\((resident() - memory) / 1024) KiB") }
  }
}

/// Bytes of memory in use.
private func resident() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  fgets(&line, 256, file)
  let words = String(cString: line).split(separator: " ")
  return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0
}

/// Descriptors that are open.
private func openFiles() -> Int {
  guard let folder = opendir("/proc/self/fd") else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}
