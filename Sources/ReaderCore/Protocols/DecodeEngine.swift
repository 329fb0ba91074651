/// What to look for in a picture, and how hard.
public struct DecodeRequest {
  /// What to read; nothing else is reported.
  public var symbologies: SymbologySet
  /// 1 fastest to 5 most thorough.
  public var effort: Int
  /// Stop after so many codes; 0: no limit.
  public var maxCodes: Int
  /// Stop looking at this time (nanoseconds of CLOCK_MONOTONIC); nil: no limit.
  public var deadline: Int64?
  /// Threads that a search may use at the same time, its caller's included; from 2 on it takes a second one. The result
  /// is the same for any number.
  public var maxThreads = 1
  /// Check digits that codes must carry.
  public var checks = DecodeChecks()

  /// Makes a request with the defaults of a still picture.
  public init(symbologies: SymbologySet, effort: Int = 2, maxCodes: Int = 0, deadline: Int64? = nil) {
    self.symbologies = symbologies
    self.effort = effort
    self.maxCodes = maxCodes
    self.deadline = deadline
  }
}

/// Which check digits codes must carry whose symbology leaves that to the two who use it.
public struct DecodeChecks: Equatable {
  /// Check characters of Code 11: 0, 1 or 2; nil: as many as the symbol shows, one at least.
  public var code11: Int?
  /// Check digits of MSI: 0 mod 10, 1 mod 10/10, 2 mod 11 IBM, 3 mod 11 NCR, 4 mod 11/10 IBM, 5 mod 11/10 NCR; nil: none
  /// are demanded.
  public var msi: Int?
  /// Whether add-ons of EAN and UPC are read without their EAN or UPC: hardly anything checks them.
  public var addOns = false
  /// None are demanded beyond what the symbologies themselves demand.
  public init() {}
}

/// Something that reads codes out of luminance. One engine belongs to one thread at a time; it must give the same answer
/// for the same picture whatever it saw before.
public protocol DecodeEngine: AnyObject {
  /// For logs: "zbar".
  var name: String { get }
  /// What it can read.
  var symbologies: SymbologySet { get }
  /// Reads what is in the picture, in no particular order. Never throws: what cannot be read is not there.
  func decode(_ luma: LumaView, _ request: DecodeRequest) -> [DecodedCode]
}
