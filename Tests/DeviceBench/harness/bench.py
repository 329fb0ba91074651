"""What a scenario has in its hands: devices to plug in, programs to run against them, checks, measurements."""
import glob
import json
import os
import subprocess
import time

from emulated import acm, bluetooth, pictures, simulator, uinput, usbip, uvc
from harness.programs import Program

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILD = os.environ.get("DEVICEBENCH_BUILD", "")
PYTHON = "/usr/bin/python3"
PATIENCE = 30  # seconds: generous, since the machine is emulated and its host may be busy


class Failed(Exception):
    """A check of the scenario did not hold."""


class Bench:
    def __init__(self):
        self.notes = []
        self._endings = []

    def end(self):
        """Undo, last first, what the scenario did so far."""
        while self._endings:
            self._endings.pop()()

    def at_the_end(self, action):
        self._endings.append(action)

    # ---- checks -----------------------------------------------------------------------------------------------------

    def check(self, condition, complaint):
        if not condition:
            raise Failed(complaint)

    def equal(self, found, expected, what):
        self.check(found == expected, f"{what}: expected {expected!r}, found {found!r}")

    def wait(self, condition, what, timeout=PATIENCE):
        return usbip.wait(condition, timeout, what)

    def note(self, text):
        """A line below the scenario's result, for measurements."""
        self.notes.append(text)

    # ---- devices ------------------------------------------------------------------------------------------------------

    def camera(self, picture="qr", plug=True, **options):
        """Plug in an emulated camera and wait for its device node (camera.node)."""
        camera = BenchCamera(picture, **options)
        self.at_the_end(camera.unplug)
        if plug:
            camera.plug()
            camera.wait_for_node()
        return camera

    def terminal(self, **options):
        terminal = acm.Terminal(**options).plug()
        self.at_the_end(terminal.unplug)
        return terminal

    def simulated_terminal(self, *arguments, **options):
        """Plug in a terminal with scanbeam-simulator behind it; arguments are those of the simulator."""
        reader = simulator.Simulator(os.environ["SCANBEAM_SIMULATOR"], *arguments)
        self.at_the_end(reader.end)
        terminal = acm.Terminal(answer=reader, **options)
        reader.behind(terminal)
        self.at_the_end(terminal.unplug)
        return terminal.plug()

    def keyboard(self, **options):
        """Plug in a keyboard and wait for its device node (keyboard.node) and its LED (keyboard.lamp)."""
        keyboard, path = self._input(uinput.Keyboard, options)
        keyboard.lamp = os.path.basename(os.path.realpath(path + "/device")) + "::capslock"
        return keyboard

    def touch_screen(self):
        """Plug in a touch screen and wait for its device node (screen.node)."""
        return self._input(uinput.TouchScreen, {})[0]

    def _input(self, kind, options):
        subprocess.run(["modprobe", "-a", "uinput", "evdev"], check=True)
        self.wait(lambda: os.path.exists("/dev/uinput"), "/dev/uinput")
        device = kind(**options)
        self.at_the_end(device.unplug)

        def node():
            return next((path for path in glob.glob("/sys/class/input/event*")
                         if _read(path + "/device/name") == device.name and _ready(path)), None)
        path = self.wait(node, f"the node of {device.name}")
        device.node = "/dev/input/" + os.path.basename(path)
        return device, path

    def screen(self):
        """A display without a desktop, and the environment of programs that show something on it."""
        subprocess.run(["modprobe", "bochs"], check=True)
        self.wait(lambda: glob.glob("/dev/dri/card*"), "a screen")
        # Mesa's software renderer reads from wrong places with the AVX2 that qemu 7.2 emulates (not on real processors).
        return dict(os.environ, SDL_VIDEODRIVER="kmsdrm", XDG_RUNTIME_DIR="/run", GALLIUM_OVERRIDE_CPU_CAPS="sse4.1")

    def screen_size(self):
        """Width and height of that display."""
        modes = self.wait(lambda: [_read(path) for path in glob.glob("/sys/class/drm/card*-*/modes") if _read(path)], "its modes")
        return tuple(map(int, modes[0].split()[0].split("x")))

    def tty(self, terminal, timeout=PATIENCE):
        """The serial node of a terminal, once udev has set it up."""
        def node():
            return next(("/dev/" + os.path.basename(path) for path in glob.glob("/sys/class/tty/ttyACM*")
                         if _read(path + "/device/../serial") == terminal.strings[3] and _ready(path)), None)
        return self.wait(node, "the terminal's node", timeout)

    def vivid(self, **options):
        """The kernel's own test camera, with its error injections: a V4L2 node without a code in the picture."""
        options = {"n_devs": 1, "node_types": "0x1", "num_inputs": 1, "input_types": 0, **options}
        subprocess.run(["modprobe", "vivid"] + [f"{name}={value}" for name, value in options.items()], check=True)
        self.at_the_end(lambda: self.wait(lambda: subprocess.run(["rmmod", "vivid"], stderr=subprocess.DEVNULL)
                                          .returncode == 0, "vivid to be unloaded"))
        return self.wait(lambda: next(("/dev/" + os.path.basename(path)
                                       for path in glob.glob("/sys/class/video4linux/video*")
                                       if _read(path + "/name").startswith("vivid") and _ready(path)), None),
                         "the node of vivid")

    def radio(self):
        """A Bluetooth controller, and the real BlueZ that drives it."""
        self.wait(lambda: os.path.exists("/dev/vhci"), "/dev/vhci")
        radio = bluetooth.Radio()
        self.at_the_end(radio.unplug)
        self.wait(lambda: os.path.exists("/sys/class/bluetooth/hci0"), "the kernel's hci0")
        os.makedirs("/run/dbus", exist_ok=True)
        os.makedirs("/var/lib/bluetooth", exist_ok=True)
        bus = "/run/dbus/system_bus_socket"
        if os.path.exists(bus):
            os.unlink(bus)  # the bus of another scenario has ended with it
        self.start("dbus-daemon", "--system", "--nofork", "--nopidfile")
        self.wait(lambda: os.path.exists(bus), "the message bus")
        self.bluetoothd()
        return radio

    def bluetoothd(self):
        """Start BlueZ's service (bench.bluetooth_service) and wait until it has switched the controller on."""
        configuration = os.path.join(ROOT, "Tests", "DeviceBench", "emulated", "bluetooth.conf")
        service = self.start("/usr/libexec/bluetooth/bluetoothd", "--nodetach", "--configfile", configuration)
        ask = ["dbus-send", "--system", "--print-reply", "--dest=org.bluez", "/org/bluez/hci0",
               "org.freedesktop.DBus.Properties.Get", "string:org.bluez.Adapter1", "string:Powered"]
        self.wait(lambda: b"boolean true" in subprocess.run(ask, capture_output=True).stdout, "bluetoothd")
        self.bluetooth_service = service

    def managed(self, transport, folder="/tmp/favourites"):
        """A device manager that says what it hears and obeys: see clients/managed.py."""
        environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "bindings", "python"))
        client = self.start(PYTHON, "-u", os.path.join(ROOT, "Tests", "DeviceBench", "clients", "managed.py"), transport,
                            folder, environment=environment)
        client.expect("^usable", 2 * PATIENCE)
        return client

    # ---- programs -----------------------------------------------------------------------------------------------------

    def start(self, *command, **options):
        program = Program(command, **options)
        self.at_the_end(program.kill)
        return program

    def run(self, *command, timeout=PATIENCE, **options):
        """Run a program to its end. The result has status, output and errors."""
        return self.start(*command, **options).finish(timeout)

    def scanbeam(self, *arguments, timeout=PATIENCE):
        """Run the command-line tool to its end."""
        return self.run(os.environ["SCANBEAM_TOOL"], *arguments, timeout=timeout)

    def list_cameras(self):
        done = self.scanbeam("list", "--json")
        cameras = json.loads(done.output)
        self.equal(done.status, 0 if cameras else 1, f"status of `scanbeam list` ({done.errors.strip()})")
        return cameras

    def read(self, camera, *options, seconds=20):
        """What `scanbeam read` reads first on the camera: a list of results as it prints them."""
        done = self.scanbeam("read", camera, "--json", "--count", "1", "--timeout", str(seconds), *options,
                             timeout=seconds + PATIENCE)
        self.check(done.status in (0, 1), f"`scanbeam read` ended with {done.status}: {done.errors.strip()}")
        return [result for result in map(json.loads, done.output.splitlines()) if "bytes" in result]

    def must_read(self, camera, picture, *options, seconds=20):
        """The tool must read, on the camera's node or identity, what the picture says, byte for byte."""
        results = self.read(camera, *options, seconds=seconds)
        texts = [bytes.fromhex(result["bytes"]).decode() for result in results]
        self.equal(texts, [pictures.text(picture)], f"reading {camera}")

    def example(self, name, *arguments, timeout=PATIENCE):
        """Run a C example to its end."""
        return self.run(os.path.join(BUILD, name), *arguments, timeout=timeout)

    def python(self, script, *arguments, timeout=2 * PATIENCE):
        """Run a Python script that imports scanbeam."""
        environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "bindings", "python"))
        return self.run(PYTHON, "-c", script, *arguments, timeout=timeout, environment=environment)

    def usb_terminal(self):
        """A libusb client that waits for the emulated terminal: see clients/usb_terminal.c."""
        client = self.start(os.path.join(BUILD, "usb_terminal"), f"{acm.VENDOR:04x}:{acm.PRODUCT:04x}")
        client.expect("ready")
        return client

    def watch(self, identity, *mode):
        """A client that prints every event of a reader: see clients/watch.c."""
        watch = self.start(os.path.join(BUILD, "watch"), identity, *mode)
        watch.expect(r"^\d+ reader ")  # before the first event, which a thread of the library may print at once
        return watch

    def watch_connected(self, identity, *mode):
        """A watch whose reader has a connected camera."""
        watch = self.watch(identity, *mode)
        watch.expect("availability AVAILABLE")
        watch.tell("connect")
        watch.expect("completed connect SCANBEAM_OK")
        return watch


    def must_be_lost(self, watch, scanning):
        """What a connected reader must tell when its camera is unplugged; then the watch ends."""
        for event in ("failed SCANBEAM_ERR_LOST", "availability UNAVAILABLE", "connection UNAVAILABLE"):
            self.wait(lambda event=event: watch.count(event), f"{event!r}")
        watch.tell("quit")
        watch.finish()
        told = f"\n{watch.transcript()}\n "
        self.equal(watch.count(" failed "), 1, "failures" + told)
        self.equal(watch.count("availability UNAVAILABLE"), 1, "times that it became unavailable" + told)
        self.equal(watch.count("results DISCONNECTED"), 1 if scanning else 0, "ends of the scan" + told)
        self.equal(watch.count("results "), 1 if scanning else 0, "results" + told)

    # ---- the kernel's test camera -------------------------------------------------------------------------------------

    def inject(self, node, control):
        """Set an error injection of vivid: a button, or NAME=VALUE."""
        done = self.run("v4l2-ctl", "-d", node, "-c", control if "=" in control else control + "=1")
        self.equal(done.status, 0, f"status of setting {control} ({done.errors})")

    def frames_arrive(self, watch, count, or_failure=False):
        """Wait until that many more frames have come to the reader: "frames", or "failure" when that came first."""
        def received():
            watch.tell("statistics")
            return int(watch.expect(r"statistics received=").split("received=")[1].split()[0])
        first = received()

        def outcome():
            if or_failure and watch.count(" failed "):
                return "failure"
            return "frames" if received() >= first + count else None
        return self.wait(outcome, f"{count} more frames")

    def works(self, node):
        """A new reader gets frames from the node."""
        watch = self.watch_connected(node)
        watch.tell("scan")
        self.frames_arrive(watch, 2)
        watch.tell("quit")
        watch.finish()
        self.equal(watch.count(" failed "), 0, f"failures\n{watch.transcript()}\n ")

    def refused(self, node):
        """Connecting or scanning fails on the node, and is reported exactly once."""
        watch = self.watch(node)
        watch.ask("connect", "answered connect SCANBEAM_OK")
        watch.tell("scan")
        self.wait(lambda: watch.count(r" failed |completed connect SCANBEAM_ERR"), "the failure")
        watch.tell("quit")
        watch.finish()
        self.equal(watch.count(r" failed |completed connect SCANBEAM_ERR"), 1, f"failures\n{watch.transcript()}\n ")


