/// Outcome of an operation: the numbers of `scanbeam/status.h`. 0 success, negative failure.
public struct Status: RawRepresentable, Equatable, Hashable {
  /// The number that C users see.
  public let rawValue: Int32

  /// Any number; unknown ones are legal.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let ok = Status(rawValue: 0)
  public static let timedOutNote = Status(rawValue: 1)
  public static let invalidArgument = Status(rawValue: -1)
  public static let noMemory = Status(rawValue: -2)
  public static let unsupported = Status(rawValue: -3)
  public static let again = Status(rawValue: -4)
  public static let timeout = Status(rawValue: -5)
  public static let interrupted = Status(rawValue: -6)
  public static let bufferTooSmall = Status(rawValue: -7)
  public static let reentrant = Status(rawValue: -8)
  public static let wrongThread = Status(rawValue: -9)
  public static let forked = Status(rawValue: -10)
  public static let cancelled = Status(rawValue: -11)
  public static let internalFault = Status(rawValue: -12)
  public static let io = Status(rawValue: -13)
  public static let notFound = Status(rawValue: -20)
  public static let busy = Status(rawValue: -21)
  public static let access = Status(rawValue: -22)
  public static let lost = Status(rawValue: -23)
  public static let protocolFault = Status(rawValue: -24)
  public static let state = Status(rawValue: -25)
  public static let favoriteActive = Status(rawValue: -30)
  public static let format = Status(rawValue: -40)
  public static let corrupt = Status(rawValue: -41)
  public static let tooLarge = Status(rawValue: -42)
  public static let stalled = Status(rawValue: -43)
  public static let tagRemoved = Status(rawValue: -80)
  public static let tagRefused = Status(rawValue: -81)
  public static let tagFormat = Status(rawValue: -82)
  public static let tagReadOnly = Status(rawValue: -83)
  public static let tagFull = Status(rawValue: -84)
  public static let tagAuthentication = Status(rawValue: -85)

  /// All known statuses with their C identifier and an English sentence, in the order of the header.
  public static let all: [(status: Status, name: StaticString, message: StaticString)] = [
    (.ok, "SCANBEAM_OK", "Success."),
    (.timedOutNote, "SCANBEAM_NOTE_TIMED_OUT", "Nothing happened in the time given."),
    (.invalidArgument, "SCANBEAM_ERR_INVALID_ARGUMENT", "An argument is missing, out of range or contradictory."),
    (.noMemory, "SCANBEAM_ERR_NO_MEMORY", "Memory could not be had."),
    (.unsupported, "SCANBEAM_ERR_UNSUPPORTED", "This build or this device cannot do it."),
    (.again, "SCANBEAM_ERR_AGAIN", "Not now; the same call may succeed later."),
    (.timeout, "SCANBEAM_ERR_TIMEOUT", "The time given ran out before the answer came."),
    (.interrupted, "SCANBEAM_ERR_INTERRUPTED", "Interrupted on request."),
    (.bufferTooSmall, "SCANBEAM_ERR_BUFFER_TOO_SMALL", "The buffer is too small for the answer."),
    (.reentrant, "SCANBEAM_ERR_REENTRANT", "Not allowed inside a callback."),
    (.wrongThread, "SCANBEAM_ERR_WRONG_THREAD", "Another thread is in this call already."),
    (.forked, "SCANBEAM_ERR_FORKED", "The object belongs to the parent process; after fork() a child may only exec."),
    (.cancelled, "SCANBEAM_ERR_CANCELLED", "Ended by close, disconnect or the last unref."),
    (.internalFault, "SCANBEAM_ERR_INTERNAL", "A fault of the library; please report it."),
    (.io, "SCANBEAM_ERR_IO", "The operating system refused."),
    (.notFound, "SCANBEAM_ERR_NOT_FOUND", "There is no such device or file."),
    (.busy, "SCANBEAM_ERR_BUSY", "In use by another program or reader."),
    (.access, "SCANBEAM_ERR_ACCESS", "No permission."),
    (.lost, "SCANBEAM_ERR_LOST", "The device went away."),
    (.protocolFault, "SCANBEAM_ERR_PROTOCOL", "The device answers what it must not."),
    (.state, "SCANBEAM_ERR_STATE", "Not possible in this state."),
    (.favoriteActive, "SCANBEAM_ERR_FAVORITE_ACTIVE", "Favourites are set; devices are connected as they come."),
    (.format, "SCANBEAM_ERR_FORMAT", "There is no pixel or file format that can be read."),
    (.corrupt, "SCANBEAM_ERR_CORRUPT", "The picture is damaged or cut short."),
    (.tooLarge, "SCANBEAM_ERR_TOO_LARGE", "The picture is larger than the limits."),
    (.stalled, "SCANBEAM_ERR_STALLED", "The camera sends no more frames."),
    (.tagRemoved, "SCANBEAM_ERR_TAG_REMOVED", "There is no tag on the reader, or it was taken away."),
    (.tagRefused, "SCANBEAM_ERR_TAG_REFUSED", "The tag or its reader refused the command."),
    (.tagFormat, "SCANBEAM_ERR_TAG_FORMAT", "The tag is not formatted for NDEF, or what is on it is damaged."),
    (.tagReadOnly, "SCANBEAM_ERR_TAG_READ_ONLY", "The tag may not be written."),
    (.tagFull, "SCANBEAM_ERR_TAG_FULL", "The tag has not enough room."),
    (.tagAuthentication, "SCANBEAM_ERR_TAG_AUTHENTICATION", "The tag wants a key first, or another one."),
  ]
}
