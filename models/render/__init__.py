"""Draws cards, sticks and tables: training pictures, and what lies on the simulated table.

From below: `cards` prints faces, `tables` what lies around, `sticks` renders bodies; `compositing` lays a
face upon a picture, and `augmentation` photographs it. What each network is shown is put together by `crops`
(reader), `corner_crops` (index reader), `title_crops` (title reader) and `scenes` (locator, refiner); sticks
have their own in `sticks.scenes`. Whoever wants a card asks `decks`, or `other_games` for one that is none of
ours.
"""
