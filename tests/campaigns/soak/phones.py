"""Phones in a process of their own: each streams, asks for pictures, and comes back after a while.

Usage: python -m soak.phones PORT COUNT; prints what they received once its standard input ends.
"""

import http.client
import json
import sys
import threading
from collections import Counter

STAYS = 40
"""Events after which a phone's page is loaded anew."""
PAGES = ("/", "/state", "/events", "/picture.jpg", "/chart.svg", "/evenings.json", "/evenings/1.json")
RECEIVED = Counter()


def phone(port, number, over):
    """Be one phone until it is over."""
    while not over.is_set():
        try:
            stream = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            stream.request("GET", "/live")
            answer = stream.getresponse()
            left = STAYS + number
            while left and not over.is_set():
                line = answer.readline()
                if not line:
                    break
                if line.startswith(b"data: {"):
                    left -= 1
                    RECEIVED["events"] += 1
                    json.loads(line[6:])
                    if not left % 10:
                        look(port)
            stream.close()
            RECEIVED["visits"] += 1
        except (OSError, http.client.HTTPException):
            RECEIVED["troubles"] += not over.is_set()
            over.wait(0.2)


def look(port):
    """Load what a page loads besides, and what people look at between two tricks."""
    for path in PAGES:
        page = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        page.request("GET", path)
        answer = page.getresponse()
        answer.read()
        page.close()
        RECEIVED["pages"] += 1
        RECEIVED["refused"] += answer.status != 200


def main(port, count):
    """Be so many phones."""
    over = threading.Event()
    for number in range(count):
        threading.Thread(target=phone, args=(port, number, over), daemon=True).start()
    sys.stdin.read()
    over.set()
    print(json.dumps(RECEIVED), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
