extension Code128Tables {
  /// The shortest row of codewords for a message, start to check character; nil when a byte cannot be encoded (FNC4 is
  /// not used) or the message is empty.
  public static func encode(_ bytes: [UInt8], isGS1: Bool = false) -> [Int]? {
    encodings(bytes, isGS1: isGS1).first
  }

  /// The shortest rows of codewords for a message: as short ones may begin in several code sets, and go to pairs of digits where that
  /// saves nothing.
  static func encodings(_ bytes: [UInt8], isGS1: Bool = false) -> [[Int]] {
    guard !bytes.isEmpty, bytes.count <= 256, bytes.allSatisfy({ $0 < 128 }) else { return [] }
    var all: [[Int]] = []
    for isEager in [false, true] {
      let plan = plan(bytes, isEager)
      let shortest = plan.cost[0].min() ?? unreachable
      guard shortest < unreachable else { return [] }
      for set in [2, 1, 0] where plan.cost[0][set] == shortest {
        guard let row = row(bytes, plan.step, set, isGS1), !all.contains(row) else { continue }
        all.append(row)
      }
    }
    return all
  }

  private static var unreachable: Int { Int.max / 2 }

  /// cost[i][set]: codewords that the rest from byte i takes when `set` is active; step[i][set]: the set to go to for it. Digits go in
  /// pairs in set C; eagerly: also where they might as well stay.
  private static func plan(_ bytes: [UInt8], _ isEager: Bool) -> (cost: [[Int]], step: [[Int]]) {
    let n = bytes.count
    var cost = [[Int]](repeating: [unreachable, unreachable, unreachable], count: n + 1)
    var step = [[Int]](repeating: [0, 1, 2], count: n + 1)
    cost[n] = [0, 0, 0]
    for i in stride(from: n - 1, through: 0, by: -1) {
      for set in 0..<3 { if let (_, used) = codeword(bytes, i, set) { cost[i][set] = 1 + cost[i + used][set] } }
      let before = cost[i]
      for set in [2, 0, 1] {
        for other in [1, 0, 2] where before[other] + 1 < cost[i][set] {
          cost[i][set] = before[other] + 1
          step[i][set] = other
        }
        if isEager, set != 2, step[i][2] == 2, before[2] + 1 == cost[i][set] { step[i][set] = 2 }
      }
    }
    return (cost, step)
  }

  private static func row(_ bytes: [UInt8], _ step: [[Int]], _ start: Int, _ isGS1: Bool) -> [Int]? {
    var set = start
    var out = [startA + set]
    if isGS1 { out.append(102) }
    var i = 0
    while i < bytes.count {
      if step[i][set] != set {
        set = step[i][set]
        out.append([101, 100, 99][set])
      }
      guard let (c, used) = codeword(bytes, i, set) else { return nil }
      out.append(c)
      i += used
    }
    out.append(check(out))
    return out
  }

  /// The codeword for what stands at byte i in a code set, and the number of bytes that it covers. 0x1D is FNC1.
  private static func codeword(_ bytes: [UInt8], _ i: Int, _ set: Int) -> (Int, Int)? {
    let b = Int(bytes[i])
    if b == 0x1D { return (102, 1) }
    switch set {
    case 0: return b < 32 ? (b + 64, 1) : b < 96 ? (b - 32, 1) : nil
    case 1: return b >= 32 ? (b - 32, 1) : nil
    default:
      guard i + 1 < bytes.count, (0x30...0x39).contains(b), (0x30...0x39).contains(bytes[i + 1]) else { return nil }
      return ((b - 0x30) * 10 + Int(bytes[i + 1]) - 0x30, 2)
    }
  }
}
