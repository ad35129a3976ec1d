"""The language of a machine's user is found where POSIX and gettext say it stands."""

import pytest

from texts.languages import native


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LANGUAGE": "ca:fr:en"}, "fr"),
        ({"LC_ALL": "C", "LANGUAGE": "fr"}, "en"),
    ],
)
def test_the_language_is_the_first_that_is_spoken_here(environ, language):
    assert native(environ) == language
