"""The signals that end a program which serves a page."""

import signal
import threading

from patience import PATIENCE_S

from familiar.interrupts import interrupts, wait


def test_a_signal_is_heard_whichever_thread_the_kernel_gives_it_to():
    with interrupts() as news:
        late = threading.Timer(PATIENCE_S, news.put, [0])
        late.start()
        own = threading.Event()

        def other():
            # The main thread must be waiting, or it would run the handler by itself.
            own.wait(0.5)
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
            own.wait(PATIENCE_S)

        thread = threading.Thread(target=other)
        thread.start()
        heard = wait(news)
        own.set()
        late.cancel()
        thread.join()
    assert heard == signal.SIGTERM
