"""Eyes that read the truth, for whatever plays at the simulated table."""

from fake_eyes import fake_eye, fake_pile_eye, fake_stick_eye, short_game, unpainted

__all__ = ["fake_eye", "fake_pile_eye", "fake_stick_eye", "short_game", "unpainted"]
