import Glibc
import ReaderCore

extension LicencePolicy {
  /// Whether what is read now has to be masked.
  var masks: Bool { status(now: Int64(Glibc.time(nil))) != .ok }
}

extension TagInfo {
  /// The tag with nothing of its data left; what kind it is stays.
  var masked: TagInfo {
    var tag = TagInfo(source: source, sourceName: sourceName)
    (tag.chip, tag.chipName, tag.forumType, tag.format) = (chip, chipName, forumType, format)
    (tag.capacity, tag.isWritable) = (capacity, isWritable)
    return tag
  }
}
