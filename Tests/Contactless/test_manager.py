"""Device managers: favourites, discovery, loss and return."""

import os
import shutil
import unittest

import scanbeam
from bench import wait
from cards import Type2
from scanbeam import DeviceManager, Transport
from support import LEFT, RIGHT, WORK, Recorder, service


class Heard:
    def __init__(self):
        self.usable, self.found, self.ended, self.arrived, self.removed = [], [], [], [], []

    def usable_changed(self, manager, usable, problem):
        self.usable.append((usable, problem))

    def discovered(self, manager, device):
        self.found.append(device)

    def discovery_ended(self, manager, error):
        self.ended.append(error)

    def device_arrived(self, manager, device):
        device.reader.delegate = self.reader = Recorder()
        device.reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
        device.reader.start_scanning()
        self.arrived.append(device)

    def device_removed(self, manager, device):
        self.removed.append(device)


class Managers(unittest.TestCase):
    def setUp(self):
        self.service = service()
        self.folder = os.path.join(WORK, "favourites")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.context = scanbeam.Context()
        self.addCleanup(self.context.close)
        self.heard = Heard()
        self.manager = self.make(self.heard)
        self.until(lambda: self.heard.usable, "the manager to arrive")

    def make(self, heard, **options):
        manager = DeviceManager(Transport.PCSC, self.context, delegate=heard, state_folder=self.folder, **options)
        self.addCleanup(manager.close)
        return manager

    def until(self, condition, what, seconds=20):
        def step():
            self.context.dispatch(0.02)
            return condition()
        return wait(step, what, seconds, 0)

    def test_discovery(self):
        self.assertEqual(self.heard.usable, [(True, None)])
        self.manager.start_discovery(0.3)
        with self.assertRaises(scanbeam.BusyError):
            self.manager.start_discovery(1)
        self.until(lambda: self.heard.ended, "the end")
        self.assertEqual(self.heard.ended, [None])
        self.assertEqual(sorted(device.identifier for device in self.heard.found), ["pcsc:" + LEFT, "pcsc:" + RIGHT])
        self.assertEqual({device.service for device in self.heard.found}, {"pcsc"})
        self.assertEqual(self.heard.arrived, [])
        self.manager.start_discovery(60)
        self.manager.cancel_discovery()
        self.until(lambda: len(self.heard.ended) == 2, "the end")
        self.assertIsInstance(self.heard.ended[1], scanbeam.CancelledError)
        self.manager.favorites = "*"
        with self.assertRaises(scanbeam.FavoriteActiveError):
            self.manager.start_discovery(1)

    def test_one_favourite_is_connected_at_once_and_kept(self):
        self.manager.favorites = "pcsc:" + RIGHT
        self.until(lambda: self.heard.arrived, "the arrival")
        device = self.heard.arrived[0]
        self.assertEqual(device.identifier, "pcsc:" + RIGHT)
        self.assertEqual(self.manager.unique_identifier(device.handle), "pcsc:" + RIGHT)
        with self.assertRaises(scanbeam.NotFoundError):
            self.manager.unique_identifier(999)
        slot = self.service.slot(RIGHT)
        self.addCleanup(slot.take)
        slot.put(Type2())
        self.until(lambda: self.heard.reader.tags, "a tag")
        # Another manager, as after a restart of the till, finds the favourite on disk.
        self.manager.close()
        again = Heard()
        manager = self.make(again)
        self.assertEqual(manager.favorites, "pcsc:" + RIGHT)
        self.until(lambda: again.arrived, "the arrival")
        manager.favorites = ""
        self.until(lambda: again.removed, "the removal")
        self.assertEqual(again.removed[0].handle, again.arrived[0].handle)

    def test_the_first_found_can_be_pinned(self):
        self.manager.set_pin_to_first(True)
        self.manager.favorites = "*"
        self.until(lambda: self.heard.arrived, "the arrival")
        self.context.wait(0.2)
        self.assertEqual(len(self.heard.arrived), 1)
        self.assertEqual(self.manager.favorites, self.heard.arrived[0].identifier)

    def test_several_favourites(self):
        self.manager.favorites = f"pcsc:{LEFT};pcsc:nobody;pcsc:{RIGHT}"
        self.until(lambda: len(self.heard.arrived) == 2, "both")
        self.manager.favorites = "pcsc:" + LEFT
        self.until(lambda: self.heard.removed, "the removal")
        self.assertEqual(self.heard.removed[0].identifier, "pcsc:" + RIGHT)
        self.assertEqual(len(self.heard.removed), 1)

    def test_a_favourite_that_was_lost_comes_back(self):
        self.addCleanup(self.service.plug, LEFT)
        self.manager.favorites = "pcsc:" + LEFT
        self.until(lambda: self.heard.arrived, "the arrival")
        self.service.unplug(LEFT)
        self.until(lambda: self.heard.removed, "the removal")
        self.service.plug(LEFT)
        self.until(lambda: len(self.heard.arrived) == 2, "the arrival", 40)
        first, second = self.heard.arrived
        self.assertEqual(first.identifier, second.identifier)
        self.assertNotEqual(first.handle, second.handle)
        self.assertEqual(self.manager.unique_identifier(first.handle), self.manager.unique_identifier(second.handle))

    def test_the_service_goes_and_comes(self):
        self.manager.favorites = "pcsc:" + RIGHT
        self.until(lambda: self.heard.arrived, "the arrival")
        self.service.kill()
        self.until(lambda: self.heard.removed and not self.heard.usable[-1][0], "the removal")
        self.assertIn("pcscd", self.heard.usable[-1][1])
        self.service.start()
        self.until(lambda: len(self.heard.arrived) == 2, "the arrival")
        self.assertEqual([usable for usable, _ in self.heard.usable], [True, False, True])

    def test_explicit_connections(self):
        self.manager.connect("pcsc:" + LEFT)
        self.until(lambda: self.heard.arrived, "the arrival")
        self.manager.disconnect("pcsc:" + LEFT)
        self.until(lambda: self.heard.removed, "the removal")
        self.assertEqual(self.manager.favorites, "")

    def test_a_damaged_file_counts_as_none(self):
        path = os.path.join(self.folder, "favorites-pcsc")
        self.manager.favorites = "pcsc:" + LEFT
        with open(path, "rb") as file:
            whole = file.read()
        self.manager.close()
        for damaged in [whole[:i] for i in range(len(whole))] + [b"\xff\xfe" * 50, bytes(10000), whole + b"x",
                                                               whole.replace(b" 1", b" 2")]:
            with open(path, "wb") as file:
                file.write(damaged)
            manager = self.make(None)
            self.assertEqual(manager.favorites, "", damaged)
            manager.close()
        manager = self.make(None)
        manager.favorites = "pcsc:x"
        manager.close()
        self.assertEqual(self.make(None).favorites, "pcsc:x")
        self.assertEqual(os.listdir(self.folder), ["favorites-pcsc"])
        for wrong in ("a;*", "a\nb", "x" * 5000):
            with self.assertRaises(scanbeam.InvalidArgumentError):
                self.make(None).favorites = wrong

    def test_readers_may_live_in_another_context(self):
        import threading
        with scanbeam.Context(thread=True) as other:
            heard = Heard()
            manager = self.make(heard, device_context=other)
            manager.favorites = "pcsc:" + LEFT
            self.until(lambda: heard.arrived, "the arrival")
            threads = []

            class Where:
                def results_received(self, reader, results):
                    threads.append(threading.get_ident())

            heard.arrived[0].reader.delegate = Where()
            slot = self.service.slot(LEFT)
            self.addCleanup(slot.take)
            slot.put(Type2())
            wait(lambda: threads, "the tag, without any dispatch here")
            self.assertNotEqual(threads[0], threading.get_ident())
            manager.close()

    def test_cameras(self):
        """There need not be any: the manager arrives, finds what is there, and ends."""
        heard = Heard()
        manager = DeviceManager(Transport.CAMERA, self.context, delegate=heard, state_folder=self.folder)
        self.addCleanup(manager.close)
        self.until(lambda: heard.usable, "the manager to arrive")
        manager.start_discovery(0.1)
        self.until(lambda: heard.ended, "the end")
        self.assertEqual([device.identifier for device in heard.found],
                         [camera.identity for camera in scanbeam.list_cameras()])
