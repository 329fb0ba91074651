import Glibc

/// The generator `zint`, from which tests take symbols that nobody here drew.
public enum Zint {
  /// Whether it is installed; tests that need it are skipped otherwise.
  public static let isInstalled: Bool = {
    let found = system("command -v zint >/dev/null 2>&1") == 0
    if !found { print("skipped: zint is not installed (apt install zint)") }
    return found
  }()

  /// The modules of a symbol, row by row, true is dark; nil when zint refuses.
  ///
  /// - Parameters:
  ///   - arguments: What stands on the command line, for example `-b QRCODE --vers=7`.
  ///   - data: The data, handed over in a file.
  ///   - columns: Width of the symbol, nil for square ones (rows are padded to whole hexadecimal digits).
  public static func modules(_ arguments: String, _ data: [UInt8], columns: Int? = nil) -> [[Bool]]? {
    var name = Array("/tmp/scanbeam-zint-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    defer {
      close(file)
      unlink(name)
    }
    guard write(file, data, data.count) == data.count else { return nil }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let pipe = popen("zint \(arguments) -i \(path) --dump 2>/dev/null", "r") else { return nil }
    var text: [UInt8] = []
    var byte = fgetc(pipe)
    while byte != EOF {
      text.append(UInt8(byte))
      byte = fgetc(pipe)
    }
    guard pclose(pipe) == 0 else { return nil }
    let rows = text.split(separator: 0x0a).map { line -> [Bool] in
      line.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        .flatMap { digit in (0..<4).map { digit & (8 >> $0) != 0 } }
    }
    guard !rows.isEmpty else { return nil }
    let width = columns ?? (rows.count > 1 ? rows.count : rows[0].count)
    return rows.map { Array($0.prefix(width)) }
  }

  /// As above, for text.
  public static func modules(_ arguments: String, _ text: String, columns: Int? = nil) -> [[Bool]]? {
    modules(arguments, Array(text.utf8), columns: columns)
  }

  /// zint's own drawing, dots and hexagons as they are, with light around it; nil when zint refuses. Data without quotes.
  public static func drawing(_ arguments: String, _ data: String, margin: Int) -> Drawing? {
    guard let pipe = popen("zint \(arguments) -d '\(data)' --filetype=bmp --direct 2>/dev/null", "r") else {
      return nil
    }
    var file: [UInt8] = []
    var byte = fgetc(pipe)
    while byte != EOF {
      file.append(UInt8(byte))
      byte = fgetc(pipe)
    }
    pclose(pipe)
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) } }
    // One bit a pixel, 1 is dark; rows from below, in whole words of four bytes.
    guard file.count > 62, file[0] == 0x42, file[28] == 1 else { return nil }
    let (start, width, height) = (number(10), number(18), number(22))
    let stride = (width + 31) / 32 * 4
    guard width > 0, height > 0, file.count >= start + stride * height else { return nil }
    let drawing = Drawing(width: width + 2 * margin, height: height + 2 * margin)
    for y in 0..<height {
      let row = start + (height - 1 - y) * stride
      for x in 0..<width where file[row + x / 8] & (0x80 >> UInt8(x % 8)) != 0 {
        drawing.pixels[(y + margin) * drawing.width + x + margin] = 0
      }
    }
    return drawing
  }
}
