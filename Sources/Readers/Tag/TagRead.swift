import ReaderCore
import Tags

extension TagSession {
  /// What is known without reading the memory.
  var info: TagInfo {
    var info = TagInfo(source: kind.family.rawValue, sourceName: kind.family.name)
    info.chip = kind.chip.rawValue
    info.chipName = kind.chip.name
    info.uid = uid.bytes
    info.hasRandomUID = uid.isRandom
    info.atr = atr
    return info
  }

  /// Reads as much as a format asks for.
  func read(_ format: TagDataFormat) throws(ReaderError) -> DecodedCode {
    var info = self.info
    info.format = format
    var text: String?
    var bytes: [UInt8] = []
    if format.hasData {
      if let state = try store?.read() {
        info.forumType = state.forumType
        info.capacity = state.capacity
        info.isWritable = state.isWritable
        info.message = state.message
        // A tag with a message counts as one of the NFC Forum, whatever carries it (as on the D600).
        info.source = TagFamily.nfcForum.rawValue
        info.sourceName = TagFamily.nfcForum.name
        bytes = state.message
        text = try NDEFMessage(parsing: state.message).text
      }
    } else {
      bytes = uid.bytes
      text = uid.text
    }
    var code = DecodedCode(
      symbology: .unknown, bytes: bytes, aimID: "",
      corners: Quad(Point(0, 0), Point(0, 0), Point(0, 0), Point(0, 0)))
    code.text = text.map { DecodedText(text: $0, charset: "UTF-8") }
    code.tag = info
    return code
  }
}
