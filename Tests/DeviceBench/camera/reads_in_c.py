"""The C examples read the camera, with a loop of their own and with the library's thread"""


def run(bench):
    camera = bench.camera("ean13")
    for example in ("camera_poll", "camera_thread"):
        done = bench.example(example, camera.identity)
        bench.equal(done.status, 0, f"status of {example} ({done.errors})")
        bench.check("9780201379624" in done.output, f"{example} printed the number: {done.output!r}")
