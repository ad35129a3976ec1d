"""The table's own voice: what is said at the table, by a speaker and in one language."""

from collections.abc import Sequence
from typing import Protocol

from games.narration import Line
from table.view.speech import Speech
from texts import say
from texts.catalogue import tongue


class Speaks(Protocol):
    """As much of a speaker as is used here; neither call waits."""

    def say(self, text: str) -> None:
        """Speak a sentence after those that wait."""
        ...

    def use(self, voice: str) -> None:
        """Speak from the next sentence on with the voice of this language."""
        ...

    def hush(self) -> None:
        """Be silent at once."""
        ...

    def close(self) -> None:
        """Speak no more."""
        ...


class Loudspeaker:
    """Let a speaker say all that happens, while it is switched on."""

    def __init__(self, speech: Speech, speaker: Speaks, language: str, on: bool = False) -> None:
        """Tie them; `language`: one of texts.languages.LANGUAGES."""
        self._speech, self._speaker, self._tongue = speech, speaker, tongue(language)
        self.language = language
        self.on = on
        speech.listeners.append(self._hear)

    def switch(self, on: bool) -> None:
        """Speak from now on, or be silent at once; whoever switches it on hears it, and what is awaited."""
        was, self.on = self.on, on
        if not on:
            self._speaker.hush()
        elif not was:
            hello = say("From now on I say what happens at the table.")
            for text in (hello, self._speech.now()):
                if text is not None:
                    self._speaker.say(self._tongue.tell(text))

    def speak(self, language: str) -> None:
        """Speak this language from now on, one of texts.languages.LANGUAGES."""
        self.language, self._tongue = language, tongue(language)
        self._speaker.use(language)

    def close(self) -> None:
        """Loosen them, and let the speaker speak no more; twice is harmless."""
        if self._hear in self._speech.listeners:
            self._speech.listeners.remove(self._hear)
        self._speaker.close()

    def _hear(self, lines: Sequence[Line]) -> None:
        if self.on:
            for line in lines:
                self._speaker.say(self._tongue.tell(line.text))
