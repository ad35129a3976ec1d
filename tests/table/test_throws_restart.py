"""Les Trois Magiciens over a restart, in the journal and as a record."""

import pytest

from games.replay import replay
from table.command import Press
from table.host import Host
from table.journal import Journal
from table.reconcile.throws import lay_there


@pytest.fixture
def evening(tmp_path, make_sticks):
    """A table that can be switched off and on again: what lies there stays."""

    class Evening:
        path = tmp_path / "journal.sqlite"
        host = None

        def __init__(self):
            self.switch_on()

        def switch_on(self, sticks=None):
            if self.host is not None:
                self.host.close()
            self.host = Host(Journal(self.path))
            self.table = make_sticks(self.host)
            self.table._spot = 40
            self.table.sticks = sticks or {}
            return self.table

    made = Evening()
    yield made
    made.host.close()


def test_a_throw_that_waits_for_its_confirmation_is_known_again_after_a_restart(evening):
    table = evening.table.new()
    table.throw("120")
    table = evening.switch_on(table.sticks)
    table.look()
    assert table.phase == "throw_read" and table.kinds == ["throw"]
    assert table.thrown["doubt"] is None and table.thrown["event"] == 0
    table.do(Press("confirm"))
    table.submit("jump", to="mill")
    table.submit("walk", to="slab")
    assert table.phase == "throw" and table.thrown is None


def test_what_lies_there_after_a_restart_is_asked_about(evening):
    table = evening.table.new()
    table.turn("120", {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"})
    table = evening.switch_on(table.sticks)
    table.look()
    assert table.kinds == ["throw", "confirm", "jump", "walk"]
    assert table.thrown["doubt"] == lay_there("Bo")
    table.throw("011")
    assert table.kinds[-1] == "throw" and table.thrown["doubt"] is None


def test_other_sticks_than_were_read_are_asked_about_after_a_restart(evening):
    table = evening.table.new()
    table.throw("120")
    table = evening.switch_on({color: table.stick(color, 0) for color in table.sticks})
    table.look()
    assert "otherwise" in table.thrown["doubt"] and table.kinds == ["throw"]


def test_a_duel_goes_on_after_a_restart_with_the_kept_stick_watched(evening):
    table = evening.table.to_duel()
    table.throw("201")
    table.submit("keep", sticks=["red"])
    table = evening.switch_on({"red": table.sticks["red"]})
    table.look()
    assert table.phase == "duel" and table.snapshot.out_of_step is None
    table.throw(".12")
    assert table.view["duel"]["total"] == 5 and table.view["duel"]["throws"] == 2
    table = evening.switch_on({"red": table.stick("red", 1)})
    table.do(Press("undo"))
    table.look()
    assert "shows 1 notch" in table.snapshot.out_of_step


def test_throws_bear_higher_numbers_after_a_restart(evening):
    table = evening.table.new()
    table.throw("120")
    before = table.thrown["number"]
    table = evening.switch_on(table.sticks)
    table.look()
    assert table.thrown["number"] > before


def test_the_journal_s_game_is_a_record_that_settles_alike(evening):
    from records import format_record

    table = evening.table.new(opening="throw", spell_timing="immediate")
    for counts in ("120", "222", "000"):
        table.throw(counts)
        table.do(Press("confirm"))
    table.throw("011", asks=("red",))
    table.say("red", 1)
    table.say("red", 0)
    table.do(Press("confirm"))
    history = table.snapshot.history
    again = replay(format_record(history.header, history.events))
    assert again.state == history.state
    entries = evening.host._journal.operations(table.snapshot.game_id)
    assert [kind for kind, _ in entries][-2:] == ["correct", "event"]
