import Overlay
import ReaderCore
import Readers

extension PreviewServer {
  /// Settings that the page shows, by their DMCC names.
  static let shownSettings = [
    "DECODER.EFFORT", "DECODER.MAX-SCAN-TIMEOUT", "DECODER.TARGET-DECODING", "DECODER.1D-SYMBOLORIENTATION",
    "SYMBOL.UPC-EAN", "SYMBOL.C128", "SYMBOL.C39", "SYMBOL.I2O5", "SYMBOL.DATABAR", "SYMBOL.QR", "SYMBOL.DATAMATRIX",
    "SYMBOL.PDF417", "SYMBOL.AZTECCODE",
  ]

  func respond(to request: HTTPRequest, _ client: Client) {
    if let (status, reason) = gatekeeper.refusal(of: request) {
      let asks = status == 401 ? "WWW-Authenticate: Basic realm=\"Scanbeam preview\", charset=\"UTF-8\"\r\n" : ""
      return answer(client, HTTPResponse.text(status, reason, asks))
    }
    switch (request.method, request.path) {
    case ("GET", "/"): answer(client, HTTPResponse.whole(200, "text/html; charset=utf-8", Array(PreviewPage.html.utf8)))
    case ("GET", "/stream"): begin(client, .stream)
    case ("GET", "/events"): begin(client, .events)
    case ("POST", "/press"): press(request, client)
    case ("POST", "/trigger"): trigger(request, client)
    case ("POST", "/command"): command(String(decoding: request.body, as: UTF8.self), client)
    case ("GET", "/settings"): settings(client)
    case (_, "/"), (_, "/stream"), (_, "/events"), (_, "/press"), (_, "/trigger"), (_, "/command"), (_, "/settings"):
      answer(client, HTTPResponse.text(405, "This is done in another way."))
    default: answer(client, HTTPResponse.text(404, "There is nothing here."))
    }
  }

  private func attempt(_ client: Client, _ body: () throws(ReaderError) -> Void) {
    do throws(ReaderError) {
      try body()
      answer(client, HTTPResponse.text(200, "ok"))
    } catch {
      answer(client, HTTPResponse.text(error.status == .notFound ? 404 : 503, error.message))
    }
  }

  /// A button of the overlay.
  private func press(_ request: HTTPRequest, _ client: Client) {
    guard let tag = request.query["tag"].flatMap({ Int32($0) }) else {
      return answer(client, HTTPResponse.text(400, "The tag of the button is missing."))
    }
    attempt(client) { () throws(ReaderError) in try overlay.press(tag) }
  }

  private func trigger(_ request: HTTPRequest, _ client: Client) {
    switch request.query["on"] {
    case "1":
      attempt(client) { () throws(ReaderError) in
        if reader.scanningState == .paused { try reader.setPaused(false) } else { try reader.startScanning() }
      }
    case "0": attempt(client) { () throws(ReaderError) in try reader.stopScanning() }
    default: answer(client, HTTPResponse.text(400, "on must be 0 or 1."))
    }
  }

  /// A DMCC command that looks at or changes a setting; nothing that loads, saves or restarts.
  private func command(_ text: String, _ client: Client) {
    let isAllowed = ["GET ", "SET "].contains { text.hasPrefix($0) } || text == "CONFIG.DEFAULT" || text == "BEEP"
    guard isAllowed, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else {
      return answer(client, HTTPResponse.text(400, "GET, SET, BEEP and CONFIG.DEFAULT are possible here."))
    }
    do throws(ReaderError) {
      try reader.sendCommand(text) { [weak self, weak client] result in
        guard let self, let client else { return }
        switch result {
        case .success(let reply):
          let body = "{\"status\":\(reply.status),\"text\":\(JSON.string(reply.text))}"
          answer(client, HTTPResponse.whole(200, "application/json", Array(body.utf8)))
        case .failure(let error): answer(client, HTTPResponse.text(503, error.message))
        }
      }
    } catch { answer(client, HTTPResponse.text(503, error.message)) }
  }

  private func settings(_ client: Client) {
    let names = PreviewServer.shownSettings.filter { reader.hasSetting($0) }
    do throws(ReaderError) {
      try reader.sendCommands(names.map { "GET " + $0 }) { [weak self, weak client] answers in
        guard let self, let client else { return }
        let fields = zip(names, answers).compactMap { name, answer -> String? in
          guard case .success(let reply) = answer, reply.status == 0 else { return nil }
          return "\(JSON.string(name)):\(JSON.string(reply.text))"
        }
        answer(client, HTTPResponse.whole(200, "application/json", Array("{\(fields.joined(separator: ","))}".utf8)))
      }
    } catch { answer(client, HTTPResponse.text(503, error.message)) }
  }

  /// The overlay over the picture, in units of a view that is as large as a screen would show it.
  func drawing() -> String {
    let size = pictureSize ?? PixelSize(16, 9)
    let scale = 720 / Double(max(1, max(size.width, size.height)))
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    let state = overlay.state
    // The picture is what is visible, turned; the overlay starts from the whole frame.
    var mapping = ViewMapping(frame: size, orientation: orientation, view: (width, height), gravity: .stretch)
    let frame = mapping.upright
    func whole(_ part: Int, _ share: Double) -> Int { max(1, Int((Double(part) / max(0.01, share)).rounded())) }
    mapping.frame = PixelSize(whole(frame.width, state.visible.width), whole(frame.height, state.visible.height))
    return OverlaySVG.text(overlay.shapes(in: OverlayView(mapping)), width: width, height: height)
  }

  private var orientation: Int { reader.preview?.mode == .frontCamera ? 2 : 1 }

  /// What the reader is doing, for the line below the picture.
  func stateText() -> String {
    let counters = reader.statistics
    let name: String =
      switch reader.scanningState {
      case .idle: "idle"
      case .running: "running"
      case .waiting: "waiting"
      case .paused: "paused"
      }
    return "{\"scanning\":\"\(name)\",\"connected\":\(reader.connectionState == .connected),"
      + "\"received\":\(counters.framesReceived / 10 * 10),\"decoded\":\(counters.framesDecoded / 10 * 10),"
      + "\"good_reads\":\(counters.goodReads)}"
  }
}
