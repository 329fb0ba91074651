import Glibc
import Scanbeam

/// `scanbeam explain`: what the decoder does with a picture, stage by stage.
enum ExplainCommand {
  static let usage = """
    scanbeam explain PICTURE --out DIR [--effort N] [--symbologies A,B] [--json]

    Searches a picture and writes into DIR (made when it is not there): index.html, which shows everything together;
    candidates.png, where codes can be; values.png, what was read, believed (green) or not (red); patch-N.png, what was
    cut out, and look-N.png, what a decoder read something from. Prints what each stage cost.

      --json   print everything as one JSON object instead of tables

    Exit codes: 0 something was read, 1 nothing was read, 2 error.
    """

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try Arguments(
      words, valued: ["--out", "--effort", "--symbologies"], flags: ["--json", "--help", "-h"])
    if arguments.has("--help") || arguments.has("-h") {
      Output.line(usage)
      return 0
    }
    guard arguments.positional.count == 1, let path = arguments.positional.first else {
      throw Failure("explain takes one picture; scanbeam explain --help explains it.")
    }
    guard let out = arguments.value("--out") else { throw Failure("explain needs --out DIR.") }
    var options = StillPicture.Options()
    options.symbologies = try arguments.symbologies()
    options.effort = try arguments.int("--effort", 1...5) ?? 2
    let recorder = DecodeRecorder()
    options.recorder = recorder
    if mkdir(out, 0o777) != 0, errno != EEXIST || !FileKind.isDirectory(out) {
      throw Failure(ReaderError(.io, "\(out) cannot be made.", errno: errno))
    }
    let image = try attempt { () throws(ReaderError) in try PictureFile.load(path: path) }
    let results = try attempt { () throws(ReaderError) in try StillPicture.decode(image.view, path: path, options) }
    let explanation = Explanation(
      path: path, effort: options.effort, image: image, recorder: recorder, results: results)
    let pictures = try attempt { () throws(ReaderError) in try ExplainPictures.write(explanation, folder: out) }
    let page = ExplainPage.html(explanation, pictures)
    try attempt { () throws(ReaderError) in try PNGWriter.write(Array(page.utf8), path: out + "/index.html") }
    Output.line(arguments.has("--json") ? ExplainText.json(explanation, pictures) : ExplainText.tables(explanation))
    return results.codes.isEmpty ? 1 : 0
  }
}

/// What there is to explain.
struct Explanation {
  let path: String
  let effort: Int
  let image: LumaImage
  let recorder: DecodeRecorder
  let results: ReadResults

  /// Name of the symbology or its variant, and the text or the bytes.
  static func name(_ code: DecodedCode) -> String {
    code.variant.name.isEmpty ? code.symbology.name : code.variant.name
  }
  static func value(_ code: DecodedCode) -> String {
    if let text = code.text?.text { return Output.visible(text) }
    let printable = code.bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    return printable ? String(decoding: code.bytes, as: UTF8.self) : "hex:" + JSON.hex(code.bytes)
  }
  static func milliseconds(_ time: Int64) -> String { Decimal.text(Double(time) / 1e6, places: 2) }

  /// "12: stripes, module 2.3, score 0.81".
  func caption(ofPlace index: Int) -> String {
    let place = recorder.places[index]
    let module = place.module > 0 ? ", module \(Decimal.text(place.module, places: 1)) px" : ""
    return "\(index): \(place.kind)\(module), score \(Decimal.text(place.score, places: 2)), \(place.edges) edges, "
      + "coherence \(Decimal.text(place.coherence, places: 2))"
  }

  /// "linear, candidate 3, first look, 320x90, 0.41 ms".
  func caption(ofLook index: Int) -> String {
    let look = recorder.looks[index]
    let place = look.candidate.map { "candidate \($0)" } ?? "whole picture"
    return "\(look.part.name), \(place), \(look.step), \(look.size.width)x\(look.size.height), "
      + "\(Explanation.milliseconds(look.time)) ms"
  }
}
