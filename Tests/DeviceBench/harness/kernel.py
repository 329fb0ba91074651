"""Debian's kernel for the virtual machine, prepared once in a cache outside the repository."""
import fcntl
import glob
import hashlib
import lzma
import os
import shutil
import subprocess
import tempfile

BOOT_MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay", "virtio_console"]
# What scenarios may load: cameras, USB devices and gadgets, input devices, Bluetooth, a screen.
DEVICE_MODULES = ["vhci_hcd", "uvcvideo", "cdc_acm", "vivid", "uinput", "uhid", "usbhid", "hid_generic", "evdev",
                  "hci_vhci", "dummy_hcd", "usb_f_acm", "configfs", "bochs"]
INIT = r"""#!/bin/busybox sh
busybox mount -t proc proc /proc
busybox mount -t devtmpfs dev /dev
for m in $(busybox cat /order); do busybox insmod /mod/$m; done
options=trans=virtio,version=9p2000.L,msize=512000
busybox mount -t 9p -o ro,cache=loose,$options host /ro
busybox mount -t tmpfs tmpfs /rw
busybox mkdir /rw/upper /rw/work
busybox mount -t overlay -o lowerdir=/ro,upperdir=/rw/upper,workdir=/rw/work overlay /root
cd /root
busybox mount -t proc proc proc
busybox mount -t sysfs sysfs sys
busybox mount -t devtmpfs dev dev
busybox mkdir -p dev/pts dev/shm
busybox mount -t devpts devpts dev/pts
for d in dev/shm run; do busybox mkdir -p $d; busybox mount -t tmpfs -o mode=1777 tmpfs $d; done
busybox mkdir run/vm
busybox mount -t 9p -o cache=none,$options share run/vm
exec busybox chroot /root /bin/sh /run/vm/start
"""


class Kernel:
    """Paths of a prepared kernel: `image`, `initramfs`, and `modules` to be linked to /lib/modules/VERSION."""

    def __init__(self, folder):
        self.image, self.initramfs = folder + "/vmlinux", folder + "/initramfs"
        self.version = open(folder + "/version").read()
        self.modules = f"{folder}/lib/modules/{self.version}"


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "scanbeam-devicebench")


def prepare(say):
    """The kernel, from the cache or (about 15 s) from Debian's package. say(text) tells of slow steps."""
    recipe = "\n".join([INIT, *BOOT_MODULES, *DEVICE_MODULES, "1"])
    folder = os.path.join(cache_folder(), "kernel-" + hashlib.sha256(recipe.encode()).hexdigest()[:12])
    os.makedirs(cache_folder(), exist_ok=True)
    with open(cache_folder() + "/lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(folder):
            say("preparing Debian's kernel for the virtual machine (once)")
            for old in glob.glob(cache_folder() + "/kernel-*"):
                shutil.rmtree(old)
            work = tempfile.mkdtemp(dir=cache_folder(), prefix="making-")
            try:
                _make(work + "/new", work + "/package")
                os.rename(work + "/new", folder)
            finally:
                shutil.rmtree(work)
    return Kernel(folder)


def _make(folder, package):
    for path in (folder, package):
        os.makedirs(path)
    _download(package)
    image, = glob.glob(package + "/boot/vmlinuz-*")
    version = image.split("vmlinuz-")[1]
    with open(folder + "/version", "w") as file:
        file.write(version)
    with open(folder + "/vmlinux", "wb") as file:
        file.write(_unpacked(image))
    subprocess.run(["depmod", "-b", package, version], check=True)
    source, target = f"{package}/lib/modules/{version}", f"{folder}/lib/modules/{version}"
    dependencies = _dependencies(source + "/modules.dep")
    for path in _closure(dependencies, BOOT_MODULES + DEVICE_MODULES):
        os.makedirs(os.path.dirname(f"{target}/{path}"), exist_ok=True)
        shutil.copy(f"{source}/{path}", f"{target}/{path}")
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        shutil.copy(f"{source}/{name}", target)
    subprocess.run(["depmod", "-b", folder, version], check=True)
    _make_initramfs(folder, source, _closure(dependencies, BOOT_MODULES))


def _download(package):
    def meta():
        found = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True).stdout
        return [line.split()[1] for line in found.splitlines() if "Depends:" in line]
    if not meta():
        subprocess.run(["apt-get", "-qq", "update"], check=True)
    name, = meta()
    quiet = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", name]
    if subprocess.run(quiet, cwd=package, stderr=subprocess.DEVNULL).returncode:
        subprocess.run(["apt-get", "-qq", "update"], check=True)  # the list named a version that is gone
        subprocess.run(quiet, cwd=package, check=True)
    archive, = glob.glob(package + "/*.deb")
    subprocess.run(["dpkg", "-x", archive, package], check=True)


def _unpacked(image):
    """The ELF kernel within a bzImage (Documentation/x86/boot.rst: setup_sects, payload_offset, payload_length).

    qemu starts it directly (PVH); unpacking it in the emulated machine would take longer than booting it.
    """
    data = open(image, "rb").read()
    start = (data[0x1F1] + 1) * 512 + int.from_bytes(data[0x248:0x24C], "little")
    length = int.from_bytes(data[0x24C:0x250], "little")
    return lzma.LZMADecompressor().decompress(data[start:start + length])


def _dependencies(path):
    """Module name -> [its file, files it needs]."""
    found = {}
    for line in open(path):
        file, _, needs = line.partition(":")
        found[os.path.basename(file).split(".")[0].replace("-", "_")] = [file, *needs.split()]
    return found


def _closure(dependencies, names):
    """Files of the modules and of what they need, in loading order. Modules built into the kernel have none."""
    order = []
    for name in names:
        for file in reversed(dependencies.get(name, [])):
            if file not in order:
                order.append(file)
    return order


def _make_initramfs(folder, source, order):
    with tempfile.TemporaryDirectory() as root:
        for name in ("bin", "mod", "proc", "dev", "ro", "rw", "root"):
            os.mkdir(f"{root}/{name}")
        shutil.copy("/bin/busybox", root + "/bin/")
        for file in order:
            shutil.copy(f"{source}/{file}", root + "/mod/")
        with open(root + "/order", "w") as file:
            file.write("\n".join(map(os.path.basename, order)))
        with open(root + "/init", "w") as file:
            file.write(INIT)
        os.chmod(root + "/init", 0o755)
        names = subprocess.run(["find", "."], cwd=root, check=True, stdout=subprocess.PIPE).stdout
        with open(folder + "/initramfs", "wb") as out:
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, check=True, input=names, stdout=out)
