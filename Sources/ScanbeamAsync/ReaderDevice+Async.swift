@_exported import Scanbeam

// For programs that use Swift concurrency; the library itself does without.

extension ReaderDevice {
  /// The results from now on, as they come; the newest 1000 wait for a slow loop. Ends when the reader is disconnected,
  /// throws when it fails.
  ///
  ///     for try await results in camera.results { print(results.main?.text?.text ?? results.reason.name) }
  public var results: AsyncThrowingStream<ReadResults, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let key = self.addListener { event in
        switch event {
        case .results(let results): continuation.yield(results)
        case .failure(let error): continuation.finish(throwing: error)
        case .connection(.disconnected), .connection(.unavailable): continuation.finish()
        case .connection: break
        }
      }
      let device = WeakDevice(self)
      continuation.onTermination = { _ in device.value?.removeListener(key) }
    }
  }

  /// Connects, and returns when it is done.
  public func connect() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do throws(ReaderError) {
        try reader.connect { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      } catch { continuation.resume(throwing: error) }
    }
  }

  /// Sends a DMCC command and returns its answer.
  public func send(_ command: String, data: [UInt8] = [], timeoutMs: Int32 = 0) async throws -> DeviceAnswer {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<DeviceAnswer, any Error>) in
      do throws(ReaderError) {
        try reader.sendCommand(command, data: data, timeoutMs: timeoutMs) { continuation.resume(with: $0) }
      } catch { continuation.resume(throwing: error) }
    }
  }
}

/// Lets a stream that is never finished not keep its reader.
private final class WeakDevice: @unchecked Sendable {
  weak var value: ReaderDevice?
  init(_ value: ReaderDevice) { self.value = value }
}
