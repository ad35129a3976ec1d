"""How phones come in: the address, the code and the PIN, and a QR code."""
