"""A drawn game as a camera: its pictures show its cards, with nobody at a host."""

from simulation.robots.wizard.drawn import DrawnGame


def test_the_drawn_game_lays_the_cards_of_its_deck():
    camera = DrawnGame("amigo", players=3)
    seen = set()
    for _ in range(200):
        assert camera.read(1.0) is not None
        seen |= {each.card for each in camera.table.lying}
    assert len(seen) > 5