class BenchCamera(uvc.Camera):
    @property
    def identity(self):
        """The lasting identity that the product must give it."""
        return f"v4l2:usb-{uvc.VENDOR:04x}:{uvc.PRODUCT:04x}-{self.strings[3]}"

    def nodes(self):
        """All nodes of this camera that udev has set up: pictures first, then metadata."""
        found = [path for path in glob.glob("/sys/class/video4linux/video*")
                 if _read(path + "/device/../serial") == self.strings[3] and _ready(path)]
        return ["/dev/" + os.path.basename(path) for path in sorted(found, key=lambda path: _read(path + "/index"))]

    def wait_for_node(self, timeout=PATIENCE):
        """Wait for the node for pictures and the one for metadata; returns the first, and keeps it in `node`."""
        self.node = usbip.wait(lambda: (nodes := self.nodes())[1:2] and nodes[0], timeout, "the camera's nodes")
        return self.node


def _ready(path):
    """Whether udev has set up the node of a sysfs device (then its rights are final)."""
    return os.path.exists("/run/udev/data/c" + _read(path + "/dev")) and any(
        os.path.exists(folder + os.path.basename(path)) for folder in ("/dev/", "/dev/input/"))


def _read(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def now():
    """Nanoseconds of CLOCK_MONOTONIC, as the clients print them."""
    return time.monotonic_ns()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
