import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct SearchBudgetTests {
  /// A clock that moves with every look at it.
  private final class SteppingClock {
    var now: Int64 = 1_000_000_000
    let step: Int64
    init(step: Int64) { self.step = step }
    func read() -> Int64 {
      now += step
      return now
    }
  }

  private func searching<R>(
    _ drawing: Drawing, effort: Int, deadline: Int64?, step: Int64 = 0, _ body: (Search) -> R
  ) -> R {
    drawing.withView { luma in
      let clock = SteppingClock(step: step)
      let request = DecodeRequest(symbologies: Decoder.available, effort: effort, deadline: deadline)
      return body(Search(EngineRegistry.makePipeline(nil), luma, request, clock: clock.read))
    }
  }

  @Test func aLookThatWouldOutlastTheDeadlineIsNotBegun() {
    let drawing = Drawing(width: 400, height: 300)
    // A millisecond is left: at 8 ns a pixel 125 000 of them.
    searching(drawing, effort: 5, deadline: 1_001_000_000) { search in
      #expect(!search.afford(200_000))
      #expect(search.afford(100_000))
    }
    searching(drawing, effort: 5, deadline: nil) { search in #expect(search.afford(200_000)) }
  }

  @Test func aSlowMachineBeginsLess() {
    // Every look takes 10 ms where 0.8 ms were expected.
    searching(Drawing(width: 400, height: 300), effort: 5, deadline: 1_200_000_000, step: 10_000_000) { search in
      var looks = 0
      while looks < 1000, search.afford(100_000) { looks += 1 }
      #expect(looks > 2 && looks < 20)
      #expect(search.pace > 50)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5]) func searchingEndsWhenTheTimeIsUp(_ effort: Int) {
    let drawing = Drawing(width: 400, height: 300)
    var noise = Noise(state: 5)
    for i in drawing.pixels.indices { drawing.pixels[i] = UInt8(truncatingIfNeeded: noise.next()) }
    searching(drawing, effort: effort, deadline: 1_050_000_000, step: 1_000_000) { search in
      search.run()
      // After the deadline the clock is looked at a few times more, but nothing else is.
      #expect(search.clock() < 1_070_000_000 && search.found.isEmpty)
    }
  }

  @Test func thoroughEffortsCostWhatTheyMayAndNoMore() {
    let drawing = Drawing(width: 240, height: 180)
    var noise = Noise(state: 9)
    for i in drawing.pixels.indices { drawing.pixels[i] = UInt8(truncatingIfNeeded: noise.next()) }
    for (effort, looks) in [(3, 20), (5, 80)] {
      searching(drawing, effort: effort, deadline: nil) { search in
        search.run()
        let quick = 2 * Search.quickWork(effort, 240 * 180) + 10 * 240 * 180
        #expect(search.spent <= looks * (100_000 + 240 * 180) + quick)
      }
    }
  }

  @Test func whatIsReadTooLateIsNotBelieved() throws {
    let drawing = Drawing(try #require(Zint.modules("-b QRCODE", "late")))
    searching(drawing, effort: 2, deadline: 1_000_000_001, step: 1) { search in
      search.run()
      #expect(search.found.isEmpty)
    }
  }
}
