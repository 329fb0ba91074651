"""What runs in the virtual machine, built on the host: the product, its C examples, the bench's own clients."""
import glob
import os
import subprocess
import time

from harness.bench import ROOT

CLIENTS = os.path.join(ROOT, "Tests", "DeviceBench", "clients")
EXAMPLES = os.path.join(ROOT, "bindings", "c", "examples")
PRODUCTS = os.path.join(ROOT, ".build", "release")
FOLDER = os.path.join(ROOT, ".build", "devicebench")
TOOL, LIBRARY = os.path.join(PRODUCTS, "scanbeam-tool"), os.path.join(PRODUCTS, "libscanbeam.so")
SIMULATOR = os.path.join(PRODUCTS, "scanbeam-simulator")
PREVIEW = os.path.join(FOLDER, "scanbeam-preview")


class BuildFailed(Exception):
    pass


def product(say):
    """Build the library, the tool and the simulator. Quick when nothing changed."""
    say("building the library, the tool and the simulator")
    for name in ("scanbeam", "scanbeam-tool", "scanbeam-simulator"):
        _run(["swift", "build", "-c", "release", "--product", name], cwd=ROOT)


def clients(say):
    """Compile the clients that need no library."""
    os.makedirs(FOLDER, exist_ok=True)
    _compile(os.path.join(CLIENTS, "bare.c"), "zbar")
    _compile(os.path.join(CLIENTS, "usb_terminal.c"), "libusb-1.0")


def library_clients(say):
    """Compile what is linked to libscanbeam.so."""
    missing = [path for path in (TOOL, LIBRARY, SIMULATOR) if not os.path.exists(path)]
    if missing:
        raise BuildFailed("not built: " + ", ".join(missing))
    os.makedirs(FOLDER, exist_ok=True)
    soname = os.path.join(FOLDER, "libscanbeam.so.0")
    if os.path.lexists(soname):
        os.unlink(soname)
    os.symlink(LIBRARY, soname)
    for source in [os.path.join(CLIENTS, "watch.c"), *sorted(glob.glob(EXAMPLES + "/camera_*.c")),
                   os.path.join(EXAMPLES, "terminal.c")]:
        _compile(source, extra=["-I", os.path.join(ROOT, "include"), LIBRARY, "-Wl,-rpath," + FOLDER, "-pthread"])


def preview():
    """Build the window of the preview and its program, after library_clients()."""
    plain = os.path.join(FOLDER, "libscanbeam.so")
    if not os.path.lexists(plain):
        os.symlink("libscanbeam.so.0", plain)
    _run([os.path.join(ROOT, "Sources", "PreviewWindow", "build"), FOLDER, FOLDER])


def environment():
    """Variables for the machine, see bench.py."""
    return {"DEVICEBENCH_LOOP_SECONDS": str(loop_seconds()), "DEVICEBENCH_BUILD": FOLDER, "SCANBEAM_TOOL": TOOL,
            "SCANBEAM_LIBRARY": LIBRARY, "SCANBEAM_SIMULATOR": SIMULATOR, "SCANBEAM_PREVIEW_PROGRAM": PREVIEW}


def loop_seconds():
    """CPU time of a fixed piece of work, to compare processors; the best of three."""
    def once():
        begin = time.process_time()
        sum(i * i for i in range(300_000))
        return time.process_time() - begin
    return min(once() for _ in range(3))


def _compile(source, *packages, extra=()):
    target = os.path.join(FOLDER, os.path.basename(source)[:-2])
    if os.path.exists(target) and all(os.path.getmtime(target) > os.path.getmtime(path)
                                      for path in [source, *(path for path in extra if path.endswith(".so"))]):
        return
    flags = []
    if packages:
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True,
                               text=True).stdout.split()
    _run(["cc", "-O2", "-Wall", "-Wextra", "-o", target, source, *extra, *flags])


def _run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise BuildFailed(" ".join(command) + "\n" + done.stdout[-4000:])
