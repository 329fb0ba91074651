import ReaderCore

/// The linkage flag of a GS1-128: a change of the code set right before the check character, which changes nothing (ISO/IEC 24723, 7.4).
enum LinkageCharacter {
  /// Modules of a character and of the stop.
  private static let (character, stop) = (11, 13)
  private static let stopModules: UInt32 = 0b1100011101011
  /// The characters that can change the code set.
  private static let latches = 99...101
  /// Values by their modules.
  private static let values: [UInt32: Int] = {
    var out: [UInt32: Int] = [:]
    for (value, widths) in Code128Tables.widths.enumerated() { out[modules(widths)] = value }
    return out
  }()

  private static func modules(_ widths: UInt32) -> UInt32 {
    var out: UInt32 = 0
    for element in 0..<6 {
      for _ in 0..<(widths >> UInt32(4 * (5 - element)) & 15) { out = out << 1 | (element % 2 == 0 ? 1 : 0) }
    }
    return out
  }

  /// Whether the code says that a 2D component belongs to it; nil where its last characters cannot be seen, or could be data.
  static func isThere(_ luma: LumaView, _ place: LinearPlace, _ bytes: [UInt8], isInverted: Bool) -> Bool? {
    var seen: [Int: Int] = [:]
    for height in [-3.0, -6, -10, -15, -21] {
      if let value = character(luma, place, height, isInverted: isInverted) { seen[value, default: 0] += 1 }
    }
    guard let (value, count) = seen.max(by: { $0.value < $1.value }), count > 1, count * 2 > seen.values.reduce(0, +)
    else { return nil }
    guard latches.contains(value) else { return false }
    // In set C it stands for two digits.
    return value == 99 && bytes.suffix(2).elementsEqual([0x39, 0x39]) ? nil : true
  }

  /// The character before the check character on a line, where both and the stop are whole.
  private static func character(_ luma: LumaView, _ place: LinearPlace, _ height: Double, isInverted: Bool) -> Int? {
    let count = 2 * character + stop
    let per = 4
    let from = place.modules - Double(count)
    guard from > 0 else { return nil }
    var samples = [Float](repeating: 0, count: (count + 2) * per)
    Sampling.line(
      luma, place.point(from - 1, height), place.point(from, height), 1 / Double(per), samples.count, isInverted,
      add: false, into: &samples)
    let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
    guard high - low > 24 else { return nil }
    let middle = (low + high) / 2
    // The ends that engines report are a share of a module off.
    for shift in [0, 1, -1, 2, -2, 3, -3] {
      var bits: UInt64 = 0
      for module in 0..<count {
        let at = (module + 1) * per + per / 2 + shift
        bits = bits << 1 | (samples[at - 1] + samples[at] > 2 * middle ? 1 : 0)
      }
      let mask = UInt64(1) << UInt64(character) - 1
      guard UInt32(bits & (1 << UInt64(stop) - 1)) == stopModules,
        values[UInt32(bits >> UInt64(stop) & mask)] != nil,
        let value = values[UInt32(bits >> UInt64(stop + character) & mask)]
      else { continue }
      return value
    }
    return nil
  }
}
