"""The game-independent engine: state, orders, events, dice, movement, supply, odds."""
