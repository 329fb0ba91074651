import ReaderCore

/// What a look depends on besides the frame and the request: looks with equal keys give the same, whoever takes them and when.
struct LookKey: Equatable {
  /// Who looks; it tells the type of what is seen, too.
  enum Looker: UInt8 {
    case zxing, zxingFirst, zbar, linear, bars, pdf417, matrix, maxiCode, dotCode, light, direction, sides, rings
  }

  let looker: Looker
  let recipe: Patch.Recipe
  let symbologies: SymbologySet
  let way: Int
}

/// What a look gave: what was read, and what the looker noticed besides.
protocol Sight {
  /// Nothing.
  init()
  /// How much was read.
  var count: Int { get }
}

extension Array: Sight {}

/// What decoders of bars saw.
struct BarsSight: Sight {
  var reads: [PatchRead] = []
  /// There was something that lacks nothing but a quiet zone.
  var missesQuietZones = false
  var count: Int { reads.count }
}

/// What the reader of PDF417 saw.
struct PDF417Sight: Sight {
  var reads: [PatchRead] = []
  /// Lines that the patch was read by, besides the first few.
  var scanned = 0
  /// The corners of a symbol that the patch shows a part of.
  var whole: Quad?
  var count: Int { reads.count }
}
