"""Measured: from a frame to its result, against the bare loop"""
import os

from harness.bench import BUILD, percentile

TIMEOUT = 180
FRAMES = 40


def run(bench):
    camera = bench.camera("qr", formats=[("YUYV", 640, 480, 5)])
    bare = bench.start(os.path.join(BUILD, "bare"), camera.node, "640", "480")
    reference = _delays(bench, camera, bare, "read")
    bare.close_input()
    bare.finish()
    camera.wait_for("stop")

    watch = bench.watch_connected(camera.identity)
    watch.ask("only QR", "SCANBEAM_OK")
    watch.tell("continuous")
    watch.tell("scan")
    product = _delays(bench, camera, watch, "results NONE")
    for share, name in ((0.5, "p50"), (0.99, "p99")):
        for which, what in enumerate(("first byte of the frame -> result", "last byte of the frame -> result")):
            ours, theirs = percentile([d[which] for d in product], share), percentile([d[which] for d in reference], share)
            bench.note(f"{name} {what}: {ours * 1e3:7.1f} ms, bare loop {theirs * 1e3:7.1f} ms, ratio {ours / theirs:.2f}")


def _delays(bench, camera, client, pattern):
    """[(seconds since the kernel's time stamp, seconds since the camera had sent all of the frame)]"""
    for _ in range(FRAMES + 3):
        client.expect(pattern)
    sent = [(began, when) for when, name, began in camera.events if name == "frame"]
    delays = []
    for line in [line for line in client.lines if pattern in line][3:]:  # the first ones warm up
        fields = line.split()
        delivered, captured = int(fields[0]) / 1e9, int(fields[2 if pattern == "read" else 3]) / 1e9
        complete = next((end for began, end in sent if began <= captured <= end + 0.05 and end <= delivered), None)
        if complete:
            delays.append((delivered - captured, delivered - complete))
    bench.check(len(delays) >= FRAMES / 2, f"only {len(delays)} results belong to a frame of the camera")
    return delays
