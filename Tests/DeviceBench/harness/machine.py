"""The virtual machine: Debian's kernel in qemu, with the host's root file system and nothing of its own.

The host's / is its / (read-only, under an overlay in memory: what it writes vanishes). VM_SHARE names a folder that
both sides write. There is no KVM: the processor is emulated, and programs run 20 to 80 times slower than on the host.
"""
import ctypes
import os
import shlex
import signal
import subprocess
import tempfile
import threading

START = r"""
rm -rf /lib/modules
mkdir -p /lib/modules
ln -s {modules} /lib/modules/{version}
mount -t debugfs debugfs /sys/kernel/debug
modprobe configfs && mount -t configfs configfs /sys/kernel/config
busybox ifconfig lo 127.0.0.1 up
for p in /sys/class/virtio-ports/*; do [ "$(cat $p/name)" = out ] && exec >/dev/${{p##*/}} 2>&1; done
/lib/systemd/systemd-udevd --daemon 2>/dev/null
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 VM_SHARE=/run/vm {environment}
cd {folder} && {command} </dev/null
echo $? >/run/vm/status
echo {end}
busybox poweroff -f
"""
MEMORY = "2048"
END = "\x01the machine powers off"
POWER_OFF = 20  # seconds; a kernel that a driver has locked up never does


class MachineFailed(Exception):
    """The machine itself failed: it did not end in time, or died. `log` is the end of the kernel's log."""

    def __init__(self, what, log):
        super().__init__(what)
        self.log = log


def run(kernel, command, folder, share, timeout, line, environment=None):
    """Boot, run the command, power off. line(text) gets each line of output as it comes. Returns the exit status."""
    with open(share + "/start", "w") as file:
        file.write(START.format(
            modules=shlex.quote(kernel.modules), version=kernel.version, folder=shlex.quote(folder),
            command=shlex.join(command), end=shlex.quote(END),
            environment=" ".join(f"{name}={shlex.quote(value)}" for name, value in (environment or {}).items())))
    with tempfile.NamedTemporaryFile(prefix="devicebench-console-") as console:
        qemu = subprocess.Popen(_command_line(kernel, share, console.name), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=_die_with_parent)
        late = threading.Event()

        def give_up():
            late.set()
            qemu.kill()
        timers = [threading.Timer(timeout, give_up)]
        timers[0].start()
        try:
            for raw in qemu.stdout:
                text = raw.decode(errors="replace").rstrip("\r\n")
                if text != END:
                    line(text)
                    continue
                timers.append(threading.Timer(POWER_OFF, qemu.kill))
                timers[-1].start()
            qemu.wait()
        finally:
            for timer in timers:
                timer.cancel()
            qemu.kill()
            qemu.wait()
        log = "\n".join(open(console.name, errors="replace").read().splitlines()[-40:])
        if late.is_set():
            raise MachineFailed(f"the virtual machine did not end within {timeout:.0f} s", log)
        try:
            return int(open(share + "/status").read())
        except (OSError, ValueError):
            raise MachineFailed("the virtual machine died", log) from None


def _command_line(kernel, share, console):
    # An end of file on qemu's input would close the serial port, so it keeps a pipe there.
    return ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max", "-smp", "2",
            "-m", MEMORY, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", kernel.image, "-initrd", kernel.initramfs,
            "-append", "console=ttyS0 panic=-1 mitigations=off random.trust_cpu=1 cryptomgr.notests audit=0 apparmor=0",
            "-serial", "file:" + console,
            "-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
            "-virtfs", f"local,path={share},mount_tag=share,security_model=none,multidevs=remap",
            "-device", "bochs-display", "-device", "virtio-serial-pci", "-chardev", "stdio,id=out,signal=off",
            "-device", "virtserialport,chardev=out,name=out"]


def _die_with_parent():
    """Have the kernel end qemu when this process is killed without a chance to clean up; ignore ^C, which is ours."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def with_retry(attempt, say):
    """The attempt's result; it is made once more when the machine itself fails. A failed scenario is a result."""
    try:
        return attempt()
    except MachineFailed as error:
        say(f"{error}: once more\n{error.log}")
        return attempt()
