"""Motion JPEG without Huffman tables, as many cameras send it, is read"""
from emulated import pictures


def run(bench):
    camera = bench.camera(formats=[("MJPG", 640, 480, 10)])
    whole = pictures.frame("ean13", "MJPG", 640, 480)
    camera.show_bytes(pictures.without_huffman_tables(whole))
    bench.must_read(camera.identity, "ean13")
