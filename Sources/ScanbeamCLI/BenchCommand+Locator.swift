import Decoding
import Scanbeam

extension BenchCommand {
  /// `bench locator`: whether the codes of pictures lie in candidates, and what locating costs.
  ///
  /// A code is what a search at the given effort reads, whole pictures included; it is located when a candidate holds its middle
  /// and covers it, or a good part of it.
  static func locator(_ manifests: [String], _ request: DecodeRequest) throws(Failure) -> Int32 {
    let decoder = Decoder()
    let probe = LocatorProbe()
    var (codes, missed, pictures) = (0, 0, 0)
    var (time, pixels) = (0.0, 0)
    for manifest in manifests {
      let folder = manifest.lastIndex(of: "/").map { String(manifest[...$0]) } ?? ""
      var seen: Set<String> = []
      for line in try lines(of: manifest).dropFirst() {
        let path = String(line.prefix { $0 != "\t" })
        guard !path.isEmpty, seen.insert(path).inserted else { continue }
        let image: LumaImage
        do throws(ReaderError) { image = try PictureFile.load(path: folder + path) } catch {
          Output.note("scanbeam: \(path): \(error.message)")
          continue
        }
        Progress.show(pictures, of: 3000, path)
        pictures += 1
        pixels += image.width * image.height
        time += median(1) { probe.locate(image.view) }
        for code in decoder.decode(image.view, request) {
          codes += 1
          if probe.holds(code.corners) { continue }
          missed += 1
          Output.line(
            "missed\t\(path)\t\(code.symbology.name)\t\(Int(code.corners.centre.x)),\(Int(code.corners.centre.y))")
        }
      }
    }
    Progress.clear()
    Output.line(
      "\(codes) codes in \(pictures) pictures, \(missed) not in a candidate; locating took \(Decimal.text(time)) ms, "
        + "\(Decimal.text(time * 1e6 / Double(max(1, pixels)), places: 2)) ns a pixel")
    return 0
  }
}
