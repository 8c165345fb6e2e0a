"""A hex wargame that plays from the data of its ruleset, with hooks for chapters written in Python.

`HexGame` holds the tables made once from the design, and the state that changes. Each module is a chapter of
the rules: functions of a game, called `w` in all of them.
"""
