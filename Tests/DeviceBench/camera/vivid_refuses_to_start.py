"""A driver that refuses buffers or the start of the stream: a failure each time, and the next start works"""


def run(bench):
    node = bench.vivid()
    for error in ("inject_vidioc_reqbufs_error", "inject_vidioc_qbuf_error", "inject_vidioc_streamon_error"):
        bench.inject(node, error)
        bench.refused(node)
        bench.works(node)
