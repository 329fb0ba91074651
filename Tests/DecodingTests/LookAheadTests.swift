import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct LookAheadTests {
  /// Codes of several kinds, one of them blurred away, and noise.
  private func scene() throws -> Drawing {
    let picture = Drawing(width: 640, height: 480)
    picture.draw(try #require(Zint.modules("-b QRCODE", "ahead")), at: Point(150, 130), scale: 4, degrees: 17)
    picture.draw(try #require(Zint.modules("-b DATAMATRIX", "of its turn")), at: Point(450, 130), scale: 4, degrees: -9)
    picture.draw([try #require(Zint.modules("-b CODE128", "looks"))[0]], at: Point(170, 360), scale: 2, rowHeight: 50)
    picture.draw([try #require(Zint.modules("-b CODE39", "TWO"))[0]], at: Point(460, 360), scale: 1.2, rowHeight: 50)
    var noise = Noise(state: 5)
    for i in 640 * 200..<640 * 290 {
      picture.pixels[i] = UInt8(truncatingIfNeeded: (noise.next() & 127) + 64)
    }
    return picture
  }

  /// What is read and in which order, what it rests on, and what it cost.
  private func summary(_ search: Search) -> [String] {
    search.found.map {
      "\($0.code.symbology.name) \($0.code.bytes) \($0.code.corners) \($0.lines) \($0.reads) \($0.engines.rawValue)"
    } + ["\(search.spent) \(search.work) \(search.refused.count) \(search.candidates.count)"]
  }

  @Test(arguments: [1, 2, 3, 5]) func whatIsReadIsTheSame(_ effort: Int) throws {
    let picture = try scene()
    let pipeline = EngineRegistry.makePipeline(nil)
    // The second thread is asked for at once.
    pipeline.patience = 0
    var request = DecodeRequest(symbologies: Decoder.available, effort: effort)
    func search(_ threads: Int) -> Search {
      request.maxThreads = threads
      return picture.withView { luma in
        let search = Search(pipeline, luma, request)
        search.run()
        return search
      }
    }
    let alone = search(1)
    #expect(alone.aheadCount == 0 && !alone.found.isEmpty)
    var taken = 0
    // The second thread may come too late, or be busy with the last look of the search before.
    for round in 0..<200 where round < 2 || (taken == 0 && effort > 2) {
      let shared = search(2)
      #expect(summary(shared) == summary(alone))
      taken += shared.aheadCount
    }
    #expect(taken > 0 || effort <= 2)
  }

  @Test func aSearchThatIsOverLeavesTheSecondThreadToItsLook() throws {
    let picture = try scene()
    let pipeline = EngineRegistry.makePipeline(nil)
    pipeline.patience = 0
    var request = DecodeRequest(symbologies: Decoder.available, effort: 5)
    let alone = picture.withView { pipeline.decode($0, request).count }
    for maxCodes in [1, 0, 1, 1] {
      request.maxThreads = 2
      request.maxCodes = maxCodes
      // The pixels are gone after the search: the second thread looks at a copy.
      let copy = try #require(picture.withView { try? LumaImage(copying: $0) })
      let count = pipeline.decode(copy.view, request).count
      for i in 0..<copy.width * copy.height { copy.base[i] = 0 }
      #expect(maxCodes == 1 ? count >= 1 : count == alone)
    }
  }

  @Test func looksAreToldApart() throws {
    let log = LookLog(Lock())
    let frame = Patch.Recipe.frame
    let key = LookKey(looker: .bars, recipe: frame, symbologies: SymbologySet([.msi]), way: 2)
    #expect(log.begin(key))
    log.keep(BarsSight(missesQuietZones: true), key)
    #expect((log.value(key) as BarsSight?)?.missesQuietZones == true)
    for other in [
      LookKey(looker: .bars, recipe: frame, symbologies: SymbologySet([.msi]), way: 3),
      LookKey(looker: .bars, recipe: frame, symbologies: SymbologySet([.plessey]), way: 2),
      LookKey(looker: .bars, recipe: frame.then([1]), symbologies: SymbologySet([.msi]), way: 2),
    ] { #expect((log.value(other) as BarsSight?) == nil) }
    // After something was read, or the search went its own way, nothing more is looked at.
    log.keep(BarsSight(), key, hasRead: true)
    #expect(!log.isOpen && log.hasRead && !log.begin(key))
  }

  @Test func recipesTellPatchesApart() throws {
    let picture = try scene()
    picture.withView { luma in
      func patches(_ angle: Double) -> [Patch] {
        let candidate = Candidate(
          kind: .stripes, centre: Point(170, 360), angle: angle, halfLength: 90, halfHeight: 30)
        guard let plain = Rectifier.patch(of: candidate, in: luma) else { return [] }
        let made = [
          plain.inverted(), plain.blurred(1.2), plain.blurred(1.3), plain.sharpened(2, 1), plain.averaged(),
          plain.averaged(rows: 3), plain.transposed(), plain.halved(), plain.enlarged(),
          plain.enlarged()?.sharpened(2, 1),
        ]
        return [plain] + made.compactMap { $0 }
      }
      func pixels(_ patch: Patch) -> [UInt8] {
        (0..<patch.height).flatMap { Array(UnsafeBufferPointer(start: patch.luma.row($0), count: patch.width)) }
      }
      let (all, again) = (patches(0) + patches(0.3), patches(0) + patches(0.3))
      #expect(all.count == 22)
      for (i, one) in all.enumerated() {
        #expect(one.recipe != nil && one.recipe == again[i].recipe && pixels(one) == pixels(again[i]))
        for other in all[(i + 1)...] { #expect(one.recipe != other.recipe) }
      }
    }
  }
}
