"""Draws playing cards in print: ink, numerals, signs, pictures, designs, and each kind of face."""
