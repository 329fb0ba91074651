"""A scenario whose process dies"""
import os

MUST_FAIL = "the scenario's process died"


def run(bench):
    bench.start("sleep", "1000")
    os.abort()
