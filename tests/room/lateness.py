"""Let everything come late, as on a processor that does much else: threads wake, pages are told and answered.

What a test takes for granted that comes a moment later is found so in one run, where a busy machine shows it
in one of many. The test's own thread is not kept waiting.
"""

import random
import threading
import time

from web import server
from web.live import Bell

SEED = 1
OFTEN = 0.3
"""Share of the times at which a thread wakes that it wakes late."""


def make_late(most):
    """Begin with that, until this process ends; most: seconds that a page waits, and a thread at most."""
    rng, wait, run, hear = random.Random(SEED), threading.Condition.wait, threading.Thread.run, Bell.wait
    noting = server.noting

    def late_wait(self, timeout=None):
        woken = wait(self, timeout)
        if woken and threading.current_thread() is not threading.main_thread() and rng.random() < OFTEN:
            time.sleep(rng.random() * most)
        return woken

    def late_run(self):
        time.sleep(rng.random() * most)
        run(self)

    def late_hear(self, heard, timeout):
        rung = hear(self, heard, timeout)
        if rung != heard and not self.closed:
            time.sleep(most)
        return self.rung

    def late_noting(app):
        """What is fetched comes late, and what was wished is answered after the page was told of it."""
        call = noting(app)

        def late_call(environ, start):
            if environ["REQUEST_METHOD"] == "POST":
                answer = call(environ, start)
                time.sleep(2 * rng.random() * most)
                return answer
            if rng.random() < OFTEN:
                time.sleep(rng.random() * most)
            return call(environ, start)

        return late_call

    threading.Condition.wait, threading.Thread.run, Bell.wait = late_wait, late_run, late_hear
    server.noting = late_noting
