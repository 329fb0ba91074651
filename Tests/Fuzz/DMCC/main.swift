import Glibc
import ReaderCore

// dmcc-fuzz [SECONDS [SEED [TARGET]]]: throws changed bytes at everything that takes bytes from readers. Each input follows
// from the seed and its number; what fails is printed with both.

setvbuf(stdout, nil, Int32(_IOLBF), 0)
let words = CommandLine.arguments.dropFirst().map { $0 }
let seconds = words.first.flatMap { Int64($0) } ?? 20
let seed = words.count > 1 ? UInt64(words[1]) ?? 1 : 1
let chosen = words.count > 2 ? Target(rawValue: words[2]).map { [$0] } ?? [] : Target.allCases
guard !chosen.isEmpty else {
  print("targets: \(Target.allCases.map(\.rawValue).joined(separator: " "))")
  exit(2)
}
let samples = Target.samples()
let end = SystemClock.now() + seconds * 1_000_000_000
var counts: [Target: Int] = [:]
var number: UInt64 = 0
print("dmcc-fuzz: \(seconds) s, seed \(seed)")
/// For the handler: which input a trap belongs to.
nonisolated(unsafe) var current: (UInt64, UInt8) = (0, 0)
for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGALRM] {
  Glibc.signal(signal) { code in
    print("signal \(code) at input \(current.0), target \(Target.allCases[Int(current.1)].rawValue)")
    _exit(1)
  }
}
while SystemClock.now() < end {
  number += 1
  for target in chosen {
    var dice = Mutator(seed: seed &* 1_000_003 &+ number)
    guard let known = samples[target], !known.isEmpty else { continue }
    let bytes = dice.mutate(known)
    current = (number, UInt8(Target.allCases.firstIndex(of: target) ?? 0))
    alarm(20)
    if let fault = target.run(bytes, &dice) {
      print("\(target.rawValue), seed \(seed), input \(number): \(fault)\n\(JSON.hex(bytes))")
      exit(1)
    }
    counts[target, default: 0] += 1
  }
}
for target in chosen { print("\(target.rawValue): \(counts[target] ?? 0) inputs") }
