"""The signals that end a program which serves a page."""

import os
import signal
import threading

import pytest
from patience import PATIENCE_S

from familiar.interrupts import ended_by, interrupts, wait


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


@pytest.fixture
def hangup(request):
    """Do this where a terminal is closed, whatever whoever started the tests wished for."""
    before = signal.signal(signal.SIGHUP, request.param)
    yield request.param
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("hangup", [signal.SIG_IGN], indirect=True)
def test_a_program_that_is_to_outlive_its_terminal_does(hangup):
    with interrupts() as news:
        os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN and news.empty()


@pytest.mark.parametrize("hangup", [signal.SIG_DFL], indirect=True)
def test_a_closed_terminal_ends_it_like_any_other_wish(hangup):
    """So lamps go out and a speaker falls silent: the system would end it on the spot."""
    with interrupts() as news:
        os.kill(os.getpid(), signal.SIGHUP)
        # A shell passes it on to its jobs, and the system tells them when that shell has ended.
        os.kill(os.getpid(), signal.SIGHUP)
        assert wait(news) == signal.SIGHUP and news.empty()
    assert signal.getsignal(signal.SIGHUP) is hangup


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_works_is_told_to_end_and_not_torn_off(number):
    # As where Python raises in the middle of a wait: the lock is free then, and leaving its block an error.
    over = threading.Event()
    news = threading.Condition()
    before = signal.getsignal(number)

    def end():
        over.set()
        with news:
            news.notify_all()

    with ended_by(end):
        with news:
            os.kill(os.getpid(), number)
            while not over.is_set():
                assert news.wait(PATIENCE_S)
    assert signal.getsignal(number) is before


def test_a_second_signal_tears_off_what_does_not_end():
    told = threading.Event()
    with pytest.raises(KeyboardInterrupt), ended_by(told.set):
        os.kill(os.getpid(), signal.SIGTERM)
        assert told.wait(PATIENCE_S)
        os.kill(os.getpid(), signal.SIGTERM)


def test_what_ends_by_itself_is_not_told_to():
    told = threading.Event()
    with ended_by(told.set):
        pass
    assert not told.is_set()
