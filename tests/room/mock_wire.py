"""A button's wire on a mock pin, pressed or not before anybody looks."""

from gpiozero.pins.mock import MockPWMPin


class Wire(MockPWMPin):
    """A mock pin whose button may be down before anybody takes the pin; gpiozero's own forgets that."""

    down = False

    def _set_pull(self, value):
        if self.down:
            self._pull = value
        else:
            super()._set_pull(value)
