import DMCC
import EventLoop
import Link
import ReaderCore

/// The connection through which a reader on the network pushes pictures, as long as it is connected itself.
struct ImagePush {
  var link: Transport?
  var framer = ImagePushFramer()
  var timer: EventLoop.TimerID?
  /// A failure was told; the next ones are told when it worked in between.
  var isTold = false
  /// Between attempts, and for the rest of a picture.
  static let pause: Int64 = 5_000_000_000
}

extension TerminalDriver {
  /// Begins, or ends, by the settings.
  func applyImagePush() {
    stopImagePush()
    push.isTold = false
    openImagePush()
  }

  func stopImagePush() {
    if let timer = push.timer { loop.cancel(timer) }
    push.timer = nil
    let link = push.link
    push.link = nil
    link?.close()
  }

  private func openImagePush() {
    guard phase == .connected, shared.link.imagePort > 0, case .tcp(let host, _)? = device?.connection else { return }
    let link = TCPTransport(host: host, port: shared.link.imagePort, loop: loop)
    push.link = link
    push.framer = ImagePushFramer()
    link.open { [weak self, weak link] event in
      guard let self, let link, push.link === link else { return }
      switch event {
      case .received(let bytes): takePushed(bytes)
      case .closed(let error): endPush(error?.message ?? "The connection for pictures has ended.")
      case .opened, .sent: break
      }
    }
  }

  private func takePushed(_ bytes: [UInt8]) {
    push.framer.append(bytes)
    while let event = push.framer.next() {
      switch event {
      case .image(let image):
        push.isTold = false
        send(.event(.pushedImage(name: image.name, type: image.type, bytes: image.bytes)))
      case .refused(let why): return endPush(why)
      }
    }
    if let timer = push.timer { loop.cancel(timer) }
    push.timer = nil
    guard push.framer.isPartial else { return }
    push.timer = loop.schedule(at: loop.time &+ ImagePush.pause) { [weak self] in
      self?.push.timer = nil
      self?.endPush("The rest of a pushed picture did not come.")
    }
  }

  /// Tells why, and tries again in a while.
  private func endPush(_ why: String) {
    stopImagePush()
    if !push.isTold { send(.event(.notice(status: 0, text: why, bytes: []))) }
    push.isTold = true
    log(.info, why)
    push.timer = loop.schedule(at: loop.time &+ ImagePush.pause) { [weak self] in
      self?.push.timer = nil
      self?.openImagePush()
    }
  }
}
