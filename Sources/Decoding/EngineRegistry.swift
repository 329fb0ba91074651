import ReaderCore

/// The engines of this build.
public enum EngineRegistry {
  /// A pipeline with every engine that works on this machine; what does not is logged and left out.
  static func makePipeline(_ log: Log?) -> DecodePipeline {
    var zbar: ZBarEngine?
    do {
      zbar = try ZBarEngine()
    } catch {
      log?(.warning, "zbar is not used: \(error.message)")
    }
    return DecodePipeline(zbar: zbar, readers: [LineSymbologyReader(), PostalReader(), StackReader()])
  }

  /// The names of the engines that work on this machine.
  public static let names: [String] = makePipeline(nil).engineNames

  /// What the engines that work on this machine read together.
  static let available: SymbologySet = makePipeline(nil).symbologies
}
