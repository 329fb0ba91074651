/// Importance of a log line, as in `scanbeam/context.h`.
public enum LogLevel: Int32 {
  case error = 1
  case warning = 2
  case info = 3
  case debug = 4
}

/// Where log lines go. Any thread; one line at a time reaches the receiver.
public final class Log {
  private let lock = Lock()
  private var level: Int32 = 0
  private var receiver: ((LogLevel, String) -> Void)?

  /// A log that drops everything.
  public init() {}

  /// Sets or removes the receiver. When it returns, the previous one is not called any more.
  public func set(level: Int32, _ receiver: ((LogLevel, String) -> Void)?) {
    lock.locked {
      self.level = receiver == nil ? 0 : level
      self.receiver = receiver
    }
  }

  /// Sends a line; the text is only made when somebody wants it.
  public func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String) {
    lock.locked { if level.rawValue <= self.level, let receiver { receiver(level, message()) } }
  }
}
