"""Phones in a process of their own: each streams, asks for pictures, and comes back after a while.

Usage: python -m soak.phones PORT COUNT; prints a line once all of them are there, and what they received once
its standard input ends.
"""

import http.client
import json
import sys
import threading
from collections import Counter

STAYS = 40
"""Events after which a phone's page is loaded anew."""
PAGES = ("/", "/state", "/events", "/picture.jpg", "/chart.svg", "/evenings.json", "/evenings/1.json")
PAUSE_S, WAIT_S = 0.2, 600
THERE = "all are there"
RECEIVED, REFUSED, TROUBLES = Counter(), Counter(), Counter()


def phone(port, number, over, there):
    """Be one phone until it is over; `there` is set at the first event, or where there is no place."""
    while not over.is_set():
        try:
            stream = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            stream.request("GET", "/live")
            answer = stream.getresponse()
            if refused("/live", answer):
                there.set()
                over.wait(PAUSE_S)
            left = STAYS + number
            while left and not over.is_set():
                line = answer.readline()
                if not line:
                    break
                if line.startswith(b"data: {"):
                    left -= 1
                    RECEIVED["events"] += 1
                    there.set()
                    json.loads(line[6:])
                    if not left % 10:
                        look(port)
            stream.close()
            RECEIVED["visits"] += 1
        except (OSError, http.client.HTTPException) as error:
            TROUBLES[type(error).__name__] += not over.is_set()
            over.wait(PAUSE_S)


def look(port):
    """Load what a page loads besides, and what people look at between two tricks."""
    for path in PAGES:
        page = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        page.request("GET", path)
        answer = page.getresponse()
        if not refused(path, answer):
            answer.read()
        page.close()
        RECEIVED["pages"] += 1


def refused(path, answer):
    """Tell whether an answer is a refusal, and count it by its reason."""
    if answer.status == 200:
        return False
    again = answer.getheader("Retry-After")
    when = "" if again is None else f", again in {again} s"
    REFUSED[f"{path} {answer.status}{when}: {json.loads(answer.read())['error']}"] += 1
    return True


def main(port, count):
    """Be so many phones."""
    over, there = threading.Event(), [threading.Event() for _ in range(count)]
    for number, each in enumerate(there):
        threading.Thread(target=phone, args=(port, number, over, each), daemon=True).start()
    print(THERE if all(each.wait(WAIT_S) for each in there) else "some never came", flush=True)
    sys.stdin.read()
    over.set()
    print(json.dumps({**RECEIVED, "refused": REFUSED, "troubles": +TROUBLES}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
