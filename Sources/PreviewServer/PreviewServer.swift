import EventLoop
import Glibc
import Link
import Overlay
import ReaderCore
import Readers

/// Shows a reader to browsers: the picture (MJPEG), the overlay (SVG), results as they come, buttons and settings. Everything on
/// the context's loop; pictures are made by a thread of their own while somebody looks.
public final class PreviewServer {
  /// How the page is served.
  public struct Options {
    /// A numeric IPv4 address; others than 127.x.x.x need a password.
    public var address = "127.0.0.1"
    /// 0: any free one.
    public var port: UInt16 = 0
    public var password: String?
    /// At least 16 characters; nil: a random one.
    public var token: String?
    /// Pictures in a second.
    public var rate = 15.0
    /// The longer side of pictures that are made here.
    public var width = 960
    /// 1 to 100.
    public var quality = 75
    public var overlay = OverlayMode.cmb
    /// The defaults.
    public init() {}
  }

  final class Client {
    enum Kind {
      case new
      case stream
      case events
      /// Goes when all is sent.
      case answered
    }
    let transport: AcceptedConnection
    var parser = HTTPParser()
    var kind = Kind.new
    var waiting = 0
    var timer: EventLoop.TimerID?
    init(_ transport: AcceptedConnection) { self.transport = transport }
  }

  /// Browsers at once: a page has two connections, and buttons a third for a moment.
  public static let mostClients = 96
  /// Bytes of events that may wait for a page.
  static let mostWaiting = 1 << 20

  let reader: Reader
  let overlay: PreviewOverlay
  let options: Options
  let gatekeeper: PageGuard
  private var listener: TCPListener?
  private(set) var clients: [Client] = []
  private var encoder: PreviewEncoder?
  private var ticker: EventLoop.TimerID?
  private var lastEvents: [String: String] = [:]
  /// Results that a page that comes later is shown as well.
  private var recent: [String] = []
  var pictureSize: PixelSize?
  /// Pictures that were made, and how many are on their way to the loop.
  private var isUnderWay = Flag()

  /// A flag for two threads.
  private final class Flag {
    private let lock = Lock()
    private var value = false
    /// Sets it; false when it was set.
    func take() -> Bool {
      lock.locked {
        defer { value = true }
        return !value
      }
    }
    func clear() { lock.locked { value = false } }
  }

  /// Begins to listen.
  ///
  /// - Throws: `.access` without a password for others, `.invalidArgument`, `.unsupported` for readers without frames, and what
  ///   `TCPListener` throws.
  public init(_ reader: Reader, _ options: Options = Options()) throws(ReaderError) {
    guard reader.deviceClass == .camera || reader.deviceClass == .frames else {
      throw ReaderError(.unsupported, "This reader has no frames to show.")
    }
    self.reader = reader
    self.options = options
    overlay = PreviewOverlay(reader, options.overlay)
    gatekeeper = try PageGuard(address: options.address, password: options.password, token: options.token)
    listener = try TCPListener(address: options.address, port: options.port, loop: reader.context.loop) {
      [weak self] connection in self?.take(connection)
    }
  }

  /// The address of the page, with its token. Listening for everybody it names this machine, as others may call it otherwise.
  public var address: String {
    let host = options.address == "0.0.0.0" ? "127.0.0.1" : options.address
    return "http://\(host):\(listener?.port ?? 0)/?t=\(gatekeeper.token)"
  }

  deinit { close() }

  /// Sends everybody away and listens no more.
  public func close() {
    listener?.close()
    listener = nil
    for client in clients { client.transport.close() }
    clients = []
    looksChanged()
  }

  /// Tells all pages of results, as a JSON object a code.
  public func tell(_ results: ReadResults) {
    for code in results.codes {
      let text = code.text?.text ?? "hex:" + JSON.hex(code.bytes)
      let now = SystemClock.now()
      var event = "{\"symbology\":\(JSON.string(code.symbology.name)),\"text\":\(JSON.string(text)),"
      event += "\"id\":\(results.id),\"time_ns\":\(results.time),\"age_ms\":"
      event += Decimal.text(Double(max(0, now &- results.time)) / 1e6, places: 3) + "}"
      recent.append(event)
      if recent.count > 50 { recent.removeFirst() }
      broadcast("result", event)
    }
    // The outlines, at once.
    tick()
  }

  // MARK: Connections

