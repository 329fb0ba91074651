extension Code128Tables {
  /// The shortest row of codewords for a message, start to check character; nil when a byte cannot be encoded (FNC4 is
  /// not used) or the message is empty.
  public static func encode(_ bytes: [UInt8], isGS1: Bool = false) -> [Int]? {
    guard !bytes.isEmpty, bytes.count <= 256, bytes.allSatisfy({ $0 < 128 }) else { return nil }
    // cost[i][set]: codewords that the rest from byte i takes when `set` is active. Digits go in pairs in set C.
    let n = bytes.count
    let unreachable = Int.max / 2
    var cost = [[Int]](repeating: [unreachable, unreachable, unreachable], count: n + 1)
    var step = [[Int]](repeating: [0, 0, 0], count: n + 1)
    cost[n] = [0, 0, 0]
    for i in stride(from: n - 1, through: 0, by: -1) {
      for set in 0..<3 {
        if let (_, used) = codeword(bytes, i, set) { cost[i][set] = 1 + cost[i + used][set] }
        step[i][set] = set
      }
      let before = cost[i]
      for set in 0..<3 {
        for other in [1, 0, 2] where before[other] + 1 < cost[i][set] {
          cost[i][set] = before[other] + 1
          step[i][set] = other
        }
      }
    }
    var set = 2
    for other in [1, 0] where cost[0][other] < cost[0][set] { set = other }
    guard cost[0][set] < unreachable else { return nil }
    var out = [startA + set]
    if isGS1 { out.append(102) }
    var i = 0
    while i < n {
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
