import Imaging
import ReaderCore

/// Takes down what a search does, for `scanbeam explain`. A search without one takes nothing down and spends nothing on it.
///
/// One recorder belongs to one thread at a time. What it keeps is bounded: pictures of patches up to `maximumPixels`, looks
/// and hypotheses up to `maximumEntries` each.
public final class DecodeRecorder {
  /// What time is spent on.
  public enum Part: Int, CaseIterable {
    case locate, rectify, zxing, zbar, linear, symbologies, verify
    /// For people.
    public var name: String { ["locate", "rectify", "zxing-cpp", "zbar", "linear", "symbologies", "verify"][rawValue] }
  }

  /// A candidate of the locator.
  public struct Place {
    /// "stripes", "dense" or "whole".
    public let kind: String
    /// Its rectangle in the frame.
    public let quad: Quad
    /// Direction of its first axis, radians.
    public let angle: Double
    /// Estimated width of a module in pixels; 0: unknown.
    public let module: Double
    /// How likely something can be read there; orders candidates.
    public let score: Double
    /// How well the directions of its edges agree, 0 to 1.
    public let coherence: Double
    /// Changes between dark and light along the richest line through it.
    public let edges: Int
  }

  /// One decoder's look at one picture.
  public struct Look {
    /// The step of the search.
    public let step: String
    /// Number of the candidate; nil for the whole picture.
    public let candidate: Int?
    /// The decoder.
    public let part: Part
    /// Size of what was looked at, in pixels.
    public let size: PixelSize
    /// CPU time, nanoseconds.
    public let time: Int64
    /// How many values it gave.
    public internal(set) var reads: Int
  }

  /// A value that a decoder gave.
  public struct Claim {
    public var code: DecodedCode
    /// Number of the look; nil when it came from none.
    public let look: Int?
    public var isAccepted: Bool
    /// Why it is believed or not.
    public var reason: String
  }

  /// A picture that was cut out or made for a decoder.
  public struct Picture {
    /// Number of the candidate; nil for the whole picture.
    public let candidate: Int?
    /// Number of the look that read something here; nil for the plain patch of a candidate.
    public let look: Int?
    public let image: LumaImage
  }

  /// Pixels of all pictures that are kept.
  public static let maximumPixels = 48_000_000
  /// Looks, and claims, that are kept.
  public static let maximumEntries = 20_000

  public private(set) var places: [Place] = []
  public private(set) var looks: [Look] = []
  public private(set) var claims: [Claim] = []
  public private(set) var pictures: [Picture] = []
  /// The steps of the search that were taken, with their CPU time in nanoseconds.
  public private(set) var steps: [(name: String, time: Int64)] = []
  /// CPU time of each part, nanoseconds, and how often it was used.
  public private(set) var parts = [(time: Int64, count: Int)](repeating: (0, 0), count: Part.allCases.count)
  private var pixels = 0
  private var step = ""
  private var current: Int?

  /// An empty one.
  public init() {}

  /// Runs a step of the search.
  func step(_ name: StaticString, _ body: () -> Void) {
    step = "\(name)"
    let begin = SystemClock.threadCPU()
    body()
    steps.append((step, SystemClock.threadCPU() &- begin))
  }

  /// Adds to the time of a part.
  func add(_ part: Part, _ time: Int64) {
    parts[part.rawValue].time &+= time
    parts[part.rawValue].count &+= 1
  }

  /// The candidates, in the order in which they are looked at.
  func located(_ candidates: [Candidate]) {
    places = candidates.map {
      Place(
        kind: "\($0.kind)", quad: $0.quad, angle: $0.angle, module: $0.module, score: $0.score,
        coherence: $0.coherence, edges: $0.edges)
    }
  }

  /// A look that took so long and gave so much; claims that follow belong to it.
  func looked(_ part: Part, _ candidate: Int?, _ luma: LumaView, time: Int64, reads: Int) {
    add(part, time)
    current = nil
    guard looks.count < DecodeRecorder.maximumEntries else { return }
    looks.append(
      Look(
        step: step, candidate: candidate, part: part, size: PixelSize(luma.width, luma.height), time: time,
        reads: reads))
    current = looks.count - 1
    if reads > 0 { keep(luma, candidate, look: current) }
  }

  /// The plain patch of a candidate.
  func rectified(_ candidate: Int, _ luma: LumaView) {
    if !pictures.contains(where: { $0.candidate == candidate && $0.look == nil }) { keep(luma, candidate, look: nil) }
  }

  /// A value, and what became of it.
  func claimed(_ code: DecodedCode, accepted: Bool, _ reason: String) {
    guard claims.count < DecodeRecorder.maximumEntries else { return }
    claims.append(Claim(code: code, look: current, isAccepted: accepted, reason: reason))
  }

  /// What was believed at first is not believed in the end, or is, with this confidence.
  func settled(_ code: DecodedCode, accepted: Bool, _ reason: String?) {
    for i in claims.indices where claims[i].isAccepted && claims[i].code.isSameClaim(code) {
      claims[i].isAccepted = accepted
      claims[i].code.confidence = code.confidence
      claims[i].code.confirmations = code.confirmations
      if let reason { claims[i].reason = reason }
    }
  }

  private func keep(_ luma: LumaView, _ candidate: Int?, look: Int?) {
    guard pixels + luma.width * luma.height <= DecodeRecorder.maximumPixels,
      let image = try? LumaImage(copying: luma)
    else { return }
    pixels += luma.width * luma.height
    pictures.append(Picture(candidate: candidate, look: look, image: image))
  }
}

extension DecodedCode {
  /// Whether two claims are about the same value at the same place.
  func isSameClaim(_ other: DecodedCode) -> Bool {
    symbology == other.symbology && bytes == other.bytes && QuadGeometry.same(corners, other.corners)
  }
}
