"""A camera that never has a frame ends with the time-out, and costs no processor meanwhile"""
import errno


def run(bench):
    camera = bench.camera()
    camera.answers["dqbuf"] = lambda _: errno.EAGAIN
    done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "2")
    bench.equal(done.status, 1, f"status ({done.errors})")
    # The mock node is always ready for poll(): an attempt in 5 ms, not a spin.
    bench.check(camera.count("dqbuf") < 1000, f"{camera.count('dqbuf')} attempts in 2 s")
