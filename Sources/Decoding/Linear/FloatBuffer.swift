import Glibc

/// Memory for samples that grows and is used again from call to call.
final class FloatBuffer {
  private(set) var base: UnsafeMutablePointer<Float>
  private(set) var capacity: Int

  init(_ capacity: Int = 1024) {
    self.capacity = capacity
    base = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
    base.initialize(repeating: 0, count: capacity)
  }

  deinit { base.deallocate() }

  /// Makes room for `count` samples; what was inside is lost when it grows.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    base.deallocate()
    capacity = count + count / 4
    base = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
    base.initialize(repeating: 0, count: capacity)
  }
}
