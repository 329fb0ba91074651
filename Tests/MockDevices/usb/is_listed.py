"""The product lists the terminal by its serial number, and listing sends nothing to it"""


def run(bench):
    terminal = bench.terminal()
    devices = [each for each in bench.list_cameras() if each["kind"] == "terminal"]
    bench.equal([each["identity"] for each in devices], ["usb:1209:0001:TERM-1"], "terminals")
    bench.equal((terminal.requests, terminal.received), ([], b""), "what listing asked of it")
