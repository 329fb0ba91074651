import Decoding
import Glibc
import Scanbeam

extension BenchCommand {
  /// `bench memory`: decodes the pictures of a directory over and over with one decoder and prints the resident memory.
  static func memory(_ directory: String, _ request: DecodeRequest, _ count: Int) throws(Failure) -> Int32 {
    var images: [LumaImage] = []
    for path in try attempt({ () throws(ReaderError) in try PictureFile.list(directory: directory) }) {
      images.append(try attempt { () throws(ReaderError) in try PictureFile.load(path: path) })
    }
    guard !images.isEmpty else { throw Failure("There are no pictures in \(directory).") }
    let decoder = Decoder()
    for i in 0...count {
      if i % max(1, count / 10) == 0 { Output.line("\(i) frames\t\(residentKilobytes()) kB") }
      _ = decoder.decode(images[i % images.count].view, request)
    }
    return 0
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
