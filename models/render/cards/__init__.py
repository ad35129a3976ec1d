"""Draws playing cards in print: ink, numerals, signs, pictures, designs, and each kind of face.

A deck is a `designs.Design`, drawn from a seed: plain (`plain_faces`), or with a look of its own (`variants`,
`variant_faces`, `variant_paintings`). `corners` prints corners alone, each of another deck, by `index_print`.
"""
