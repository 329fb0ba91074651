"""Without permission the camera is listed with its problem, and reading says what to do"""
import json
import os
import shutil


def run(bench):
    camera = bench.camera("qr")
    # The ordinary user may not be able to enter the folders of the build.
    tool = shutil.copy(os.environ["SCANBEAM_TOOL"], "/usr/local/bin/scanbeam-as-nobody")
    os.chmod(tool, 0o755)

    def as_nobody(*arguments):
        return bench.run("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", tool, *arguments, folder="/")
    listed = as_nobody("list", "--json")
    bench.equal(listed.status, 0, f"status of the list ({listed.errors})")
    entry, = json.loads(listed.output)
    bench.equal((entry["identity"], entry["node"]), (camera.identity, camera.node), "identity and node")
    bench.check("video" in (entry["problem"] or ""), f"the problem names the group: {entry['problem']!r}")
    for source in (camera.node, camera.identity):
        done = as_nobody("read", source, "--timeout", "10")
        bench.equal((done.status, done.output), (2, ""), f"status and output of reading {source}")
        bench.check("video" in done.errors, f"the message names the group: {done.errors!r}")
    bench.equal(camera.count("commit"), 0, "streams that were started")
