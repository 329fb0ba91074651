import Glibc
import Scanbeam

extension BenchCommand {
  /// `bench commands`: the round trip of a command to a terminal over loopback beside that of a bare socket, in turns.
  static func commands(_ count: Int) throws(Failure) -> Int32 {
    let rounds = 10
    let each = max(1, count / rounds)
    var echo: [Int64] = []
    var command: [Int64] = []
    try attempt { () throws(ReaderError) in
      let peer = try LoopbackPeer()
      let bare = try peer.connect()
      defer { close(bare) }
      let context = try ReaderContext(.poll)
      defer { context.release() }
      let reader = try context.networkReader(host: "127.0.0.1", port: peer.port)
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      while !connected.done { _ = try context.loop.dispatch(timeoutMs: -1) }
      if let error = connected.error { throw error }
      for _ in 0..<rounds {
        echo += try (0..<each).map { (_) throws(ReaderError) in try measureEcho(bare) }
        command += try (0..<each).map { (_) throws(ReaderError) in try measureCommand(reader, context) }
      }
      reader.close()
    }
    let (bare, ours) = (median(echo), median(command))
    let ratio = Double(ours) / Double(max(1, bare))
    func text(_ time: Int64) -> String { Decimal.text(Double(time) / 1000, places: 1) }
    Output.line(
      "\(each * rounds) round trips over loopback, median: bare socket \(text(bare)) us, command \(text(ours)) us, "
        + "ratio \(Decimal.text(ratio, places: 2))")
    return ratio <= 3 ? 0 : 1
  }

  private static func median(_ times: [Int64]) -> Int64 { times.sorted()[times.count / 2] }

  /// As many bytes as a command has, there and back.
  private static func measureEcho(_ fd: Int32) throws(ReaderError) -> Int64 {
    var bytes = Array("=|0:1234>GET DEVICE.NAME\r\n".utf8)
    let start = SystemClock.now()
    guard send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count,
      recv(fd, &bytes, bytes.count, Int32(MSG_WAITALL)) == bytes.count
    else { throw ReaderError(.io, "The loopback connection broke.", errno: errno) }
    return SystemClock.now() - start
  }

  private static func measureCommand(_ reader: Reader, _ context: ReaderContext) throws(ReaderError) -> Int64 {
    var answer: Result<DeviceAnswer, ReaderError>?
    let start = SystemClock.now()
    try reader.sendCommand("GET DEVICE.NAME") { answer = $0 }
    while answer == nil { _ = try context.loop.dispatch(timeoutMs: -1) }
    let time = SystemClock.now() - start
    guard try answer!.get().status == 0 else { throw ReaderError(.protocolFault, "The peer refused a command.") }
    return time
  }
}
