import DMCC
import EventLoop
import ReaderCore

/// What a live image is to look like (numbers of CDMImageFormat and CDMImageSize).
public struct LiveImageOptions: Equatable {
  /// 0 bitmap, 1 JPEG.
  public var format = 1
  /// 0 full, 1 a quarter, 2 a sixteenth, 3 a sixty-fourth of the area.
  public var size = 1
  /// JPEG quality, 10 to 90.
  public var quality = 50
  /// Small and quick.
  public init() {}
}

/// A live image that runs: asked for picture by picture, the next one when the last has come.
struct LiveImage {
  var options: LiveImageOptions
  var failures = 0
}

extension TerminalDriver {
  /// Switches the live image; `done` comes once, on the loop.
  func setLive(_ options: LiveImageOptions?, _ done: @escaping (ReaderError?) -> Void) {
    guard phase == .connected else {
      return loop.post { done(ReaderError(.state, "The live image needs a connected terminal; call connect first.")) }
    }
    live = options.map { LiveImage(options: $0) }
    let number = connection
    // 2: on; the pictures are then asked for one by one (Cognex DataMan communications guide; open client code).
    run("SET LIVEIMG.MODE \(options == nil ? 0 : 2)") { [weak self] outcome in
      switch outcome {
      case .success(let reply) where reply.status == .ok:
        done(nil)
        if let self, number == connection { nextLiveImage() }
      case .success(let reply):
        self?.live = nil
        done(
          ReaderError(.unsupported, "This terminal has no live image (DMCC status \(reply.status.rawValue))."))
      case .failure(let error):
        self?.live = nil
        done(error)
      }
    }
  }

  private func nextLiveImage() {
    guard let live, phase == .connected else { return }
    let options = live.options
    let number = connection
    do throws(ReaderError) {
      let command = try DMCCCommand(
        "LIVEIMG.SEND \(options.size) \(options.format) \(options.quality)", expectsBinary: true)
      run(command) { [weak self] outcome in
        guard let self, number == connection, self.live != nil else { return }
        if case .success(let reply) = outcome, reply.status == .ok, let image = reply.bulk, !image.isEmpty {
          self.live?.failures = 0
          send(.event(.liveImage(image)))
          return loop.post { [weak self] in self?.nextLiveImage() }
        }
        self.live?.failures += 1
        guard let failures = self.live?.failures, failures < 5 else {
          self.live = nil
          return log(.warning, "The terminal sends no live images any more.")
        }
        loop.schedule(at: loop.time &+ 200_000_000) { [weak self] in self?.nextLiveImage() }
      }
    } catch { log(.warning, error.message) }
  }
}
