/// The patches of one search that one thread has cut out.
final class PatchCache {
  private var patches: [Int: Patch] = [:]
  private var pixels = 0
  private let limit: Int

  /// - Parameter limit: Pixels that are kept.
  init(limit: Int) { self.limit = limit }

  subscript(key: Int) -> Patch? { patches[key] }

  /// Keeps a patch, unless that were too much: then it is cut out again.
  func keep(_ patch: Patch, _ key: Int) {
    pixels += patch.owner == nil ? 0 : patch.width * patch.height
    if pixels <= limit { patches[key] = patch }
  }
}
