"""Emulated devices from the command line, for tests in any language: python3 -m emulated camera|terminal OPTION…

Commands come one per line on standard input or, with --control PATH, over a Unix socket there; each is answered with a
line `ok …` or `error …`. The device is plugged in at the start (unless --unplugged) and unplugged at the end of input.

    camera:    show PICTURE | show-bytes HEX | short [SHARE] | corrupt | empty | lost | controls
    terminal:  say HEX [PIECE] | nothing | reply HEX HEX | deaf | delay SECONDS | unplug-after COUNT | heard | talk
    both:      plug [PORT] | unplug | replug [PORT] | hold | resume | halt | at EVENT unplug | wait EVENT [COUNT]
               events | quit
"""
import argparse
import os
import socket
import sys

from . import acm, pictures, uvc


def main():
    options = _parse()
    device = _camera(options) if options.device == "camera" else _terminal(options)
    if not options.unplugged:
        device.plug()
    print("ready", flush=True)
    try:
        if options.control:
            _serve_socket(device, options.control)
        else:
            _serve(device, sys.stdin, sys.stdout)
    finally:
        device.unplug()


def _parse():
    parser = argparse.ArgumentParser(prog="emulated", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("device", choices=["camera", "terminal"])
    parser.add_argument("--serial", default="BENCH-1", help="serial number; empty: none")
    parser.add_argument("--name", help="product name")
    parser.add_argument("--control", metavar="PATH", help="Unix socket for commands")
    parser.add_argument("--unplugged", action="store_true", help="wait for the command plug")
    parser.add_argument("--picture", default="qr", help="a picture file or one of " + ", ".join(pictures.PICTURES))
    parser.add_argument("--format", action="append", metavar="FOURCC:WxH:FPS", help="YUYV:640x480:10, MJPG:…; repeatable")
    parser.add_argument("--needs-dtr", action="store_true", help="silent until the host raises DTR")
    return parser.parse_args()


def _camera(options):
    formats = uvc.DEFAULT_FORMATS
    if options.format:
        parts = [entry.replace("x", ":").split(":") for entry in options.format]
        formats = [(fourcc, int(width), int(height), int(fps)) for fourcc, width, height, fps in parts]
    return uvc.Camera(options.picture, formats, options.serial, options.name or "Bench camera")


def _terminal(options):
    replies = {}
    terminal = acm.Terminal(replies.get, options.serial, options.name or "Bench terminal", options.needs_dtr)
    terminal.replies = replies
    return terminal


def _serve_socket(device, path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    try:
        going = True
        while going:
            connection, _ = listener.accept()
            with connection, connection.makefile("r") as lines, connection.makefile("w") as answers:
                going = _serve(device, lines, answers)
    finally:
        os.unlink(path)


def _serve(device, lines, answers):
    """Obey until the end of the lines. False after quit."""
    for line in lines:
        words = line.split()
        if not words:
            continue
        try:
            answer = "" if words[0] == "quit" else _obey(device, *words)
            print("ok", answer or "", file=answers, flush=True)
        except (ArithmeticError, LookupError, OSError, RuntimeError, TypeError, ValueError) as error:
            print("error", type(error).__name__, error, file=answers, flush=True)
        if words[0] == "quit":
            return False
    return True


def _obey(device, command, *words):
    commands = dict(_COMMON, **(_CAMERA if isinstance(device, uvc.Camera) else _TERMINAL))
    if command not in commands:
        raise ValueError(f"no such command: {command}")
    return commands[command](device, *words)


def _show(camera, picture):
    if picture not in pictures.PICTURES and not os.path.exists(picture):
        raise ValueError(f"no such picture: {picture}")
    camera.show(picture)


def _trap(device, event, action):
    if action != "unplug":
        raise ValueError("the only action is unplug")
    device.at(event, device.unplug)


def _count(device, count):
    device.unplug_after(int(count))


_COMMON = {
    "plug": lambda d, port=None: str(d.plug(None if port is None else int(port)).port),
    "unplug": lambda d: d.unplug(),
    "replug": lambda d, port=None: str(d.replug(None if port is None else int(port)).port),
    "hold": lambda d: d.hold(),
    "resume": lambda d: d.resume(),
    "halt": lambda d: d.halt(),
    "at": _trap,
    "wait": lambda d, event, count=1: f"{d.wait_for(event, int(count)):.6f}",
    "events": lambda d: " ".join(f"{when:.6f}:{name}" for when, name, _ in d.events),
}
_CAMERA = {
    "show": _show,
    "show-bytes": lambda d, data: d.show_bytes(bytes.fromhex(data)),
    "short": lambda d, share="0.5": d.short_frame(float(share)),
    "corrupt": lambda d: d.corrupt_frame(),
    "empty": lambda d: d.empty_frame(),
    "lost": lambda d: d.error_frame(),
    "controls": lambda d: " ".join(f"{name}={value}" for name, value in d.controls.values.items()),
}
_TERMINAL = {
    "say": lambda d, data, piece=None: d.say(bytes.fromhex(data), piece and int(piece)),
    "nothing": lambda d: d.say_nothing(),
    "reply": lambda d, heard, said: d.replies.__setitem__(bytes.fromhex(heard), bytes.fromhex(said)),
    "deaf": lambda d: setattr(d, "deaf", True),
    "delay": lambda d, seconds: setattr(d, "delay", float(seconds)),
    "unplug-after": _count,
    "heard": lambda d: d.heard().hex(),
    "talk": lambda d: " ".join(f"{when:.6f}:{way}:{data.hex()}" for when, way, data in d.conversation),
}

if __name__ == "__main__":
    main()
