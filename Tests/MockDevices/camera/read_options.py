"""The options of `scanbeam read` for cameras: modes, scans, places, results, and what is refused"""
import os
import tempfile

from emulated import pictures


def run(bench):
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240))
    text = pictures.text("qr")

    def read(*options, status=0):
        done = bench.scanbeam("read", camera.node, "--timeout", "15", *options)
        bench.equal(done.status, status, f"status with {options} ({done.errors})")
        return done

    with tempfile.TemporaryDirectory() as folder:
        image = os.path.join(folder, "out.jpg")
        done = read("--trigger", "manual", "--size", "320x240", "--fps", "30", "--region", "0,0,100,100", "--agree", "2/3",
                    "--rate", "30", "--sharpest", "2", "--duplicates", "once", "--image", image)
        bench.equal(done.output.count(text), 1, "reads")
        with open(image, "rb") as file:
            bench.check(file.read(2) == b"\xff\xd8", "the image is no JPEG file")
    done = read("--mode", "front", "--preview-options", "high-resolution,keep-paused", "--count", "1", "--xml",
                "--encoding", "utf-8", "--target", "50,50,100,100", "--nearest", "--control", "zoom=100")
    bench.check("<status>GOOD READ</status>" in done.output and done.output.startswith("<?xml"), done.output)
    done = read("--codes", "2", "--partial", "--finder", "1.3,0,0", "--count", "1", "--dmcc", "SET DECODER.MAX-SCAN-TIMEOUT 1")
    bench.check(text in done.output, done.output)
    # Somewhere else is nothing.
    done = bench.scanbeam("read", camera.node, "--timeout", "1", "--region", "0,0,8,8px")
    bench.equal(done.status, 1, f"status of a region without a code ({done.errors})")
    for wrong in (["--mode", "side"], ["--preview-options", "shiny"], ["--size", "big"], ["--control", "gain"],
                  ["--control", "warmth=3"], ["--trigger", "now"], ["--duplicates", "0"], ["--agree", "3/2"],
                  ["--region", "50,0,60,100"], ["--region", "1,2,3"], ["--finder", "0"], ["--target", "50,50,0,10"],
                  ["--key", "input:"], ["--key", "input:,x"], ["--line", "gpiochip0,1,push"], ["--encoding", "ebcdic"],
                  ["--codes", "33"], ["--control", "gain=40"], ["--line", "no such chip,1"]):
        done = read(*wrong, status=2)
        bench.check(done.errors.strip(), f"no word about {wrong}")
