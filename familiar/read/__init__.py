"""Say what lies on pictures: cards, sticks, or both."""
