import ReaderCore
import Testing

@testable import DMCC

@Suite struct CollectorTests {
  static let all: ResultKinds = [.string, .xml, .image, .graphics]

  static func part(_ kind: ResultKinds, id: Int?, _ code: String = "A") -> ResultPart {
    switch kind {
    case .string:
      ResultPart(kind: kind, id: id, bytes: bytes(code), raw: bytes(Base64.encode(bytes(code))), time: 0)
    case .xml: ResultPart(kind: kind, id: id, bytes: xml(code), time: 0)
    default: ResultPart(kind: kind, id: id, bytes: bytes("\(kind.rawValue) of \(code)"), time: 0)
    }
  }

  static func xml(_ code: String) -> [UInt8] {
    bytes(
      "<result id=\"5\" image_id=\"-1\" version=\"3\"><general><status>GOOD READ</status>"
        + "<full_string encoding=\"base64\">\(Base64.encode(bytes(code)))</full_string></general></result>")
  }

  @Test func partsInAnyOrderAreOneRead() {
    let kinds: [ResultKinds] = [.string, .xml, .image, .graphics]
    for id in [nil, 7] {
      for first in 0..<4 {
        for second in 0..<4 where second != first {
          for third in 0..<4 where third != first && third != second {
            let order = [first, second, third, 6 - first - second - third]
            var collector = ResultCollector(expected: CollectorTests.all)
            var reads: [CollectedRead] = []
            for index in order { reads += collector.add(CollectorTests.part(kinds[index], id: id), now: 0) }
            #expect(reads.count == 1 && reads[0].parts.count == 4 && reads[0].missing.isEmpty)
            #expect(reads[0].bytes == bytes("A") && reads[0].xml?.verdict == .good && collector.count == 0)
          }
        }
      }
    }
  }

  @Test func interleavedReadsComeOutInOrder() {
    var collector = ResultCollector(expected: [.string, .image])
    var reads: [CollectedRead] = []
    for id in 1...5 { reads += collector.add(CollectorTests.part(.string, id: id, "\(id)"), now: 0) }
    for id in [3, 1, 5, 2, 4] { reads += collector.add(CollectorTests.part(.image, id: id, "\(id)"), now: 0) }
    #expect(reads.map(\.id) == [1, 2, 3, 4, 5])
    for read in reads {
      #expect(read.part(.image)?.bytes == bytes("8 of \(read.id!)") && read.bytes == bytes("\(read.id!)"))
    }
  }

  @Test func aMissingPartIsWaitedForAndThenMissed() {
    var collector = ResultCollector(expected: [.string, .image])
    #expect(collector.add(CollectorTests.part(.string, id: 1), now: 0).isEmpty)
    #expect(collector.nextDeadline == 2 * second)
    #expect(collector.tick(now: 2 * second - 1).isEmpty)
    let reads = collector.tick(now: 2 * second)
    #expect(reads.count == 1 && reads[0].missing == .image && reads[0].bytes == bytes("A"))
    // What comes too late is of no use, and of no other read.
    #expect(collector.add(CollectorTests.part(.image, id: 1), now: 3 * second).isEmpty)
    #expect(collector.count == 0 && collector.dropped == 1 && collector.nextDeadline == nil)
  }

  @Test func aPartOnItsWayIsWaitedFor() {
    var collector = ResultCollector(expected: [.string, .image])
    _ = collector.add(CollectorTests.part(.string, id: 1), now: 0)
    for step in 1...10 {
      collector.touch(now: Int64(step) * second)
      #expect(collector.tick(now: Int64(step) * second).isEmpty)
    }
    #expect(collector.add(CollectorTests.part(.image, id: 1), now: 11 * second).count == 1)
  }

  @Test func withoutIdsAnImageNeverMovesToAnotherRead() {
    var collector = ResultCollector(expected: [.string, .image])
    #expect(collector.add(CollectorTests.part(.string, id: nil, "A"), now: 0).isEmpty)
    var reads = collector.add(CollectorTests.part(.string, id: nil, "B"), now: 1)
    reads += collector.add(CollectorTests.part(.image, id: nil, "A or B"), now: 2)
    #expect(reads.map(\.bytes) == [bytes("A"), bytes("B")])
    #expect(reads.allSatisfy { $0.part(.image) == nil && $0.missing == .image } && collector.dropped == 1)
    // After a while it is clear again.
    #expect(collector.add(CollectorTests.part(.string, id: nil, "C"), now: 5 * second).isEmpty)
    let last = collector.add(CollectorTests.part(.image, id: nil, "C"), now: 5 * second)
    #expect(last.count == 1 && last[0].bytes == bytes("C") && last[0].part(.image) != nil)
  }

  @Test func stringAndXMLOfDifferentCodesAreNotOneRead() {
    var collector = ResultCollector(expected: [.string, .xml])
    #expect(collector.add(CollectorTests.part(.string, id: nil, "A"), now: 0).isEmpty)
    let first = collector.add(CollectorTests.part(.xml, id: nil, "B"), now: 0)
    #expect(first.count == 1 && first[0].bytes == bytes("A") && first[0].missing == .xml)
    _ = collector.add(CollectorTests.part(.string, id: 3, "A"), now: 9 * second)
    let reads = collector.add(CollectorTests.part(.xml, id: 3, "B"), now: 9 * second)
    #expect(reads.last?.isContradictory == true && reads.last?.bytes == nil)
  }

  @Test func aStringThatWasNoBase64AgreesAsItCame() {
    var collector = ResultCollector(expected: [.string, .xml])
    let raw = bytes("12345678")
    _ = collector.add(
      ResultPart(kind: .string, id: 1, bytes: Base64.decode(raw)!, raw: raw, time: 0), now: 0)
    let reads = collector.add(CollectorTests.part(.xml, id: 1, "12345678"), now: 0)
    #expect(reads.first?.bytes == raw && reads.first?.isContradictory == false)
  }

  @Test func aThousandIncompleteReadsStayBounded() {
    var collector = ResultCollector(expected: CollectorTests.all)
    var reads: [CollectedRead] = []
    for id in 1...1000 {
      reads += collector.add(CollectorTests.part(.string, id: id, "\(id)"), now: Int64(id))
      #expect(collector.count <= 64)
    }
    reads += collector.flush()
    #expect(reads.map(\.id) == Array(1...1000) && collector.nextDeadline == nil)
    var small = ResultCollector(expected: [.string, .image], memory: 1000)
    let image = ResultPart(kind: .image, id: 1, bytes: [UInt8](repeating: 0, count: 2000), time: 0)
    #expect(small.add(CollectorTests.part(.string, id: 0), now: 0).isEmpty)
    #expect(small.add(image, now: 0).map(\.id) == [0] && small.count == 0)
  }

  @Test func damagedXMLKeepsItsBytes() {
    var collector = ResultCollector(expected: [.string, .xml])
    _ = collector.add(CollectorTests.part(.string, id: 1), now: 0)
    let broken = ResultPart(kind: .xml, id: 1, bytes: bytes("<result><general>"), time: 0)
    let reads = collector.add(broken, now: 0)
    #expect(reads.first?.xml == nil && reads.first?.xmlError?.status == .corrupt)
    #expect(reads.first?.part(.xml)?.bytes == broken.bytes && reads.first?.bytes == bytes("A"))
  }
}
