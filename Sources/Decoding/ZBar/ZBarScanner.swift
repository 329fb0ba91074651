import CZBar
import Glibc
import ReaderCore

/// One scan of one picture with libzbar.
///
/// Scanner and image live for one call only. A scanner that is used again carries DataBar segments and the state of the
/// QR reader's random search into the next picture, and loses 145 to 220 bytes for each QR code until it is destroyed
/// (its recycling never takes from the smallest bucket). Making one costs a few microseconds.
enum ZBarScanner {
  /// Scans a picture for some kinds of symbols.
  ///
  /// - Parameters:
  ///   - luma: The picture.
  ///   - types: What is looked for; everything else is off.
  static func scan(_ luma: LumaView, for types: [zbar_symbol_type_t]) -> [ZBarSymbol] {
    guard !types.isEmpty else { return [] }
    _ = ZBarLibrary.silenced
    guard let scanner = zbar_image_scanner_create() else { return [] }
    defer { zbar_image_scanner_destroy(scanner) }
    configure(scanner, types)

    guard let image = zbar_image_create() else { return [] }
    defer { zbar_image_destroy(image) }
    let (width, height) = (luma.width, luma.height)
    zbar_image_set_format(image, 0x3030_3859)  // "Y800"
    zbar_image_set_size(image, UInt32(width), UInt32(height))

    if luma.stride == width || height == 1 {
      return scan(scanner, image, luma.base, width * height)
    }
    guard let copy = malloc(width * height) else { return [] }
    defer { free(copy) }
    for y in 0..<height { memcpy(copy + y * width, luma.row(y), width) }
    return scan(scanner, image, copy, width * height)
  }

  private static func configure(_ scanner: OpaquePointer, _ types: [zbar_symbol_type_t]) {
    func set(_ type: zbar_symbol_type_t, _ config: zbar_config_t, _ value: Int32) {
      zbar_image_scanner_set_config(scanner, type, config, value)
    }
    zbar_image_scanner_enable_cache(scanner, 0)
    set(ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    set(ZBAR_SQCODE, ZBAR_CFG_ENABLE, 0)
    for type in types { set(type, ZBAR_CFG_ENABLE, 1) }
    set(ZBAR_NONE, ZBAR_CFG_POSITION, 1)
    set(ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
  }

  private static func scan(
    _ scanner: OpaquePointer, _ image: OpaquePointer, _ pixels: UnsafeRawPointer, _ count: Int
  ) -> [ZBarSymbol] {
    zbar_image_set_data(image, pixels, UInt(count), nil)
    defer { zbar_image_set_symbols(image, nil) }
    var symbols: [ZBarSymbol] = []
    guard zbar_scan_image(scanner, image) > 0 else { return symbols }
    var symbol = zbar_image_first_symbol(image)
    while let current = symbol {
      symbols.append(ZBarSymbol(current))
      symbol = zbar_symbol_next(current)
    }
    return symbols
  }
}
