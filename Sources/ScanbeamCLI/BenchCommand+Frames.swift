import Decoding
import Scanbeam

extension BenchCommand {
  /// `bench frames`: what the frames of a camera cost.
  static func frames(_ directory: String, _ request: DecodeRequest, _ repeats: Int) throws(Failure) -> Int32 {
    let paths = try attempt { () throws(ReaderError) in try PictureFile.list(directory: directory) }
    let decoder = Decoder()
    for path in paths where path.hasSuffix(".png") {
      let image = try attempt { () throws(ReaderError) in try PictureFile.load(path: path) }
      let codes = decoder.decode(image.view, request)
      let clock = request.maxThreads > 1 ? SystemClock.now : SystemClock.threadCPU
      let time = median(repeats, clock) { _ = decoder.decode(image.view, request) }
      let again = unchanged(image, request, repeats)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      Output.line(
        "\(name)\t\(Decimal.text(time, places: 2)) ms\tn=\(codes.count)\tunchanged \(Decimal.text(again, places: 3)) ms"
      )
    }
    return 0
  }

  /// The time of a frame that a camera shows once more, after the search of it has come to rest.
  private static func unchanged(_ image: LumaImage, _ request: DecodeRequest, _ repeats: Int) -> Double {
    let live = LiveDecoder()
    live.hasBudget = false
    repeat { _ = live.decode(image.view, request, now: 0) } while live.spentEffort > 0
    return median(repeats) { _ = live.decode(image.view, request, now: 0) }
  }

  /// The median time of some runs, in milliseconds of the thread's CPU time or of another clock.
  static func median(
    _ repeats: Int, _ clock: () -> Int64 = SystemClock.threadCPU, _ body: () -> Void
  ) -> Double {
    var times: [Int64] = []
    for _ in 0..<max(1, repeats) {
      let begin = clock()
      body()
      times.append(clock() &- begin)
    }
    return Double(times.sorted()[times.count / 2]) / 1e6
  }
}
