"""Play-test: the open scenario is played in the window, without touching the design."""
