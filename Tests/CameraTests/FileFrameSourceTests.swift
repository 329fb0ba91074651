import Camera
import Glibc
import ReaderCore
import Testing

@Suite struct FileFrameSourceTests {
  /// A directory that is gone with the test.
  private final class Folder {
    let path: String
    init() throws {
      var template = Array("/tmp/scanbeam-test-XXXXXX".utf8CString)
      path = String(cString: try #require(mkdtemp(&template)))
    }
    func write(_ name: String, _ text: String) throws {
      let file = try #require(fopen("\(path)/\(name)", "wb"))
      fputs(text, file)
      fclose(file)
    }
    deinit {
      if let stream = opendir(path) {
        while let entry = readdir(stream) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          unlink("\(path)/\(name)")
        }
        closedir(stream)
      }
      rmdir(path)
    }
  }

  /// What a run says, one word for an outcome.
  private func run(_ source: FileFrameSource, wake: Int32 = -1) throws -> [String] {
    var words: [String] = []
    while words.count < 100 {
      var size = ""
      switch try source.next(wake: wake, timeoutMs: 0, { size = "\($0.path ?? "") \($0.luma.width)x\($0.luma.height)" })
      {
      case .frame(let dropped, _):
        words.append(dropped == 0 ? String(size.split(separator: "/").last ?? "") : "dropped")
      case .unreadable(let path, let error):
        words.append("\(path.split(separator: "/").last ?? "") \(error.status.rawValue)")
      case .end: return words
      case .woken: return words + ["woken"]
      case .corrupt, .timedOut: return words + ["?"]
      }
    }
    return words
  }

  private func status(_ body: () throws(ReaderError) -> Void) -> Status {
    do {
      try body()
      return .ok
    } catch {
      return error.status
    }
  }

  @Test func aDirectoryIsReadInOrderAndBadPicturesDoNotEndTheRun() throws {
    let folder = try Folder()
    try folder.write("2.pgm", "P2 2 1 9 1 9")
    try folder.write("1.pgm", "P2 3 1 9 1 9 5")
    try folder.write("3.png", "a text")
    try folder.write("4.pgm", "P2 1 4 9 1 9 5 5")
    let source = FileFrameSource(path: folder.path)
    #expect(source.answersEveryFrame)
    try source.open()
    try source.start()
    let words = ["1.pgm 3x1", "2.pgm 2x1", "3.png -40", "4.pgm 1x4"]
    #expect(try run(source) == words)
    #expect(try run(source) == [], "after the end is the end")
    source.stop()
    source.stop()
    try source.start()
    #expect(try run(source) == words, "a new start begins with the first picture")
    source.stop()
    // In the middle of a run, too; and a picture that came meanwhile is seen.
    try source.start()
    _ = try source.next(wake: -1, timeoutMs: 0) { _ in }
    source.stop()
    try folder.write("0.pgm", "P2 1 1 9 1")
    try source.start()
    #expect(try run(source) == ["0.pgm 1x1"] + words)
    source.close()
    source.close()
  }

  @Test func onePicture() throws {
    let folder = try Folder()
    try folder.write("x.txt", "P2 3 1 9 1 9 5")
    let source = FileFrameSource(path: folder.path + "/x.txt")
    try source.open()
    try source.start()
    #expect(try run(source) == ["x.txt 3x1"])
    source.close()
  }

  @Test func aWakeUpComesFirst() throws {
    let folder = try Folder()
    try folder.write("x.pgm", "P2 3 1 9 1 9 5")
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { Glibc.close(end) } }
    let source = FileFrameSource(path: folder.path)
    try source.open()
    try source.start()
    var byte: UInt8 = 1
    Glibc.write(ends[1], &byte, 1)
    #expect(try run(source, wake: ends[0]) == ["woken"])
    Glibc.read(ends[0], &byte, 1)
    #expect(try run(source, wake: ends[0]) == ["x.pgm 3x1"], "the picture was not lost")
    source.close()
  }

  @Test func whatCannotBeReadIsSaidAtOnce() throws {
    let folder = try Folder()
    func opening(_ path: String) -> Status {
      let source = FileFrameSource(path: path)
      return status { () throws(ReaderError) in try source.open() }
    }
    #expect(opening(folder.path + "/none") == .notFound)
    #expect(opening("") == .invalidArgument)
    #expect(opening("/dev/null") == .format)
    let empty = FileFrameSource(path: folder.path)
    #expect(status { () throws(ReaderError) in try empty.start() } == .state)
    try empty.open()
    #expect(status { () throws(ReaderError) in _ = try empty.next(wake: -1, timeoutMs: 0) { _ in } } == .state)
    #expect(status { () throws(ReaderError) in try empty.start() } == .notFound)
  }
}

