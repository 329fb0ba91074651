import CZBar
import ReaderCore

/// One symbol as libzbar reports it, copied out of its memory.
struct ZBarSymbol {
  /// Its kind, the numbers of `zbar_symbol_type_t`.
  let type: zbar_symbol_type_t
  /// Its data.
  let bytes: [UInt8]
  /// GS1 data (FNC1 in first position).
  let isGS1: Bool
  /// FNC1 in second position.
  let isAIM: Bool
  /// How many scan lines gave the same data.
  let support: Int
  /// Reading direction.
  let orientation: zbar_orientation_t
  /// Corners of a QR code, ends of the scan lines of a linear one.
  let points: [Point]
  /// The parts of a structured-append set.
  let components: [ZBarSymbol]

  /// Copies a symbol.
  init(_ symbol: OpaquePointer) {
    self.init(symbol, length: Int(zbar_symbol_get_data_length(symbol)))
  }

  private init(_ symbol: OpaquePointer, length: Int) {
    type = zbar_symbol_get_type(symbol)
    if length > 0, let data = zbar_symbol_get_data(symbol) {
      bytes = data.withMemoryRebound(to: UInt8.self, capacity: length) {
        Array(UnsafeBufferPointer(start: $0, count: length))
      }
    } else {
      bytes = []
    }
    let modifiers = zbar_symbol_get_modifiers(symbol)
    isGS1 = modifiers & (1 << ZBAR_MOD_GS1.rawValue) != 0
    isAIM = modifiers & (1 << ZBAR_MOD_AIM.rawValue) != 0
    support = Int(zbar_symbol_get_quality(symbol))
    orientation = zbar_symbol_get_orientation(symbol)
    points = (0..<zbar_symbol_get_loc_size(symbol)).map {
      Point(Double(zbar_symbol_get_loc_x(symbol, $0)), Double(zbar_symbol_get_loc_y(symbol, $0)))
    }
    components = ZBarSymbol.components(of: symbol)
  }

  /// The parts of a set that were found. Their lengths are one byte short in libzbar 0.23.92 (it allows for a NUL that
  /// is only there before a gap), so the data pointers of the neighbours measure them.
  private static func components(of symbol: OpaquePointer) -> [ZBarSymbol] {
    var parts: [ZBarSymbol] = []
    guard let whole = zbar_symbol_get_data(symbol) else { return [] }
    let end = whole + Int(zbar_symbol_get_data_length(symbol))
    var part = zbar_symbol_first_component(symbol)
    while let current = part {
      part = zbar_symbol_next(current)
      guard zbar_symbol_get_type(current) != ZBAR_PARTIAL, let start = zbar_symbol_get_data(current) else { continue }
      var stop = part.flatMap { zbar_symbol_get_data($0) } ?? end
      if let next = part, zbar_symbol_get_type(next) == ZBAR_PARTIAL, zbar_symbol_next(next) != nil { stop -= 1 }
      guard start >= whole, stop <= end else { continue }
      parts.append(ZBarSymbol(current, length: max(0, stop - start)))
    }
    return parts
  }
}
