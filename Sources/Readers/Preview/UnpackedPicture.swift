import Pictures
import ReaderCore

/// The pixels of a JPEG frame, unpacked once for the decoder and for those who look at it. Any thread.
final class UnpackedPicture {
  private let lock = Lock()
  // Under the lock.
  private var result: Result<LumaView, ReaderError>?
  private var memory: LumaImage?
  private let chroma = ChromaPlanes()

  /// The frame gets another content; nobody else holds it.
  func clear() { lock.locked { result = nil } }

  func get(
    _ bytes: UnsafeRawBufferPointer, _ decoder: JPEGDecoder, inColour: Bool
  ) throws(ReaderError) -> (luma: LumaView, chroma: ChromaPlanes?) {
    let (result, isFilled) = lock.locked { () -> (Result<LumaView, ReaderError>, Bool) in
      let found = self.result ?? unpack(bytes, decoder, inColour)
      self.result = found
      return (found, chroma.isFilled)
    }
    return (try result.get(), isFilled ? chroma : nil)
  }

  private func unpack(
    _ bytes: UnsafeRawBufferPointer, _ decoder: JPEGDecoder, _ inColour: Bool
  ) -> Result<LumaView, ReaderError> {
    if !inColour { chroma.clear() }
    do throws(ReaderError) {
      return .success(try decoder.luma(bytes, into: &memory, chroma: inColour ? chroma : nil, strict: true))
    } catch { return .failure(error) }
  }
}

/// What the frames of a camera are used for, so that those who share the work on one know of each other. Any thread.
final class FrameUse {
  private let lock = Lock()
  // How many frames of the other may come without one of theirs until they count as gone: the two take turns unevenly.
  private var painted = 0
  private var searched = 0
  private static let patience = 4

  /// A frame is painted; true while frames are searched as well.
  func paint() -> Bool {
    lock.locked {
      (painted, searched) = (FrameUse.patience, max(0, searched - 1))
      return searched > 0
    }
  }

  /// A frame is searched; true while frames are painted as well.
  func search() -> Bool {
    lock.locked {
      (searched, painted) = (FrameUse.patience, max(0, painted - 1))
      return painted > 0
    }
  }
}
