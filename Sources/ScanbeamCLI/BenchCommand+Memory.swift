import Decoding
import Glibc
import Scanbeam

extension BenchCommand {
  /// `bench memory`: decodes the pictures of a directory over and over with one decoder, as a camera would show them, and prints
  /// the resident memory.
  ///
  /// Each picture comes twice, the second time as a scene that has not changed, then noise that was never there before. In one
  /// round of a hundred scenes that stay still are searched at higher efforts, as in a live scan.
  static func memory(_ directory: String, _ request: DecodeRequest, _ count: Int) throws(Failure) -> Int32 {
    var images: [LumaImage] = []
    for path in try attempt({ () throws(ReaderError) in try PictureFile.list(directory: directory) }) {
      images.append(try attempt { () throws(ReaderError) in try PictureFile.load(path: path) })
    }
    guard !images.isEmpty else { throw Failure("There are no pictures in \(directory).") }
    let noise = try attempt { () throws(ReaderError) in try LumaImage(width: 1024, height: 600) }
    var state: UInt32 = 1
    for i in 0..<1024 * 600 {
      state = state &* 1_664_525 &+ 1_013_904_223
      noise.base[i] = UInt8(state >> 24)
    }
    let live = LiveDecoder()
    let round = 3 * images.count
    var codes = 0
    for i in 0...count {
      if i % max(1, count / 10) == 0 { Output.line("\(i) frames\t\(residentKilobytes()) kB\t\(codes) codes") }
      live.maximumRise = i / round % 100 == 99 ? 2 : 0
      let view =
        i % 3 == 2
        ? LumaView(base: noise.base + i % 80_000, width: 1024, height: 512, stride: 1024) : images[i % round / 3].view
      codes += live.decode(view, request, now: Int64(i) * 33_000_000).count
    }
    return withExtendedLifetime(noise) { 0 }
  }

  static func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (size, resident) = (0, 0)
    withUnsafeMutablePointer(to: &size) { a in
      withUnsafeMutablePointer(to: &resident) { b in
        withVaList([a, b]) { _ = vfscanf(file, "%ld %ld", $0) }
      }
    }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }
}
