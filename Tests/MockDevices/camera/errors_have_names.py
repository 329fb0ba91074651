"""What the kernel refuses is told in words that say what to do: busy, no bandwidth, no memory"""
import errno

REFUSALS = (  # request, errno, what the status must be, a word of the advice
    ("reqbufs", errno.EBUSY, "SCANBEAM_ERR_BUSY", "another program"),
    ("s_fmt", errno.EBUSY, "SCANBEAM_ERR_BUSY", "another program"),
    ("streamon", errno.ENOSPC, "SCANBEAM_ERR_IO", "bandwidth"),
    ("streamon", errno.EPROTO, "SCANBEAM_ERR_IO", ""),
    ("reqbufs", errno.ENOMEM, "SCANBEAM_ERR_NO_MEMORY", ""),
)


def run(bench):
    for number, (request, code, status, word) in enumerate(REFUSALS):
        camera = bench.camera(number=number)
        camera.answers[request] = lambda _, code=code: code
        watch = bench.watch(camera.node)
        watch.tell("connect")
        watch.tell("scan")
        line = bench.wait(lambda: next((line for line in watch.lines if "SCANBEAM_ERR" in line), None),
                          f"the failure of {request}")
        bench.check(status in line and word in line, f"{request} answered {errno.errorcode[code]}: {line}")
        watch.tell("quit")
        watch.finish()
