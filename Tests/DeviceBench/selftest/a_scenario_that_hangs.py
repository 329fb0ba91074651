"""A scenario that never ends"""
import time

TIMEOUT = 3
MUST_FAIL = "not done after 3 s"


def run(bench):
    bench.start("sleep", "1000")
    time.sleep(1000)
