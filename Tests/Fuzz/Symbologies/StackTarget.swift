import ReaderCore

@testable import Decoding

/// The decoders of stacked symbologies.
enum StackTarget: FuzzTarget, CaseIterable {
  case codablockF, code16K, code49

  private var kind: StackKind {
    switch self {
    case .codablockF: .codablockF
    case .code16K: .code16K
    case .code49: .code49
    }
  }

  /// A random value, and the words of its rows.
  func symbol(_ dice: inout Dice) -> (bytes: [UInt8], rows: [[Int]]) {
    var bytes = dice.below(2) == 0 ? dice.digitText(1 + dice.below(50)) : dice.bytes(1 + dice.below(30))
    // A separator in front would tell GS1 data.
    if bytes[0] == 0x1D { bytes[0] = 0x41 }
    let count = 2 + dice.below(8)
    let part = dice.below(3) > 0 ? nil : StructuredAppend(index: dice.below(count), count: count, parity: 0)
    switch self {
    case .codablockF:
      return (bytes, CodablockF.encode(bytes, columns: 4 + dice.below(20), rows: 2 + dice.below(6)) ?? [])
    case .code16K: return (bytes, Code16K.encode(bytes, rows: 2 + dice.below(15), part: part) ?? [])
    case .code49:
      bytes = bytes.map { $0 & 0x7f }
      return (bytes, Code49.encode(bytes, rows: 2 + dice.below(7), part: part) ?? [])
    }
  }

  /// The modules of rows.
  func modules(_ rows: [[Int]]) -> [[Bool]] {
    switch self {
    case .codablockF: CodablockF.modules(rows) ?? []
    case .code16K: Code16K.modules(rows) ?? []
    case .code49: Code49.modules(rows) ?? []
    }
  }

  func fault(_ number: Int) -> String? {
    var dice = Dice(UInt64(number) &* 17 &+ 5)
    let (bytes, rows) = symbol(&dice)
    if rows.isEmpty { return nil }
    guard kind.decode(rows)?.bytes == bytes else { return "\(bytes) is not read" }
    var changed = rows
    let errors = 1 + dice.below(3)
    for _ in 0..<errors {
      let row = dice.below(changed.count)
      changed[row][dice.below(changed[row].count)] = dice.below(8) == 0 ? dice.below(3000) - 100 : dice.below(107)
    }
    if let value = kind.decode(changed), value.bytes != bytes, errors == 1 {
      return "\(bytes) with one wrong word is read as \(value.bytes)"
    }
    _ = kind.decode(dice.mutate(rows, { $0.digits($0.below(80)) }))
    _ = kind.decode(rows.map { dice.mutate($0, { $0.below(110) }) })
    return nil
  }
}
