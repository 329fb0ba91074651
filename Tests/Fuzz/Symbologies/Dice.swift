/// Random numbers that follow from a seed (SplitMix64), and what is made of them.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int(next() % UInt64(count)) }

  mutating func digits(_ count: Int) -> [Int] { (0..<count).map { _ in below(10) } }

  mutating func digitText(_ count: Int) -> [UInt8] { digits(count).map { UInt8($0) + 0x30 } }

  mutating func text(_ count: Int, _ alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet[below(alphabet.count)] }
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// Up to four elements changed, taken out, doubled or made up.
  mutating func mutate<T>(_ list: [T], _ another: (inout Dice) -> T) -> [T] {
    var list = list
    for _ in 0..<below(5) {
      let at = below(list.count + 1)
      switch below(4) {
      case 0 where at < list.count: list[at] = another(&self)
      case 1 where at < list.count: list.remove(at: at)
      case 2 where at < list.count: list.insert(contentsOf: list[at..<min(list.count, at + below(9))], at: at)
      default: list.insert(another(&self), at: at)
      }
    }
    return list
  }
}
