"""A client of docs/realtime.md without any library: the handshake and the frames of RFC 6455 by hand.

python3 another_client.py <port> <token> <thread_id>: prints every frame that comes as a line of JSON, sends each line of
standard input as a message, and ends with the connection.
"""

import base64
import json
import os
import socket
import struct
import sys
import threading

PORT, TOKEN, THREAD = int(sys.argv[1]), sys.argv[2], sys.argv[3]
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

wire = socket.create_connection(("127.0.0.1", PORT))
lock = threading.Lock()


def send(opcode, payload):
    """One frame, masked, as a client must."""
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
    elif length < 65536:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    with lock:
        wire.sendall(head + mask + masked)


def say(frame):
    send(TEXT, json.dumps(frame).encode())


def receive(stream):
    """The next frame: its opcode and payload. The server sends each message in one."""
    first, second = stream.read(2)
    length = second & 0x7F
    if length == 126:
        (length,) = struct.unpack("!H", stream.read(2))
    elif length == 127:
        (length,) = struct.unpack("!Q", stream.read(8))
    return first & 0x0F, stream.read(length)


def type_messages():
    for number, line in enumerate(sys.stdin):
        say({"type": "send", "id": str(number), "thread_id": THREAD, "body": {"text": line.rstrip("\n")},
             "client_message_id": "python " + str(number)})


key = base64.b64encode(os.urandom(16)).decode()
wire.sendall((f"GET /client/v1.0/realtime HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUpgrade: websocket\r\n"
              f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
stream = wire.makefile("rb")
assert stream.readline().startswith(b"HTTP/1.1 101 ")
while stream.readline() != b"\r\n":
    pass
say({"type": "authenticate", "token": TOKEN})
say({"type": "resume", "threads": []})
threading.Thread(target=type_messages, daemon=True).start()
opcode = None
while opcode != CLOSE:
    opcode, payload = receive(stream)
    if opcode == TEXT:
        print(json.dumps(json.loads(payload)), flush=True)
    elif opcode == PING:
        send(PONG, payload)
print(json.dumps({"closed": struct.unpack("!H", payload[:2])[0]}), flush=True)
send(CLOSE, payload[:2])
