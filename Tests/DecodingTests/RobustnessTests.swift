import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// Pictures without sense: nothing may be read, printed, kept or broken.
@Suite(.serialized) struct RobustnessTests {
  /// A reproducible stream of numbers.
  struct Noise {
    var state: UInt64
    mutating func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
  }

  /// Random pixels, stripes, blocks, or bar-like rows.
  static func noise(_ kind: Int, _ seed: Int, width: Int = 640, height: Int = 480) -> [UInt8] {
    var noise = Noise(state: UInt64(seed * 7919 + 1))
    var pixels = [UInt8](repeating: 255, count: width * height)
    switch kind {
    case 0:
      for i in pixels.indices { pixels[i] = UInt8(noise.next() & 255) }
    case 1:
      for y in 0..<height {
        for x in 0..<width where y % 4 == 0 || x % 4 == 0 {
          pixels[y * width + x] =
            y % 4 == 0 && x % 4 == 0 ? UInt8(noise.next() & 1) &* 255 : pixels[(y / 4 * 4) * width + x / 4 * 4]
        }
        for x in 0..<width { pixels[y * width + x] = pixels[(y / 4 * 4) * width + x / 4 * 4] }
      }
    default:
      let repeats = kind == 2 ? height : 6
      for y in 0..<height {
        if y % repeats != 0 {
          for x in 0..<width { pixels[y * width + x] = pixels[(y - 1) * width + x] }
          continue
        }
        var x = 0
        var isDark = false
        while x < width {
          for _ in 0..<(2 * (1 + noise.next() % 8)) where x < width {
            pixels[y * width + x] = isDark ? 0 : 255
            x += 1
          }
          isDark.toggle()
        }
      }
    }
    return pixels
  }

  private func decode(_ pixels: [UInt8], _ width: Int, _ height: Int, effort: Int = 2) -> [DecodedCode] {
    pixels.withUnsafeBufferPointer {
      let view = LumaView(base: $0.baseAddress!, width: width, height: height, stride: width)
      return Decoder().decode(view, DecodeRequest(symbologies: Decoder.available, effort: effort))
    }
  }

  @Test func degenerateSizes() {
    // Field report 23.
    for width in [1, 2, 3, 5, 8, 600, 4096] {
      for height in [1, 2, 3, 5, 8, 600, 4096] where width * height <= 4096 * 600 {
        for kind in 0...2 {
          let pixels = RobustnessTests.noise(kind, width + height, width: width, height: height)
          let effort = width * height < 100_000 ? 5 : 2
          #expect(decode(pixels, width, height, effort: effort).isEmpty, "\(width) x \(height)")
        }
      }
    }
  }

  @Test func noiseGivesNoCodeAndNoLine() {
    // Field report 12; libzbar alone finds an Interleaved 2 of 5 here and there.
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    fflush(nil)
    let saved = dup(2)
    dup2(ends[1], 2)
    var found: [String] = []
    for seed in 0..<40 {
      let pixels = RobustnessTests.noise(seed % 4, seed)
      found += decode(pixels, 640, 480).map { "\(seed): \($0.symbology.name) \($0.bytes)" }
    }
    fflush(nil)
    dup2(saved, 2)
    close(saved)
    close(ends[1])
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(ends[0], &buffer, buffer.count)
    close(ends[0])
    let printed = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    #expect(!printed.contains("WARNING") && !printed.contains("zbar"), "\(printed)")
    #expect(found == [])
    #expect(ZBarLibrary.silenced)
  }

  @Test func oldLibrariesAreRefused() throws {
    #expect(throws: ReaderError.self) { try ZBarLibrary.check((0, 10, 0)) }
    #expect(throws: ReaderError.self) { try ZBarLibrary.check((0, 23, 0)) }
    try ZBarLibrary.check((0, 23, 1))
    try ZBarLibrary.check((0, 24, 0))
    try ZBarLibrary.check((1, 0, 0))
  }
}

