"""Buffers with the error flag are counted and never read, the good ones among them are"""
from emulated import pictures
from mock.camera import DAMAGED


def run(bench):
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240))
    camera.flags = [DAMAGED] * 3
    watch = bench.watch_scanning(camera.node, trigger="manual")
    watch.expect("results NONE .* " + pictures.text("qr"))
    bench.check(" corrupt=3 " in watch.ask("statistics", "statistics"), watch.transcript())
