import Glibc
import Scanbeam

extension BenchCommand {
  /// `bench results`: a terminal that reads a thousand times a second over TCP; every read once, in order.
  static func results(_ seconds: Int) throws(Failure) -> Int32 {
    let witness = ResultWitness()
    let count = seconds * 1000
    var (answered, asked, early, peak) = (0, 0, 0, 0)
    try attempt { () throws(ReaderError) in
      let peer = try LoopbackPeer()
      let context = try ReaderContext(.poll)
      defer { context.release() }
      let reader = try context.networkReader(host: "127.0.0.1", port: peer.port)
      reader.setObserver(witness)
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      while !connected.done { _ = try context.loop.dispatch(timeoutMs: -1) }
      if let error = connected.error { throw error }
      try reader.sendCommand("STREAM \(count)", nil)
      while witness.seen < count, witness.failure == nil {
        _ = try context.loop.dispatch(timeoutMs: -1)
        if witness.seen >= (asked + 1) * 100 {
          asked += 1
          try reader.sendCommand("GET DEVICE.NAME") { if case .success = $0 { answered += 1 } }
        }
        if early == 0, witness.seen >= count / 10 { early = residentKilobytes() }
        if witness.seen % 1000 == 0 { peak = max(peak, residentKilobytes()) }
      }
      _ = try context.loop.wait(timeoutMs: 5000) { answered == asked }
      reader.close()
    }
    if let failure = witness.failure { throw Failure(failure) }
    Output.line(
      "\(witness.seen) of \(count) results in \(seconds) s over TCP, \(witness.wrong) wrong, \(answered) of \(asked) commands "
        + "answered meanwhile; memory \(early) kB after a tenth, \(peak) kB at most")
    return witness.wrong == 0 && witness.seen == count && answered == asked && peak < early + 2000 ? 0 : 1
  }
}

/// Counts reads that must be 1, 2, 3 and so on.
private final class ResultWitness: ReaderObserver {
  var seen = 0
  var wrong = 0
  var failure: ReaderError?

  func reader(_ reader: Reader, received results: ReadResults) {
    seen += 1
    guard results.codes.count == 1, results.codes[0].bytes == Array("\(seen)".utf8), results.codes[0].symbology == .qr
    else { return wrong += 1 }
  }

  func reader(_ reader: Reader, failed error: ReaderError) { failure = error }
  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {}
}
