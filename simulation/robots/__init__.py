"""Robots that sit at a simulated table and play: what they know, choose and do in each game.

Of each game `policy` chooses, `self_play` keeps the robots' own account, `seated` plays in real time among
people with phones, and `counted` plays without waiting while all that goes wrong is counted. They act as
people do: by the hands of the drawn table, and by commands posted to the host. Nothing that watches the
table knows of them.
"""
