import Glibc
import Scanbeam
import TestSupport
import Testing

/// What a host in Swift shows of a reader, with what `import Scanbeam` brings.
@Suite struct PreviewTests {
  @Test func aHostPaintsFramesAndDrawsTheOverlay() throws {
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let device = try ReaderDevice.camera(previewOptions: [.closeButton], identity: "push:", context: context)
    let feed = try PreviewFeed(device.reader, maximumRate: 30)
    defer { feed.close() }
    try device.reader.connect(nil)
    #expect(try context.loop.wait(timeoutMs: 20_000) { device.reader.connectionState == .connected })
    try device.reader.startScanning()
    #expect(try context.loop.wait(timeoutMs: 20_000) { device.reader.scanningState == .running })
    let luma: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80]
    try luma.withUnsafeBufferPointer { pixels in
      let view = LumaView(base: pixels.baseAddress!, width: 4, height: 2, stride: 4)
      try device.reader.push(view, time: 1)
    }
    var frame: PreviewFrame?
    #expect(
      try context.loop.wait(timeoutMs: 20_000) {
        frame = frame ?? feed.take()
        return frame != nil
      })
    let shown = try #require(frame)
    #expect(shown.format == .grey && shown.size == PixelSize(4, 2) && Array(shown.bytes) == luma)

    var words = [UInt32](repeating: 0, count: 8)
    try words.withUnsafeMutableBytes { raw in
      let target = FramePainter.Target(
        raw.bindMemory(to: UInt8.self).baseAddress!, width: 4, height: 2, stride: 16)
      try PreviewPainter().paint(shown, orientation: feed.orientation, into: target)
    }
    #expect(words == luma.map { 0xff00_0000 | UInt32($0) * 0x01_0101 })

    let overlay = PreviewOverlay(device.reader)
    let view = OverlayView(ViewMapping(frame: shown.size, orientation: feed.orientation, view: (640, 360)))
    #expect(overlay.shapes(in: view).filter { $0.kind == .button }.map(\.name) == ["Zoom", "Light on", "Close"])
    try overlay.press(OverlayTag.closeButton)
    #expect(try context.loop.wait(timeoutMs: 20_000) { device.reader.scanningState == .idle })
  }
}
