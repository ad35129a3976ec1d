"""What a program has a broker keep: sent once, and again only where it differs."""

from club.retained import Retained


def test_a_word_is_sent_once_and_taken_back_with_what_is_said_no_more():
    sent = []
    kept = Retained(lambda topic, word: sent.append((topic, word)))
    kept.tell({"a": 1, "b": 2})
    kept.tell({"a": 1, "b": 3})
    kept.tell({"b": 3, "c": 4})
    kept.tell({"b": 3, "c": 4})
    assert sent == [("a", 1), ("b", 2), ("b", 3), ("c", 4), ("a", None)]


def test_all_is_sent_anew_once_it_is_forgotten():
    sent = []
    kept = Retained(lambda topic, word: sent.append((topic, word)))
    kept.tell({"a": 1})
    kept.forget()
    kept.tell({"a": 1})
    assert sent == [("a", 1), ("a", 1)]


def test_what_the_broker_keeps_is_not_sent_but_taken_back_where_it_is_wrong():
    sent = []
    kept = Retained(lambda topic, word: sent.append((topic, word)))
    kept.keeps("a", 1)
    kept.keeps("b", 2)
    kept.tell({"a": 1})
    assert sent == [("b", None)] and kept.get("a") == 1 and kept.get("b") is None