/// The same picture gives the same result, whatever was before and beside it.
@Suite(.serialized, .enabled(if: Zint.isInstalled)) struct DeterminismTests {
  private func pictures() throws -> [Drawing] {
    var drawings: [Drawing] = []
    for text in ["one", "the second of them, somewhat longer", "3"] {
      drawings.append(Drawing(try #require(Zint.modules("-b QRCODE", text)), scale: 3, degrees: 20))
    }
    for (arguments, data) in [
      ("-b DBAR_EXP", "[01]09501101530003[3103]001750"), ("-b DBAR_OMN", "0950110153000"), ("-b EANX", "978020137962"),
      ("-b CODE128", "state"),
    ] {
      drawings.append(Drawing([try #require(Zint.modules(arguments, data))[0]], scale: 2, rowHeight: 20))
    }
    let blank = Drawing(width: 200, height: 100)
    let noise = Drawing(width: 640, height: 480)
    noise.pixels = RobustnessTests.noise(3, 5)
    return drawings + [blank, noise]
  }

  private func summary(_ codes: [DecodedCode]) -> String {
    codes.map { "\($0.symbology.name) \($0.bytes) \($0.aimID) \($0.corners)" }.joined(separator: "\n")
  }

  @Test func framesDoNotDependOnEachOther() throws {
    let pictures = try pictures()
    let request = DecodeRequest(symbologies: Decoder.available)
    let alone = pictures.map { picture in summary(picture.withView { Decoder().decode($0, request) }) }
    let one = Decoder()
    for before in pictures.indices {
      for after in pictures.indices {
        _ = pictures[before].withView { one.decode($0, request) }
        #expect(summary(pictures[after].withView { one.decode($0, request) }) == alone[after])
      }
    }
  }

  /// Field report 100. At effort 5 each search takes long: few pictures do.
  @Test(arguments: [(2, 1), (2, 2), (5, 1), (5, 2)]) func eightThreadsAgree(_ effort: Int, _ maxThreads: Int) throws {
    let pictures = effort > 2 ? Array(try pictures().prefix(4)) : try pictures()
    var request = DecodeRequest(symbologies: Decoder.available, effort: effort)
    let alone = pictures.map { picture in summary(picture.withView { Decoder().decode($0, request) }) }
    request.maxThreads = maxThreads
    let shared = request
    let lock = Lock()
    nonisolated(unsafe) var differences = 0
    let threads = try (0..<8).map { start in
      try WorkerThread(name: "decode") {
        let decoder = Decoder()
        for round in 0..<(effort > 2 ? 2 : 15) {
          let i = (start + round) % pictures.count
          let result = self.summary(pictures[i].withView { decoder.decode($0, shared) })
          if result != alone[i] { lock.locked { differences += 1 } }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(differences == 0)
  }

  /// At effort 5, with and without a second thread: what was before, and whether something was, changes nothing.
  @Test func thoroughSearchesDoNotDependOnEachOther() throws {
    let pictures = Array(try pictures().dropFirst(2).prefix(3))
    var request = DecodeRequest(symbologies: Decoder.available, effort: 5)
    let alone = pictures.map { picture in summary(picture.withView { Decoder().decode($0, request) }) }
    let one = Decoder()
    for threads in [2, 1] {
      request.maxThreads = threads
      for i in pictures.indices.reversed() {
        #expect(summary(pictures[i].withView { one.decode($0, request) }) == alone[i])
      }
    }
  }

  @Test func memoryStaysFlat() throws {
    // Field report 103: a warm libzbar scanner loses 145 to 220 bytes for each QR code.
    let picture = Drawing(try #require(Zint.modules("-b QRCODE", "memory")), scale: 2)
    let decoder = Decoder()
    let request = DecodeRequest(symbologies: SymbologySet([.qr]))
    func run(_ count: Int) { for _ in 0..<count { _ = picture.withView { decoder.decode($0, request) } } }
    // AddressSanitizer keeps what was freed for a while, so nothing is measured there: it finds leaks itself.
    guard getenv("SCANBEAM_SANITIZE") == nil else { return run(1000) }
    run(2000)
    // Other tests of the process take memory, too; what leaks here shows in every round.
    var least = Int.max
    for _ in 0..<5 where least >= 1024 {
      let before = residentKilobytes()
      run(10_000)
      least = min(least, residentKilobytes() - before)
    }
    #expect(least < 1024)
  }

  private func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4
  }
}
