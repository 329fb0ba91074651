import ReaderCore

/// A return code of pcsc-lite (pcsclite.h).
struct PCSCCode: Equatable {
  let value: UInt32

  /// The library returns a long that some versions extend by its sign.
  init(_ code: Int) { value = UInt32(truncatingIfNeeded: code) }
  private init(_ value: UInt32) { self.value = value }

  static let success = PCSCCode(UInt32(0))
  static let cancelled = PCSCCode(UInt32(0x8010_0002))
  static let invalidHandle = PCSCCode(UInt32(0x8010_0003))
  static let noMemory = PCSCCode(UInt32(0x8010_0006))
  static let insufficientBuffer = PCSCCode(UInt32(0x8010_0008))
  static let unknownReader = PCSCCode(UInt32(0x8010_0009))
  static let timeout = PCSCCode(UInt32(0x8010_000a))
  static let sharingViolation = PCSCCode(UInt32(0x8010_000b))
  static let noSmartcard = PCSCCode(UInt32(0x8010_000c))
  static let protocolMismatch = PCSCCode(UInt32(0x8010_000f))
  static let commError = PCSCCode(UInt32(0x8010_0013))
  static let notTransacted = PCSCCode(UInt32(0x8010_0016))
  static let readerUnavailable = PCSCCode(UInt32(0x8010_0017))
  static let noService = PCSCCode(UInt32(0x8010_001d))
  static let serviceStopped = PCSCCode(UInt32(0x8010_001e))
  static let unsupportedFeature = PCSCCode(UInt32(0x8010_001f))
  static let noReaders = PCSCCode(UInt32(0x8010_002e))
  static let unresponsiveCard = PCSCCode(UInt32(0x8010_0066))
  static let unpoweredCard = PCSCCode(UInt32(0x8010_0067))
  static let resetCard = PCSCCode(UInt32(0x8010_0068))
  static let removedCard = PCSCCode(UInt32(0x8010_0069))
  static let securityViolation = PCSCCode(UInt32(0x8010_006a))

  /// The service has gone, and with it the context.
  var isServiceLost: Bool {
    [.noService, .serviceStopped, .invalidHandle, .commError, PCSCCode(UInt32(0x8010_0001))].contains(self)
  }

  /// As an error that says what to do.
  ///
  /// - Parameter what: What was tried: "Connecting to the tag".
  func error(_ what: String) -> ReaderError {
    let (status, why): (Status, String) =
      switch self {
      case .noService, .serviceStopped, .invalidHandle, .commError:
        (.lost, "the smart card service does not answer; install pcscd and start it (systemctl start pcscd.socket)")
      case .securityViolation:
        (
          .access,
          "the smart card service does not let this user in; allow org.debian.pcsc-lite.access_pcsc and access_card "
            + "by a polkit rule (a rule lies in share/scanbeam/60-scanbeam-pcsc.rules)"
        )
      case .unknownReader, .readerUnavailable, .noReaders: (.lost, "the reader is not there")
      case .noSmartcard, .removedCard, .unpoweredCard: (.tagRemoved, "there is no tag on the reader")
      case .unresponsiveCard: (.tagRemoved, "the tag does not answer")
      case .resetCard: (.again, "another program reset the tag")
      case .notTransacted: (.tagRemoved, "the tag did not answer; hold it longer to the reader")
      case .sharingViolation: (.busy, "another program has the reader for itself")
      case .noMemory: (.noMemory, "memory could not be had")
      case .unsupportedFeature: (.unsupported, "the reader does not do that")
      case .timeout: (.timeout, "there was no answer in time")
      default: (.io, "the smart card service refused")
      }
    return ReaderError(status, "\(what) failed: \(why) (PC/SC \(String(value, radix: 16))).")
  }
}
