import ReaderCore

/// A decoder for the frames of a camera: it searches what is new, looks harder while the scene stays still and nothing was found,
/// and then rests.
///
/// One decoder belongs to one thread at a time.
public final class LiveDecoder {
  private let decoder: Decoder
  private var gate = Gate()
  private var codes: [DecodedCode] = []
  private var wanted = SymbologySet()
  private var baseEffort = 0
  /// Effort of the last search of the scene; 0: none was finished.
  private var searched = 0
  /// How far the effort rises above that of the request while the scene is still.
  public var maximumRise = 2
  /// Effort that the last call spent; 0 when it only saw that nothing had changed.
  public private(set) var spentEffort = 0

  /// Makes a decoder with every engine that works on this machine.
  public init(log: Log? = nil) { decoder = Decoder(log: log) }

  /// The codes of a frame. An unchanged scene gives the codes that its last search gave.
  public func decode(_ luma: LumaView, _ request: DecodeRequest) -> [DecodedCode] {
    let isOther = request.symbologies != wanted || request.effort != baseEffort
    if gate.isNew(luma) || isOther {
      codes = []
      searched = 0
      wanted = request.symbologies
      baseEffort = request.effort
    }
    spentEffort = 0
    let effort = searched == 0 ? request.effort : searched + 1
    guard searched == 0 || (codes.isEmpty && effort <= min(5, request.effort + maximumRise)) else { return codes }
    var harder = request
    harder.effort = effort
    codes = decoder.decode(luma, harder)
    spentEffort = effort
    // What the deadline cut short is searched again at the same effort.
    let wasCut = request.deadline.map { SystemClock.now() >= $0 } ?? false
    if !wasCut || !codes.isEmpty { searched = effort }
    return codes
  }

  /// Forgets the scene, for example when scanning starts anew.
  public func reset() {
    gate.reset()
    codes = []
    searched = 0
  }
}
