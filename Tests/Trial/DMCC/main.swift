import DMCC
import DMCCBench
import Glibc
import ReaderCore
import SimulatorCore

// dmcc-trial cuts: the recorded session of every profile, cut before and after every byte in both directions.
// dmcc-trial results [SECONDS]: 1000 results a second through session and collector; nothing lost, memory flat.

setvbuf(stdout, nil, Int32(_IOLBF), 0)

/// Kilobytes of memory of this process.
func memory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  fgets(&line, 128, file)
  let fields = String(cString: line).split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
}

func cuts() -> Bool {
  var total = 0
  var wrong = 0
  for profile in Profile.allCases {
    let whole = Cuts(profile)
    var before = 0
    for direction in [Cuts.Direction.toReader, .toHost] {
      let count = direction == .toReader ? whole.input : whole.output
      for at in 0...count {
        if let fault = whole.cut(direction, at: at) {
          wrong += 1
          print("\(profile.rawValue) \(direction) \(at): \(fault)")
        }
        total += 1
        if total == 300 { before = memory() }
      }
    }
    print("\(profile.rawValue): \(whole.input) bytes to the reader, \(whole.output) from it; memory \(memory()) kB")
    if before > 0, memory() > before + 4000 { wrong += 1 }
  }
  print("\(total) cuts, \(wrong) wrong")
  return wrong == 0
}

/// Over a socket pair, so that pieces are those of a kernel.
func results(_ seconds: Int) -> Bool {
  var ends: [Int32] = [0, 0]
  guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return false }
  let reader = SimulatedReader(profile: .dm475)
  let line = reader.connect(now: 0)
  var session = DMCCSession()
  var collector = ResultCollector(expected: [.string, .xml])
  var seen = 0
  var wrong = 0
  var commands = 0
  var peak = 0
  var early = 0
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  func exchange(_ now: Int64) {
    for output in line.takeOutput(now: now) {
      if case .bytes(let bytes) = output { write(ends[0], bytes, bytes.count) }
    }
    while true {
      let count = recv(ends[1], &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { break }
      for event in session.receive(Array(buffer[..<count]), now: now) {
        switch event {
        case .part(let part):
          for read in collector.add(part, now: now) {
            seen += 1
            if read.bytes != Array("\(seen)".utf8) || !read.missing.isEmpty { wrong += 1 }
          }
        case .completed(_, .success): commands += 1
        case .completed(_, .failure), .damaged, .offProtocol, .stray: wrong += 1
        default: break
        }
      }
    }
    _ = session.tick(now: now)
    wrong += collector.tick(now: now).count
    let bytes = session.takeOutput()
    if !bytes.isEmpty { line.receive(bytes, now: now) }
  }
  let start = SystemClock.now()
  session.open(now: start)
  while !session.isOpen, SystemClock.now() < start + 5_000_000_000 { exchange(SystemClock.now()) }
  if let command = try? DMCCCommand("SET DATA.RESULT-TYPE 3") { _ = try? session.send(command, now: SystemClock.now()) }
  for _ in 0..<10 { exchange(SystemClock.now()) }
  // What a reader says in silent mode, before it was brought out of it, does not count.
  wrong = 0
  let begin = SystemClock.now()
  let cpu = SystemClock.threadCPU()
  let count = seconds * 1000
  for number in 1...count {
    let now = SystemClock.now()
    reader.find(SimulatedRead(Array("\(number)".utf8)), now: now)
    if number % 100 == 0, let command = try? DMCCCommand.get("SYMBOL.QR") { _ = try? session.send(command, now: now) }
    exchange(now)
    exchange(now)
    if number == count / 10 { early = memory() }
    if number % 1000 == 0 { peak = max(peak, memory()) }
    let due = begin + Int64(number) * 1_000_000
    while SystemClock.now() < due { usleep(200) }
  }
  exchange(SystemClock.now())
  let load = Double(SystemClock.threadCPU() - cpu) / Double(max(1, SystemClock.now() - begin)) * 100
  print("\(seen) of \(count) results in \(seconds) s, \(wrong) wrong, \(commands) commands answered")
  print("processor \(Decimal.text(load)) %, memory \(early) kB after a tenth, \(peak) kB at most")
  return seen == count && wrong == 0 && commands >= count / 100 && peak < early + 2000
}

let words = CommandLine.arguments.dropFirst().map { $0 }
switch words.first {
case "cuts": exit(cuts() ? 0 : 1)
case "results": exit(results(words.count > 1 ? Int(words[1]) ?? 60 : 60) ? 0 : 1)
default:
  print("dmcc-trial cuts | results [SECONDS]")
  exit(2)
}
