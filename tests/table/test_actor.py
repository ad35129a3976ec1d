"""Jobs one after the other, with a thread and without."""

import threading

import pytest

from table.actor import Actor, Closed


@pytest.fixture(params=(False, True), ids=("alone", "with a thread"))
def actor(request):
    actor = Actor("test")
    if request.param:
        actor.start()
    yield actor
    actor.close()


def test_jobs_are_done_in_the_order_in_which_they_were_posted(actor):
    done = []
    futures = [actor.post(lambda number=number: done.append(number)) for number in range(20)]
    assert [future.result(10) for future in futures] == [None] * 20
    assert done == list(range(20))


def test_what_a_job_posts_is_done_after_it(actor):
    done = []

    def job():
        assert actor.mine
        inner = actor.post(lambda: done.append("inner"))
        done.append("outer")
        return inner

    assert not actor.mine
    assert actor.post(job).result(10).result(10) is None
    assert done == ["outer", "inner"]


def test_a_job_that_fails_ends_nothing(actor):
    def fail():
        raise ValueError("no")

    assert isinstance(actor.post(fail).exception(10), ValueError)
    assert actor.post(lambda: 1).result(10) == 1


def test_one_that_is_closed_takes_nothing_more(actor):
    last = actor.post(threading.get_ident)
    actor.close()
    assert last.done()
    with pytest.raises(Closed):
        actor.post(threading.get_ident)
