"""A screen for previews, and the programs that show something on it."""
import os
import subprocess

from harness import build

FOLDER = os.path.join(build.ROOT, ".build", "preview")
COST = os.path.join(FOLDER, "cost")
PROGRAM = os.path.join(FOLDER, "scanbeam-preview")


def build_programs():
    """libscanbeam-preview, its program and `cost`, from what is built in .build/release."""
    os.makedirs(FOLDER, exist_ok=True)
    library = os.path.join(FOLDER, "libscanbeam.so.0")
    subprocess.run(["strip", "--strip-unneeded", "-o", library, build.LIBRARY], check=True)
    plain = library.removesuffix(".0")
    if not os.path.lexists(plain):
        os.symlink("libscanbeam.so.0", plain)
    subprocess.run([os.path.join(build.ROOT, "Sources", "PreviewWindow", "build"), FOLDER, FOLDER], check=True)
    subprocess.run(
        ["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-rdynamic", "-I", os.path.join(build.ROOT, "include"), "-o", COST,
         *(os.path.join(build.ROOT, "Tests", "Preview", name) for name in ("cost.c", "paced.c")), "-L", FOLDER, "-lscanbeam-preview", "-lscanbeam",
         "-lpthread", "-Wl,-rpath,$ORIGIN"], check=True)


class Screen:
    """An X server without hardware; programs that are started from now on use it."""

    def __init__(self, bench, size="1280x800"):
        # It sees the machine as it is, not the testbed.
        plain = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "UMOCKDEV_DIR")}
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size + "x24", "-noreset", "-nolisten", "tcp"],
            pass_fds=(write,), env=plain, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as file:
            number = file.readline().strip()
        bench.check(number, "Xvfb does not start")
        bench._endings.append(self._end)
        os.environ["DISPLAY"] = ":" + number
        # Memory shared with the server is not a device: SDL may use it.
        os.environ["SDL_VIDEODRIVER"] = "x11"

    def spent(self):
        """Its processor time in seconds."""
        with open(f"/proc/{self._server.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def _end(self):
        self._server.terminate()
        self._server.wait(20)
