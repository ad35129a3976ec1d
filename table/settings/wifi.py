"""What a Wi-Fi's name and its password may be (IEEE 802.11: an SSID of 1 to 32 bytes; WPA's passphrase)."""

from typing import TypeGuard

SSID_BYTES = 32
PASSWORD_LENGTHS = range(8, 64)
"""WPA takes 64 letters for a key in hexadecimal digits, which nobody types."""


def is_ssid(text: object) -> TypeGuard[str]:
    """Tell whether a text can be a Wi-Fi's name, and stand on a line of its own."""
    return (
        isinstance(text, str)
        and text.isprintable()
        and 1 <= len(text.encode("utf-8", "replace")) <= SSID_BYTES
    )


def is_password(text: object) -> TypeGuard[str]:
    """Tell whether a text can be a Wi-Fi's password: plain letters, and no space at either end."""
    return (
        isinstance(text, str)
        and len(text) in PASSWORD_LENGTHS
        and text.isascii()
        and text.isprintable()
        and text == text.strip()
    )
