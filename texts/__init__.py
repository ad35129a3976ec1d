"""Sentences that can be told in any language: English where they are made, the reader's where they are shown.

Every room below the pages speaks English and need not know who reads. What it says with `say` is an ordinary
string that remembers how it was put together, so that a page can put it together again in another language
(gettext's lazy strings, done with the standard library alone).
"""

from texts.said import Said, capital, decimal, listed, say, say_as, say_many, sentences, spoken

__all__ = ["Said", "capital", "decimal", "listed", "say", "say_as", "say_many", "sentences", "spoken"]
