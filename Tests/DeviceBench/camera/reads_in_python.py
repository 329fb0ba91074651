"""The Python package reads the camera"""


def run(bench):
    camera = bench.camera("code128")
    done = bench.python(SCRIPT, camera.identity)
    bench.equal((done.status, done.output), (0, "Scanbeam-128"), f"status and output ({done.errors})")


SCRIPT = """
import sys
import scanbeam

with scanbeam.Context() as context, scanbeam.Reader(sys.argv[1], context) as reader:
    reader.enable(*scanbeam.available_symbologies())
    for results in reader.read(timeout=30):
        print(*(code.text for code in results))
"""
