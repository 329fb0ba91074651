"""spoken.py BUTTON: what a screen reader finds in windows called "Scanbeam in ..." (AT-SPI), and then presses that button."""

import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def found(node, depth=0):
    yield node, depth
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield from found(child, depth + 1)


def main(wanted):
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            nodes = [(node, depth, node.get_role_name(), node.get_name() or "") for node, depth in found(Atspi.get_desktop(0))]
        except gi.repository.GLib.Error:
            nodes = []  # changed while it was looked at
        button = next((node for node, _, role, name in nodes if role == "push button" and name == wanted), None)
        if button is not None:
            for _, depth, role, name in nodes:
                print("  " * depth + f"{role}: {name}")
            print("pressed" if button.do_action(0) else "not pressed")
            return 0
        time.sleep(0.2)
    print("there is no such button", file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1]))
