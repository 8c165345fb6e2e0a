"""The desk for squad-level tactical games: cards, each the description of one scenario on printed boards.

It describes a scenario and checks what it says. It is no engine of a game.
"""
