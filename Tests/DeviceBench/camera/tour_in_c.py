"""The tour of a camera reader, in C, on an emulated camera"""


def run(bench):
    camera = bench.camera("ean13")
    done = bench.example("camera_tour", camera.identity)
    bench.equal(done.status, 0, f"status ({done.errors})")
    bench.check("read again: 9780201379624" in done.output, f"the tour printed the number: {done.output!r}")