  private func take(_ connection: AcceptedConnection) {
    guard clients.count < PreviewServer.mostClients else { return connection.close() }
    let client = Client(connection)
    clients.append(client)
    // Who says nothing is not waited for.
    client.timer = reader.context.loop.schedule(at: reader.context.loop.time &+ 10_000_000_000) {
      [weak self, weak client] in
      guard let self, let client else { return }
      client.timer = nil
      if client.kind == .new { drop(client) }
    }
    connection.open { [weak self, weak client] event in
      guard let self, let client else { return }
      switch event {
      case .opened: break
      case .received(let bytes): receive(bytes, client)
      case .sent(let count):
        client.waiting -= count
        if client.kind == .answered, client.waiting <= 0 { drop(client) }
      case .closed: drop(client)
      }
    }
  }

  private func receive(_ bytes: [UInt8], _ client: Client) {
    guard client.kind == .new else { return }
    switch client.parser.receive(bytes) {
    case .incomplete: break
    case .refused(let status): answer(client, HTTPResponse.text(status, "The request cannot be read."))
    case .request(let request): respond(to: request, client)
    }
  }

  /// Sends a whole answer, after which the connection ends.
  func answer(_ client: Client, _ bytes: [UInt8]) {
    client.kind = .answered
    send(client, bytes)
  }

  func send(_ client: Client, _ bytes: [UInt8]) {
    client.waiting += bytes.count
    client.transport.send(bytes)
  }

  private func drop(_ client: Client) {
    if let timer = client.timer { reader.context.loop.cancel(timer) }
    client.timer = nil
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    clients.remove(at: index)
    client.transport.close()
    looksChanged()
  }

  /// Begins a stream of pictures or of events.
  func begin(_ client: Client, _ kind: Client.Kind) {
    client.kind = kind
    if kind == .stream {
      send(client, HTTPResponse.stream)
    } else {
      send(client, HTTPResponse.head("text/event-stream; charset=utf-8"))
      for event in recent { send(client, HTTPResponse.event("result", event)) }
      for (name, data) in lastEvents { send(client, HTTPResponse.event(name, data)) }
    }
    looksChanged()
  }

  // MARK: Pictures and events

  /// Begins or ends what is only done while somebody looks.
  private func looksChanged() {
    if clients.contains(where: { $0.kind == .stream }) {
      if encoder == nil { startEncoder() }
    } else if let encoder {
      self.encoder = nil
      encoder.end()
    }
    if clients.contains(where: { $0.kind == .events }) {
      if ticker == nil { scheduleTick() }
    } else if let ticker {
      self.ticker = nil
      reader.context.loop.cancel(ticker)
      lastEvents = [:]
    }
  }

  private func startEncoder() {
    let (loop, flag, overlay) = (reader.context.loop, isUnderWay, overlay)
    flag.clear()
    do throws(ReaderError) {
      encoder = try PreviewEncoder(
        reader, rate: options.rate, width: options.width, quality: options.quality, visible: { overlay.state.visible }
      ) { [weak self] picture in
        // One at a time: a loop that is busy gets the newest.
        guard flag.take() else { return }
        loop.post {
          flag.clear()
          self?.show(picture)
        }
      }
    } catch { reader.context.log(.warning, "There is no preview: \(error.message)") }
  }

  private func show(_ picture: PreviewEncoder.Picture) {
    pictureSize = picture.size
    let part = HTTPResponse.part(picture.jpeg)
    // Who has not taken the last picture yet gets the next one.
    for client in clients where client.kind == .stream && client.waiting == 0 { send(client, part) }
  }

  private func scheduleTick() {
    ticker = reader.context.loop.schedule(at: reader.context.loop.time &+ 50_000_000) { [weak self] in
      guard let self, ticker != nil else { return }
      scheduleTick()
      tick()
    }
  }

  /// Tells what changed since the last time.
  private func tick() {
    guard clients.contains(where: { $0.kind == .events }) else { return }
    for (name, data) in [("overlay", drawing()), ("state", stateText())] where lastEvents[name] != data {
      lastEvents[name] = data
      broadcast(name, data)
    }
  }

  private func broadcast(_ name: String, _ data: String) {
    let bytes = HTTPResponse.event(name, data)
    for client in clients where client.kind == .events {
      if client.waiting + bytes.count > PreviewServer.mostWaiting { drop(client) } else { send(client, bytes) }
    }
  }
}
