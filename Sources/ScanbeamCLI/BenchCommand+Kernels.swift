import CTwins
import Glibc
import Imaging
import Scanbeam

extension BenchCommand {
  /// `bench kernels`: each kernel of Imaging beside the same in C, on a picture or a made one of 1920 x 1080.
  static func kernels(_ path: String?, _ repeats: Int) throws(Failure) -> Int32 {
    let image = try attempt { () throws(ReaderError) in
      if let path { return try PictureFile.load(path: path) }
      return try madePicture()
    }
    let room = 4 * image.width * image.height
    let (ours, theirs) = ([UInt8](repeating: 0, count: room), [UInt8](repeating: 0, count: room))
    Output.line("kernel\tms\tC -O3 ms\tratio\tlargest difference")
    for entry in KernelTable.entries {
      let name = "\(entry.name)"
      guard let twin = ctwin_find(name) else {
        throw Failure("\(name) has no twin in Sources/CTwins.")
      }
      var (mine, other) = (ours, theirs)
      // In turns, so that what else the machine does meets both alike; the best of each counts.
      var (best, bestOther) = (Double.infinity, Double.infinity)
      for _ in 0..<repeats {
        best = min(
          best, mine.withUnsafeMutableBufferPointer { out in median(1) { entry.run(image.view, out.baseAddress!) } })
        bestOther = min(
          bestOther,
          other.withUnsafeMutableBufferPointer { out in
            median(1) {
              twin(image.base, Int32(image.width), Int32(image.height), Int32(image.width), out.baseAddress!)
            }
          })
      }
      let writes = !KernelTable.withoutOutput.contains(name)
      let difference = writes ? "\(zip(mine, other).map { abs(Int($0) - Int($1)) }.max() ?? 0)" : "-"
      Output.line(
        "\(name)\t\(Decimal.text(best, places: 3))\t\(Decimal.text(bestOther, places: 3))\t"
          + "\(Decimal.text(best / max(bestOther, 1e-6), places: 2))\t\(difference)")
    }
    return 0
  }

  /// Stripes of many widths with noise: no kernel has an easy way through it.
  private static func madePicture() throws(ReaderError) -> LumaImage {
    let image = try LumaImage(width: 1920, height: 1080)
    var state: UInt32 = 1
    for y in 0..<1080 {
      for x in 0..<1920 {
        state = state &* 1_664_525 &+ 1_013_904_223
        let bar = (x / (2 + y / 108) + y / 60) % 2 == 0
        image.base[y * 1920 + x] = UInt8((bar ? 40 : 200) + Int(state >> 28))
      }
    }
    return image
  }
}
