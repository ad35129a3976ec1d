"""What the host itself refuses, before the rules are asked."""

from table.view.snapshot import AGAIN, Question, Thrown
from texts import say, sentences


class Refusal(Exception):
    """A command that the host itself refuses."""

    def __init__(self, reason: str | None, rule: str, stale: bool = False):
        super().__init__(reason)
        self.rule = rule
        self.stale = stale


def no_game() -> Refusal:
    """Refuse what needs a game where none was begun."""
    return Refusal(say("There is no game yet: begin one first."), "no_game")


def no_question() -> Refusal:
    """Refuse the answer to a question that is open no more."""
    return Refusal(say("This question is no longer open: look again."), "question", stale=True)


def no_throw() -> Refusal:
    """Refuse what is said of a throw that lies there no more."""
    return Refusal(say("This throw no longer lies there: look again."), "throw", stale=True)


def check_clear(question: Question | None, thrown: Thrown | None) -> None:
    """Refuse to confirm while something that lies there is unclear. Raises Refusal."""
    if question and not question.sure:
        raise Refusal(say("A card is still unclear: say first which one it is."), "question")
    if thrown is not None and thrown.asks:
        raise Refusal(say("A stick is still unclear: say first how it lies."), "question")
    if thrown is not None and thrown.open:
        why = thrown.doubt or AGAIN[thrown.again or "other"]
        nothing = say("Nothing is confirmed before somebody says so.")
        raise Refusal(sentences(why, nothing), "question")
