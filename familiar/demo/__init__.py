"""The demo: a whole table without hardware, in real time with its page, or as fast as it goes."""
