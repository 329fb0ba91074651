import Glibc
import ReaderCore
import Testing

@testable import EventLoop

@Suite struct EventLoopTests {
  @Test func runsPostedWorkInOrder() throws {
    let loop = try EventLoop()
    var seen: [Int] = []
    for i in 0..<100 { loop.post { seen.append(i) } }
    #expect(try loop.dispatch(timeoutMs: 0))
    #expect(seen == Array(0..<100))
    #expect(try !loop.dispatch(timeoutMs: 0))
  }

  @Test func descriptorIsReadableExactlyWhenThereIsWork() throws {
    let loop = try EventLoop()
    func readable() -> Bool {
      var poll = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 0) == 1
    }
    #expect(!readable())
    loop.post {}
    #expect(readable())
    _ = try loop.dispatch(timeoutMs: 0)
    #expect(!readable())
    loop.wake()
    #expect(readable())
    #expect(try loop.dispatch(timeoutMs: -1))
    #expect(!readable())
  }

  @Test func whatIsPostedFromInsideIsNotForgotten() throws {
    let loop = try EventLoop()
    func readable() -> Bool {
      var poll = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 0) == 1
    }
    var runs = 0
    loop.post { loop.post { runs += 1 } }
    #expect(try loop.dispatch(timeoutMs: 0))
    #expect(runs == 1 || readable())
    while try loop.dispatch(timeoutMs: 0) {}
    #expect(runs == 1 && !readable())
  }

  @Test func cancelledTimersHoldNobodyUpAndOthersStillRun() throws {
    let loop = try EventLoop()
    var runs = 0
    for round in 0..<100 {
      let cancelled = loop.schedule(at: loop.time + 1_000_000) { runs += 1000 }
      if round % 2 == 0 { loop.schedule(at: loop.time + 2_000_000) { runs += 1 } }
      loop.cancel(cancelled)
    }
    #expect(try loop.wait(timeoutMs: 60_000) { runs == 50 })
    // The descriptor tells of timers as well.
    loop.schedule(at: loop.time + 1_000_000) { runs += 1 }
    var poll = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(Glibc.poll(&poll, 1, 60_000) == 1)
    #expect(try loop.dispatch(timeoutMs: -1))
    #expect(runs == 51)
  }

  @Test func timersRunInOrderOfTheirTimeByTheInjectedClock() throws {
    var time: Int64 = 1000
    let loop = try EventLoop(clock: { time })
    var seen: [String] = []
    loop.schedule(at: 3000) { seen.append("late") }
    loop.schedule(at: 2000) { seen.append("early") }
    let cancelled = loop.schedule(at: 2500) { seen.append("never") }
    loop.cancel(cancelled)
    _ = try loop.dispatch(timeoutMs: 0)
    #expect(seen == [])
    time = 2000
    _ = try loop.dispatch(timeoutMs: 0)
    #expect(seen == ["early"])
    time = 9000
    _ = try loop.dispatch(timeoutMs: 0)
    #expect(seen == ["early", "late"])
  }

  @Test func watchedDescriptorsCallBackUntilUnwatched() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for fd in ends { close(fd) } }
    var calls = 0
    loop.watch(ends[0]) {
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      calls += 1
    }
    #expect(try !loop.dispatch(timeoutMs: 0))
    _ = write(ends[1], "x", 1)
    #expect(try loop.dispatch(timeoutMs: 1000))
    #expect(calls == 1)
    loop.unwatch(ends[0])
    _ = write(ends[1], "x", 1)
    #expect(try !loop.dispatch(timeoutMs: 0))
    #expect(calls == 1)
  }

  @Test func dispatchInsideDispatchIsRefused() throws {
    let loop = try EventLoop()
    var status: Status?
    loop.post {
      do { _ = try loop.dispatch(timeoutMs: 0) } catch let error as ReaderError { status = error.status } catch {}
    }
    _ = try loop.dispatch(timeoutMs: 0)
    #expect(status == .wrongThread)
  }

  @Test func waitDrivesTheLoopItself() throws {
    let loop = try EventLoop()
    var done = false
    loop.post { loop.post { done = true } }
    #expect(try loop.wait(timeoutMs: 5000) { done })
    #expect(try !loop.wait(timeoutMs: 1) { false })
  }

  @Test func loopThreadRunsWorkAndEnds() throws {
    let loop = try EventLoop()
    let thread = try LoopThread(loop)
    let lock = Lock()
    var count = 0
    for _ in 0..<1000 { loop.post { lock.locked { count += 1 } } }
    #expect(try loop.wait(timeoutMs: 5000) { lock.locked { count } == 1000 })
    thread.join()
    loop.post { lock.locked { count += 1 } }
    #expect(lock.locked { count } == 1000)
  }
}
