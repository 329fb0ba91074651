import Imaging
import ReaderCore

/// Locates, rectifies, decodes and judges the codes of a picture.
///
/// One pipeline belongs to one thread at a time; it gives the same answer for the same picture whatever it saw before.
final class DecodePipeline {
  let zbar: ZBarEngine?
  #if ZXING
    let zxing = ZXingEngine()
  #endif
  /// Scanbeam's own decoder for linear codes.
  let linear = LinearDecoder()
  /// Scanbeam's decoders for further symbologies.
  let readers: [any PatchReader]
  /// Scanbeam's own decoder for MaxiCode.
  let maxiCode = MaxiCodeReader()
  /// Scanbeam's own decoder for Data Matrix.
  let dataMatrix = DataMatrixReader()
  /// Scanbeam's own decoder for DotCode.
  let dotCode = DotCodeReader()
  /// Scanbeam's own decoder for PDF417 and MicroPDF417.
  let pdf417 = PDF417Reader()
  let locatorMemory = LocatorMemory()
  /// The thread that looks ahead, and what it looks with; nil as long as no search wanted one.
  var second: (thread: SecondThread, pipeline: DecodePipeline)?
  /// Nanoseconds of CPU time after which a search asks for a second thread, at most.
  var patience = Int64.max
  /// Judges linear codes by the pixels.
  let verifier = LinearVerifier()
  let barsVerifier = BarsVerifier()

  /// Makes a pipeline.
  init(zbar: ZBarEngine?, readers: [any PatchReader] = []) {
    self.zbar = zbar
    self.readers = readers
  }

  /// What it can read.
  var symbologies: SymbologySet {
    var set = LinearDecoder.symbologies.union(zbar?.symbologies ?? SymbologySet())
    #if ZXING
      set = set.union(zxing.symbologies)
    #endif
    for reader in readers { set = set.union(reader.symbologies) }
    set = set.union(SymbologySet([.qr, .dataMatrix, .aztec, .maxiCode]))
    set.insert(.dotCode)
    set.insert(.eanUcc)
    set = set.union(PDF417Reader.symbologies)
    return set.union(.outlined)
  }

  /// The names of the engines, for logs.
  var engineNames: [String] {
    var names = ["scanbeam"] + (zbar.map { [$0.name] } ?? [])
    #if ZXING
      names.append("\(zxing.name) \(ZXingEngine.version)")
    #endif
    return names
  }

  /// The codes of a picture, in no particular order. No more time than until `request.deadline` is taken, plus the step that
  /// runs then.
  func decode(_ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder? = nil) -> [DecodedCode] {
    for reader in readers { reader.prepare(request) }
    let search = Search(self, luma, request, recorder)
    search.run()
    return search.result()
  }
}
