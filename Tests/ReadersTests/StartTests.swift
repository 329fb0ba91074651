import ReaderCore
import Testing

@testable import Readers

/// Starts that come to nothing: each that was accepted ends in exactly one results callback.
@Suite struct StartTests {
  @Test func aStartThatTheLossOvertakesEndsInOneResult() throws {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    // The loop hears of the loss first and of the starts afterwards.
    bench.presence.set(.unavailable)
    try bench.reader.startScanning()
    try bench.reader.startScanning()
    #expect(bench.reader.isScanning)
    #expect(try bench.run { bench.reader.connectionState == .unavailable })
    bench.context.loop.drain()
    #expect(bench.witness.reasons == [.disconnected])
    #expect(!bench.reader.isScanning)
    #expect(bench.source.calls.started == 0)
    // The next connection scans as ever.
    bench.presence.set(.available)
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    #expect(try bench.connect() == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.witness.reasons == [.disconnected, .stopped] })
  }

  @Test func aStartThatWaitsForAConnectionThatFailsEndsInOneResult() throws {
    let bench = try Bench(ScriptedSource(openError: ReaderError(.busy, "scripted")))
    try bench.reader.connect(nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.states.last == .disconnected })
    #expect(bench.witness.reasons == [.disconnected])
    #expect(!bench.reader.isScanning)
  }

  @Test func aStartThatWaitsForTheConnectionIsStopped() throws {
    let bench = try Bench()
    try bench.reader.connect(nil)
    try bench.reader.startScanning()
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.reader.connectionState == .connected })
    bench.context.loop.drain()
    #expect(bench.witness.reasons == [.stopped])
    #expect(!bench.reader.isScanning)
  }

  @Test func aStartForTheNextConnectionWaitsForIt() throws {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.disconnect()
    #expect(try bench.run { bench.reader.connectionState == .disconnecting })
    try bench.reader.connect(nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    #expect(bench.reader.isScanning && bench.witness.results.isEmpty)
  }
}
