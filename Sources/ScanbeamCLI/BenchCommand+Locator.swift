import Decoding
import Scanbeam

extension BenchCommand {
  /// `bench locator`: whether the codes of pictures lie in candidates, and what locating costs.
  ///
  /// A code is what a search at the given effort reads, or one of the engines in the whole picture; it is located when a candidate
  /// holds its middle and covers it, or a good part of it.
  static func locator(_ manifests: [String], _ request: DecodeRequest) throws(Failure) -> Int32 {
    let decoder = Decoder()
    let probe = LocatorProbe()
    var (codes, missed, pictures, lost, candidates) = (0, 0, 0, 0, 0)
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
        candidates += probe.count
        let ours = decoder.decode(image.view, request)
        let theirs = probe.engineReads(image.view, request.symbologies).filter { read in
          !ours.contains { $0.symbology == read.symbology && $0.bytes == read.bytes }
        }
        var misses = 0
        for (code, who) in ours.map({ ($0, "search") }) + theirs.map({ ($0, "engine") }) {
          codes += 1
          if probe.holds(code.corners) { continue }
          misses += 1
          let middle = code.corners.centre
          Output.line("missed\t\(path)\t\(code.symbology.name)\t\(Int(middle.x)),\(Int(middle.y))\t\(who)")
        }
        missed += misses
        if misses > 0 { lost += 1 }
      }
    }
    Progress.clear()
    Output.line(
      "\(codes) codes in \(pictures) pictures, \(missed) not in a candidate (\(lost) pictures); locating took "
        + "\(Decimal.text(time)) ms, \(Decimal.text(time * 1e6 / Double(max(1, pixels)), places: 2)) ns a pixel, "
        + "\(candidates / max(1, pictures)) candidates a picture")
    return 0
  }
}
