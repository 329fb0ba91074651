"""Tags that go too early, readers that go, a service that dies, many connections, times."""

import os
import resource
import time

import scanbeam
from bench import wait
from cards import Classic, Type2, Type4, Type5
from scanbeam import Availability, ConnectionState, NDEFMessage, TagFormat
from support import LEFT, RIGHT, Case, Recorder

URI = bytes(NDEFMessage().add_uri("https://example.org/till/42"))


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def threads():
    return len(os.listdir("/proc/self/task"))


def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Tags(Case):
    def test_pulled_away_at_every_command_of_a_read(self):
        """Field report 135."""
        self.reader.tag_format = TagFormat.TYPE_AND_DATA
        count = 0

        def another(kind):
            # The same one at once again would pass for a tag that never left.
            card = kind(URI)
            card.uid = os.urandom(7) + b"\xe0"[:kind is Type5]
            return card

        for kind in (Type2, Type4, Type5, Classic):
            at = 0
            while True:
                before = len(self.heard.tags)
                self.slot.put(another(kind), pull_at=at)
                self.until(lambda: self.slot.is_gone or len(self.heard.tags) > before, "the end of the read")
                whole = len(self.heard.tags) > before
                self.slot.take()
                self.context.dispatch(0)
                count += 1
                if whole:
                    break
                at += 1
                # Ready for the next tap at once; what was half read is not reported.
                self.assertEqual(self.tap(another(kind)).payload, URI, f"after {kind.__name__} at {at}")
                self.slot.take()
            self.assertGreater(at, 1)
        self.assertEqual(self.heard.errors, [])
        self.assertEqual({tag.payload for tag in self.heard.tags}, {URI})
        self.assertFalse([results for results in self.heard.results if not results.good_read])
        print(f"\n    pulled away {count} times in the middle of a read")

    def test_a_moment_without_the_tag_is_no_removal(self):
        card = Type2(URI)
        self.tap(card)
        for _ in range(3):
            self.slot.take()
            self.slot.put(card)
            self.context.wait(0.15)
        self.assertEqual(len(self.heard.tags), 1)
        self.assertEqual((len(self.heard.arrived), len(self.heard.removed)), (1, 0))
        self.slot.take()
        self.slot.put(Type2(URI, uid=bytes(7)))  # another tag in that moment is another tag
        self.until(lambda: len(self.heard.tags) == 2, "the other tag")
        self.assertEqual(self.heard.removed[0].id, card.uid)

    def test_the_same_tag_again_within_the_duplicate_time(self):
        self.reader.set_duplicate_timeout(60)
        self.tap(Type2(URI))
        self.take()
        self.present(Type2(URI))
        self.context.wait(0.2)
        self.assertEqual(len(self.heard.tags), 1)
        self.assertEqual(self.reader.statistics.duplicates, 1)
        self.take()
        self.tap(Type2(URI, uid=bytes(7)))
        self.assertEqual(len(self.heard.tags), 2)

    def test_two_readers(self):
        other = Recorder()
        right = self.open(RIGHT, other)
        slot = self.service.slot(RIGHT)
        self.addCleanup(slot.take)
        slot.put(Type2(URI, uid=bytes(range(7))))
        self.until(lambda: other.tags, "the tag on the right")
        self.assertEqual(self.heard.tags, [])
        self.tap(Classic(URI))
        self.assertEqual([tag.payload for tag in self.heard.tags], [Classic.uid])
        self.assertEqual([tag.payload for tag in other.tags], [bytes(range(7))])
        self.assertEqual(right.identity, "pcsc:" + RIGHT)

    def test_from_arrival_to_callback(self):
        """Printed, not asserted."""
        times = []
        for _ in range(20):
            self.tap(Type2(URI))
            times.append((self.heard.times[-1] - self.slot.powered) * 1000)
            self.take()
        times.sort()
        print(f"\n    from the service's question for the ATR to the callback of a polling host: median "
              f"{times[len(times) // 2]:.1f} ms, longest {times[-1]:.1f} ms (20 taps)")

    def test_an_idle_reader_costs_nothing(self):
        self.context.wait(0.5)
        before, begin = processor(), time.monotonic()
        self.context.dispatch(3)
        spent, took = processor() - before, time.monotonic() - begin
        print(f"\n    an idle reader took {spent * 1000:.1f} ms of processor time in {took:.1f} s")
        self.assertLess(spent, 0.2)  # what polling every few milliseconds would cost


