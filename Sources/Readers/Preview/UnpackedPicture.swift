import Pictures
import ReaderCore

/// The pixels of a JPEG frame, unpacked once for the decoder and for those who look at it. Any thread.
final class UnpackedPicture {
  /// What there is of a frame.
  struct Content {
    var luma: LumaView
    /// Nil: nobody asked for it in time, or the picture has none.
    var chroma: ChromaPlanes?
    /// The chroma is that of a frame shortly before.
    var isColourLate: Bool
  }

  private let lock = Lock()
  private let colours: RecentColours
  // Under the lock.
  private var result: Result<Content, ReaderError>?
  private var memory: LumaImage?

  init(_ colours: RecentColours) { self.colours = colours }

  /// The frame gets another content; nobody else holds it.
  func clear() { lock.locked { result = nil } }

  func get(_ frame: PreviewFrame, _ decoder: JPEGDecoder, inColour: Bool) throws(ReaderError) -> Content {
    let result = lock.locked { () -> Result<Content, ReaderError> in
      let found = self.result ?? unpack(frame, decoder, inColour)
      self.result = found
      return found
    }
    return try result.get()
  }

  private func unpack(
    _ frame: PreviewFrame, _ decoder: JPEGDecoder, _ inColour: Bool
  ) -> Result<Content, ReaderError> {
    let late = inColour && frame.wish == .lateColour ? colours.recent(frame.time, frame.size) : nil
    let own = inColour && late == nil ? colours.take() : nil
    do throws(ReaderError) {
      let luma = try decoder.luma(frame.bytes, into: &memory, chroma: own, strict: true)
      if let own, own.isFilled { colours.keep(own, frame.time) }
      let chroma = late ?? (own?.isFilled == true ? own : nil)
      return .success(Content(luma: luma, chroma: chroma, isColourLate: late != nil))
    } catch { return .failure(error) }
  }
}