@Suite struct PushFrameSourceTests {
  private func frame(_ grey: UInt8, _ width: Int = 4, _ height: Int = 3) throws -> LumaImage {
    let image = try LumaImage(width: width, height: height)
    for i in 0..<(width * height) { image.base[i] = grey }
    return image
  }

  private func push(_ source: PushFrameSource, _ image: LumaImage, time: Int64) throws -> Bool {
    try withExtendedLifetime(image) { try source.push(image.view, time: time) }
  }

  /// Waits for no time at all: first pixel, time, dropped; nil when nothing came.
  private func take(_ source: PushFrameSource) throws -> (UInt8, Int64, Int)? {
    var seen: (UInt8, Int64) = (0, 0)
    guard case .frame(let dropped, _) = try source.next(wake: -1, timeoutMs: 0, { seen = ($0.luma.row(0)[0], $0.time) })
    else { return nil }
    return (seen.0, seen.1, dropped)
  }

  @Test func theNewestWinsAndTheOthersAreCounted() throws {
    let source = PushFrameSource()
    #expect(!source.answersEveryFrame)
    #expect(try push(source, frame(1), time: 1) == false, "not open: ignored")
    try source.open()
    try source.start()
    #expect(try take(source) == nil)
    for i in 1...5 { #expect(try push(source, frame(UInt8(i)), time: Int64(i))) }
    #expect(try #require(try take(source)) == (5, 5, 4))
    #expect(try take(source) == nil)
    _ = try push(source, frame(9, 7, 7), time: 9)
    #expect(try #require(try take(source)) == (9, 9, 0))
    // What is pushed belongs to the source: the host may write over its own.
    let mine = try frame(20)
    _ = try push(source, mine, time: 20)
    mine.base[0] = 21
    #expect(try #require(try take(source)) == (20, 20, 0))
    // What was pushed before a run begins is its first frame, unless it was discarded.
    source.stop()
    _ = try push(source, frame(30), time: 30)
    _ = try push(source, frame(31), time: 31)
    try source.start()
    #expect(try #require(try take(source)) == (31, 31, 1))
    _ = try push(source, frame(32), time: 32)
    _ = try push(source, frame(33), time: 33)
    #expect(source.discard() == 2)
    #expect(source.discard() == 0)
    #expect(try take(source) == nil)
    source.close()
    #expect(try push(source, mine, time: 20) == false)
    source.close()
  }

  @Test func stridesAreHonoured() throws {
    let image = try frame(7, 10, 5)
    image.base[2 * 10 + 3] = 99
    let part = try #require(image.view.crop(x: 3, y: 2, width: 4, height: 2))
    let source = PushFrameSource()
    try source.open()
    try source.start()
    try withExtendedLifetime(image) {
      for _ in 0..<3 {
        try source.push(part, time: 1)
        #expect(try #require(try take(source)).0 == 99)
      }
    }
    source.close()
  }

  @Test func wrongOrderIsAnError() {
    let source = PushFrameSource()
    #expect(throws: ReaderError.self) { try source.start() }
    #expect(throws: ReaderError.self) { _ = try source.next(wake: -1, timeoutMs: 0) { _ in } }
  }

  /// Four threads push while one takes: every frame is seen or counted.
  @Test func threadsDoNotLoseCount() throws {
    let source = PushFrameSource()
    try source.open()
    try source.start()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { Glibc.close(end) } }
    let image = try frame(3)
    let writeEnd = ends[1]
    var threads: [WorkerThread] = []
    for _ in 0..<4 {
      threads.append(
        try WorkerThread(name: "push") {
          for i in 0..<2000 { _ = try? withExtendedLifetime(image) { try source.push(image.view, time: Int64(i)) } }
          var byte: UInt8 = 1
          Glibc.write(writeEnd, &byte, 1)
        })
    }
    var count = 0
    while count < 8000 {
      var finished: UInt8 = 0
      switch try source.next(wake: ends[0], timeoutMs: 10_000, { #expect($0.luma.row(0)[0] == 3) }) {
      case .frame(let dropped, _): count += 1 + dropped
      case .woken: Glibc.read(ends[0], &finished, 1)
      default: Issue.record("no frame came")
      }
    }
    #expect(count == 8000)
    for thread in threads { thread.join() }
    source.close()
  }
}
