import Decoding
import Glibc
import Scanbeam

/// `scanbeam bench`: what the decoder reads and what it costs, in forms that a script can compare with other readers.
enum BenchCommand {
  static let usage = """
    scanbeam bench pictures MANIFEST --out RESULTS.jsonl [--effort N] [--symbologies A,B] [--repeat 3] [--add-ons]
        [--threads N]
        Reads every picture that the first column of a tab-separated MANIFEST names (paths relative to it) and writes one
        JSON object a picture: path, ms (CPU time of the best of the repeats, without loading), results (symbology,
        bytes in hexadecimal digits: text in UTF-8, the bare data where it is no text; confidence, what confirmed it, and what the pixels said).
        With --threads the times are those of the clock, one decoder is used throughout, and searches that take long may
        use so many threads.
        With --add-ons also add-ons of EAN and UPC that are alone.
        An Intelligent Mail barcode is given twice, by its digits and by its bars (letters F A D T); a composite as a
        whole and by its components.
    scanbeam bench frames DIR [--effort N] [--symbologies A,B] [--threads 1] [--repeat 5]
        Prints a line for each PNG of a directory: name, median CPU time, number of codes, and the median CPU time of the
        same frame as a camera would see it again: unchanged. One decoder is used throughout, as for a camera. With more
        than one thread the times are those of the clock.
    scanbeam bench symbologies PICTURE... [--svg FILE] [--effort N] [--repeat 9]
        Prints the median CPU time of each picture with the first 1, 2, 3 ... symbologies enabled, and draws it.
    scanbeam bench kernels [PICTURE] [--repeat 9]
        Prints the best time of each pixel kernel beside that of the same in C (-O3), their ratio, and how far their
        outputs differ.
    scanbeam bench locator MANIFEST... [--effort 4]
        Prints the codes that a search reads, or an engine in the whole picture, and that lie in no candidate of the
        locator, and what locating costs.
    scanbeam bench memory DIR [--repeat 100000]
        Decodes so many frames with one decoder, the pictures of a directory in turn, each also as an unchanged scene,
        and noise between them, and prints the resident memory and the codes that were read as it goes.
    scanbeam bench commands [--repeat 20000]
        Prints the median round trip of a command to a terminal over loopback beside that of a bare socket. Exit code 1:
        it took more than three times as long.
    scanbeam bench results [--repeat 60]
        Takes a thousand results a second over TCP for so many seconds. Exit code 1: one was lost, doubled or out of order,
        a command was not answered, or memory grew.
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--out", "--effort", "--symbologies", "--repeat", "--svg", "--threads"],
      flags: ["--help", "-h", "--add-ons"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    var options = StillPicture.Options()
    options.symbologies = try arguments.symbologies()
    options.effort = try arguments.int("--effort", 1...5) ?? 2
    options.readsAddOnsAlone = arguments.has("--add-ons")
    let repeats = try arguments.int("--repeat", 1...10_000_000)
    switch (arguments.positional.first, arguments.positional.count) {
    case ("pictures", 2):
      guard let out = arguments.value("--out") else { throw Failure("bench pictures needs --out RESULTS.jsonl.") }
      let threads = arguments.value("--threads") == nil ? nil : try arguments.int("--threads", 1...64)
      return try pictures(arguments.positional[1], out, options, threads, repeats ?? 3)
    case ("frames", 2):
      var request = request(options)
      request.maxThreads = try arguments.int("--threads", 1...64) ?? 1
      return try frames(arguments.positional[1], request, max(5, repeats ?? 5))
    case ("symbologies", 2...):
      return try symbologies(
        Array(arguments.positional.dropFirst()), svg: arguments.value("--svg"), effort: options.effort, repeats ?? 9)
    case ("kernels", 1...2): return try kernels(arguments.positional.dropFirst().first, repeats ?? 9)
    case ("locator", 2...):
      if arguments.value("--effort") == nil { options.effort = 4 }
      return try locator(Array(arguments.positional.dropFirst()), request(options))
    case ("memory", 2): return try memory(arguments.positional[1], request(options), repeats ?? 100_000)
    case ("results", 1): return try results(repeats ?? 60)
    case ("commands", 1): return try commands(repeats ?? 20_000)
    default:
      throw Failure(
        "bench measures pictures, frames, symbologies, kernels, locator, memory, commands or results; scanbeam bench --help explains it."
      )
    }
  }

  /// What is looked for.
  static func request(_ options: StillPicture.Options) -> DecodeRequest {
    DecodeRequest(symbologies: options.symbologies ?? Decoder.available, effort: options.effort)
  }

  private static func pictures(
    _ manifest: String, _ out: String, _ options: StillPicture.Options, _ threads: Int?, _ repeats: Int
  ) throws(Failure) -> Int32 {
    let folder = manifest.lastIndex(of: "/").map { String(manifest[...$0]) } ?? ""
    var seen: Set<String> = []
    var paths: [String] = []
    for line in try lines(of: manifest).dropFirst() {
      let path = String(line.prefix { $0 != "\t" })
      if !path.isEmpty, seen.insert(path).inserted { paths.append(path) }
    }
    let fd = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard fd >= 0 else {
      throw Failure(ReaderError(.io, "\(out) cannot be written.", errno: errno))
    }
    defer { close(fd) }
    var total = 0.0
    let decoder = threads.map { _ in Decoder() }
    var request = request(options)
    request.checks.addOns = options.readsAddOnsAlone
    request.maxThreads = threads ?? 1
    for (index, path) in paths.enumerated() {
      Progress.show(index, of: paths.count, path)
      let image: LumaImage
      do throws(ReaderError) { image = try PictureFile.load(path: folder + path) } catch {
        Output.note("scanbeam: \(path): \(error.message)")
        continue
      }
      let best: Double
      let found: [DecodedCode]
      if let decoder {
        (best, found) = measure(image, decoder, request, repeats)
      } else {
        let (times, results) = try measure(image, options, repeats)
        (best, found) = (times.min() ?? 0, results.codes)
      }
      total += best
      let codes = found.flatMap { code in
        // Manifests name text in UTF-8, whatever character set the code carries it in; Intelligent Mail by its digits or
        // by its bars; composites by the whole or by a component.
        let bytes = code.text.map { Array($0.text.utf8) } ?? code.bytes
        return [object(code, bytes)] + (PostalLetters.bars(of: code).map { [object(code, $0)] } ?? [])
          + code.components.map { object(code, $0.bytes, as: $0) }
      }
      Output.write(
        "{\"path\":\(JSON.string(path)),\"ms\":\(Decimal.text(best, places: 4)),"
          + "\"results\":[\(codes.joined(separator: ","))]}\n", to: fd)
    }
    Progress.clear()
    let clock = threads == nil ? "of CPU time" : "by the clock"
    Output.note("\(paths.count) pictures, \(Decimal.text(total / 1000, places: 2)) s \(clock), results in \(out)")
    return 0
  }

  private static func object(_ code: DecodedCode, _ bytes: [UInt8], as part: CodeComponent? = nil) -> String {
    let (symbology, variant) = part.map { ($0.symbology, $0.variant) } ?? (code.symbology, code.variant)
    let name = variant.name.isEmpty ? symbology.name : variant.name
    return "{\"symbology\":\(JSON.string(name)),\"bytes\":\"\(JSON.hex(bytes))\","
      + "\"confidence\":\(code.confidence),\"confirmed_by\":[\(names(code.confirmations))],"
      + "\"verification\":\(JSON.string(code.verification))}"
  }

  private static func names(_ confirmations: Confirmations) -> String {
    confirmations.names.map { JSON.string($0) }.joined(separator: ",")
  }

  /// Milliseconds of the clock of the best repeat, and the codes.
  private static func measure(
    _ image: LumaImage, _ decoder: Decoder, _ request: DecodeRequest, _ repeats: Int
  ) -> (Double, [DecodedCode]) {
    var (best, codes): (Int64, [DecodedCode]) = (.max, [])
    for _ in 0..<max(1, repeats) {
      let begin = SystemClock.now()
      codes = decoder.decode(image.view, request)
      best = min(best, SystemClock.now() &- begin)
    }
    return (Double(best) / 1e6, codes)
  }

  /// CPU milliseconds of each repeat, and the last results.
  private static func measure(
    _ image: LumaImage, _ options: StillPicture.Options, _ repeats: Int
  ) throws(Failure) -> ([Double], ReadResults) {
    var times: [Double] = []
    var last: ReadResults?
    for _ in 0..<repeats {
      let results = try attempt { () throws(ReaderError) in try StillPicture.decode(image.view, options) }
      times.append(Double(results.decodeTime) / 1e6)
      last = results
    }
    guard let last else { throw Failure("There is nothing to measure.") }
    return (times, last)
  }

  static func lines(of path: String) throws(Failure) -> [Substring] {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw Failure(ReaderError(.notFound, "\(path) cannot be read.", errno: errno)) }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(fd, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
