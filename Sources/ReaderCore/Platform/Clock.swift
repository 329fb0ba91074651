import CPlatform
import Glibc

/// The clocks of the machine. Logic takes times as values; only the edges ask here.
public enum SystemClock {
  /// Nanoseconds of CLOCK_MONOTONIC.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// CPU time of the calling thread, in nanoseconds.
  public static func threadCPU() -> Int64 { cplatform_thread_cpu_ns() }
}
