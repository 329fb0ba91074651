import Glibc
import ReaderCore
import Testing

@testable import Readers

/// A GPIO line as a trigger, over a libgpiod made of a few lines of C, which a compiler of the machine builds.
@Suite struct LineTriggerTests {
  /// The functions of libgpiod 1.6 that are used, with one chip "fake" of four lines, and the hand on the line.
  private static let source = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <string.h>
    #include <time.h>
    #include <unistd.h>
    static int chip, line, fds[2] = {-1, -1}, value;
    static int flags, chips;
    struct event { struct timespec ts; int type; };
    void *gpiod_chip_open_lookup(const char *name) {
      if (strcmp(name, "fake") != 0) { errno = ENOENT; return 0; }
      chips++;
      return &chip;
    }
    void gpiod_chip_close(void *c) { (void)c; chips--; }
    void *gpiod_chip_get_line(void *c, unsigned n) { (void)c; errno = EINVAL; return n < 4 ? &line : 0; }
    void *gpiod_chip_find_line(void *c, const char *n) { (void)c; errno = ENOENT; return strcmp(n, "trigger") ? 0 : &line; }
    int gpiod_line_request_both_edges_events_flags(void *l, const char *who, int f) {
      (void)l; (void)who;
      if (fds[0] >= 0) { errno = EBUSY; return -1; }
      flags = f;
      return pipe2(fds, O_CLOEXEC);
    }
    void gpiod_line_release(void *l) {
      (void)l; close(fds[0]);
      if (fds[1] >= 0) close(fds[1]);
      fds[0] = fds[1] = -1;
    }
    int gpiod_line_event_get_fd(void *l) { (void)l; return fds[0]; }
    int gpiod_line_event_read(void *l, struct event *e) {
      char byte; long n = read(fds[0], &byte, 1);
      (void)l;
      if (n == 0) errno = ENODEV;
      memset(e, 0x55, sizeof *e);
      return n == 1 ? 0 : -1;
    }
    int gpiod_line_get_value(void *l) { (void)l; return value; }
    void fake_set(int v) { value = v; if (fds[1] >= 0 && write(fds[1], "x", 1) != 1) value = -1; }
    void fake_unplug(void) { close(fds[1]); fds[1] = -1; }
    int fake_flags(void) { return flags; }
    int fake_chips(void) { return chips; }
    """

  /// The library, and the ends of it that only the test knows.
  private final class Fake {
    let path: String
    let set: @convention(c) (Int32) -> Void
    let unplug: @convention(c) () -> Void
    let flags: @convention(c) () -> Int32
    let chips: @convention(c) () -> Int32
    private let library: DynamicLibrary

    init?() throws {
      guard system("command -v cc >/dev/null 2>&1") == 0 else {
        print("skipped: there is no C compiler")
        return nil
      }
      var name = Array("/tmp/scanbeam-gpio-XXXXXX".utf8CString)
      mkdtemp(&name)
      let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = folder + "/libfake.so"
      let file = try #require(fopen(folder + "/fake.c", "w"))
      fputs(LineTriggerTests.source, file)
      fclose(file)
      try #require(system("cc -shared -fPIC -o \(path) \(folder)/fake.c") == 0)
      library = try DynamicLibrary([path], package: "none")
      set = try library.function("fake_set", as: (@convention(c) (Int32) -> Void).self)
      unplug = try library.function("fake_unplug", as: (@convention(c) () -> Void).self)
      flags = try library.function("fake_flags", as: (@convention(c) () -> Int32).self)
      chips = try library.function("fake_chips", as: (@convention(c) () -> Int32).self)
    }

    deinit { _ = system("rm -rf \(path.dropLast("/libfake.so".utf8.count))") }

    var gpio: GPIOLibrary { get throws { try GPIOLibrary([path]) } }
  }

  @Test func aLineStartsAndStopsScans() throws {
    guard let fake = try Fake() else { return }
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.setLine(
      TriggerLine(chip: "fake", name: "trigger", mode: .hold, isActiveLow: true, bias: .pullUp, debounceMs: 0),
      try fake.gpio)
    #expect(fake.flags() == 1 << 2 | 1 << 5)
    for _ in 0..<2 {
      fake.set(1)
      #expect(try bench.run { bench.reader.isScanning })
      fake.set(0)
      #expect(try bench.run { !bench.reader.isScanning })
    }
    #expect(bench.witness.reasons == [.stopped, .stopped])
    // A line that goes away while it is held releases it.
    fake.set(1)
    #expect(try bench.run { bench.reader.isScanning })
    fake.unplug()
    #expect(try bench.run { !bench.reader.isScanning && fake.chips() == 0 })
    // Closing the reader lets the line go.
    fake.set(0)
    try bench.reader.setLine(TriggerLine(chip: "fake", offset: 3, mode: .toggle, debounceMs: 0), try fake.gpio)
    #expect(fake.chips() == 1)
    bench.reader.close()
    #expect(fake.chips() == 0)
  }

  @Test func bouncesAreWaitedOut() throws {
    guard let fake = try Fake() else { return }
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.setLine(TriggerLine(chip: "fake", offset: 0, mode: .toggle, debounceMs: 20), try fake.gpio)
    for value: Int32 in [1, 0, 1, 0, 1] { fake.set(value) }
    for _ in 0..<20 { _ = try bench.context.loop.wait(timeoutMs: 1) { false } }
    #expect(!bench.reader.isScanning && bench.witness.scanning.isEmpty)
    bench.clock.now += 21_000_000
    #expect(try bench.run { bench.reader.isScanning })
    // One that only twitches is none.
    for value: Int32 in [0, 1] { fake.set(value) }
    for _ in 0..<20 { _ = try bench.context.loop.wait(timeoutMs: 1) { false } }
    bench.clock.now += 21_000_000
    bench.context.loop.drain()
    #expect(bench.reader.isScanning)
    try bench.reader.setLine(nil)
    #expect(fake.chips() == 0)
  }

  @Test func whatIsNotThereSaysSo() throws {
    guard let fake = try Fake() else { return }
    let bench = try Bench()
    func status(_ line: TriggerLine) -> Status? {
      do throws(ReaderError) {
        let gpio = try GPIOLibrary([fake.path])
        try bench.reader.setLine(line, gpio)
        return nil
      } catch { return error.status }
    }
    #expect(status(TriggerLine(chip: "other", offset: 0, mode: .hold)) == .notFound)
    #expect(status(TriggerLine(chip: "fake", offset: 9, mode: .hold)) == .notFound)
    #expect(status(TriggerLine(chip: "fake", name: "door", mode: .hold)) == .notFound)
    #expect(status(TriggerLine(chip: "fake", mode: .hold)) == .invalidArgument)
    #expect(status(TriggerLine(chip: "", offset: 0, mode: .hold)) == .invalidArgument)
    #expect(fake.chips() == 0)
    let other = try Bench()
    try other.reader.setLine(TriggerLine(chip: "fake", offset: 0, mode: .hold), try fake.gpio)
    #expect(status(TriggerLine(chip: "fake", offset: 0, mode: .hold)) == .busy)
    try other.reader.setLine(nil)
    #expect(fake.chips() == 0)
    #expect(throws: ReaderError.self) { try GPIOLibrary(["libgpiod-of-nobody.so.9"]) }
  }

  @Test func theLibraryOfTheMachineHasTheFunctions() throws {
    guard let gpio = try? GPIOLibrary() else { return print("skipped: libgpiod 1.x is not installed") }
    let bench = try Bench()
    do throws(ReaderError) {
      try bench.reader.setLine(TriggerLine(chip: "no such chip", offset: 0, mode: .hold), gpio)
      Issue.record("there is a chip of this name")
    } catch { #expect(error.status == .notFound) }
  }
}
