"""The program scanbeam-simulator, asked over TCP, a pseudo terminal, standard input and UDP: check.py PROGRAM"""
import os
import socket
import subprocess
import sys
import tempfile

program = sys.argv[1]


def lines(stream, count):
    return [stream.readline().strip() for _ in range(count)]


def receive(read, wanted):
    data = b""
    while len(data) < len(wanted):
        piece = read(4096)
        if not piece:
            break
        data += piece
    assert data == wanted, (data, wanted)


with tempfile.TemporaryDirectory() as folder:
    log = folder + "/log"
    simulator = subprocess.Popen(
        [program, "--tcp", "0", "--pty", folder + "/reader", "--discovery", "0", "--profile", "dm475", "--log", log,
         "--read", "A\\x00B"], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    try:
        tcp, udp, pty = lines(simulator.stdout, 3)
        one, two = (socket.create_connection(("127.0.0.1", int(tcp.split(":")[-1])), 10) for _ in range(2))
        one.sendall(b"||>GET DEVICE.TYPE\r\n||>SET COM.DMCC-RESPONSE 2\r\n")
        receive(one.recv, b"DM475\r\n||:::2[0]\r\n")
        # The mode is the connection's own; a trigger of one is read by all.
        two.sendall(b"||>GET DEVICE.NAME\r\n")
        receive(two.recv, b"DM475-866D76\r\n")
        one.sendall(b"||0:7>TRIGGER ON\r\n")
        receive(one.recv, b"||:7::2[0]\r\n||::1:6[1]QQBC\r\n")
        receive(two.recv, b"A\0B\r\n")
        line = os.open(folder + "/reader", os.O_RDWR | os.O_NOCTTY)
        os.read(line, 5)
        os.write(line, b"||>GET DEVICE.SERIAL-NUMBER\r\n")
        receive(lambda size: os.read(line, size), b"1A2134PP482281\r\n")
        os.close(line)
        query = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        query.settimeout(10)
        query.sendto(bytes.fromhex("43474e4d0400020000"), ("127.0.0.1", int(udp.split(":")[-1])))
        assert b"DM475-866D76" in query.recv(2000)
        simulator.stdin.write("fault F6:twice\nhibernate\n")
        simulator.stdin.flush()
        assert one.recv(100) == b"" and two.recv(100) == b""
    finally:
        simulator.kill()
        simulator.wait()
    recorded = open(log).read()
    assert "2 < ||>GET DEVICE.TYPE\\r\\n" in recorded and "3 > A\\x00B\\r\\n" in recorded, recorded

reply = subprocess.run([program, "--stdio", "--profile", "mx"], input=b"||>GET BATTERY.CHARGE\r\n", timeout=10,
                       stdout=subprocess.PIPE, check=True).stdout
assert reply == b"87\r\n", reply
bad = subprocess.run([program, "--fault", "F99"], stderr=subprocess.PIPE, timeout=10)
assert bad.returncode == 2 and b"F99" in bad.stderr
print("the simulator answers on TCP, pseudo terminal, UDP and standard input")