class Connections(Case):
    def test_200_connections_leave_nothing_behind(self):
        self.reader.close()
        self.slot.put(Type2(URI))
        counts = []
        for number in range(201):
            heard = Recorder()
            reader = scanbeam.TagReader(LEFT, self.context, delegate=heard)
            reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
            reader.connect(20)
            reader.start_scanning()
            self.until(lambda: heard.tags, "the tag")
            reader.close()
            self.until(lambda: heard or True, "")
            if number in (0, 200):
                # Threads give everything back a moment after the reader is closed.
                wait(lambda: threads() <= (counts[0][1] if counts else 99), "the threads' end")
                self.context.wait(0.3)
                counts.append((descriptors(), threads(), self.service.descriptors()))
        self.assertEqual(counts[0], counts[1], "descriptors and threads here, descriptors of pcscd")
        print(f"\n    after 200 connections: {counts[1][0]} descriptors and {counts[1][1]} threads, as after the first")

    def test_contexts_leave_nothing_behind(self):
        counts = []
        for number in range(21):
            with scanbeam.Context() as context:
                reader = scanbeam.TagReader(RIGHT, context)
                reader.connect(20)
                reader.close()
            if number in (0, 20):
                time.sleep(0.3)
                counts.append((descriptors(), threads(), self.service.descriptors()))
        self.assertEqual(counts[0], counts[1])


class Losses(Case):
    def test_the_reader_is_unplugged(self):
        """Field report 134."""
        self.addCleanup(self.service.plug, LEFT)
        self.tap(Type2(URI))
        self.slot.take()
        self.service.unplug(LEFT)
        self.until(lambda: self.heard.errors, "the failure")
        self.assertIsInstance(self.heard.errors[0], scanbeam.LostError)
        self.until(lambda: self.reader.connection_state == ConnectionState.UNAVAILABLE, "unavailable")
        self.assertEqual(self.heard.results[-1].reason, scanbeam.Reason.DISCONNECTED)
        with self.assertRaises(scanbeam.NotFoundError):
            self.reader.connect(10)
        self.service.plug(LEFT)
        self.until(lambda: self.reader.availability == Availability.AVAILABLE, "available")
        self.reader.connect(10)
        self.reader.start_scanning()
        self.tap(Type2(URI))
        self.assertEqual(len(self.heard.tags), 2)
        self.assertEqual(len(self.heard.errors), 1)

    def test_the_service_is_killed(self):
        """Field report 133."""
        self.tap(Type2(URI))
        self.service.kill()
        self.slot.take()
        self.until(lambda: self.heard.errors, "the failure")
        self.assertIsInstance(self.heard.errors[0], scanbeam.LostError)
        self.until(lambda: self.reader.availability == Availability.UNAVAILABLE, "unavailable")
        before, begin = processor(), time.monotonic()
        self.context.wait(2)
        print(f"\n    without the service: {(processor() - before) * 1000:.0f} ms of processor time in 2 s")
        self.service.start()
        begin = time.monotonic()
        self.until(lambda: self.reader.availability == Availability.AVAILABLE, "available")
        print(f"    available again {time.monotonic() - begin:.2f} s after the service")
        self.reader.connect(10)
        self.reader.start_scanning()
        self.tap(Type2(URI))
        self.assertEqual(len(self.heard.tags), 2)
        self.assertEqual(len(self.heard.errors), 1)
