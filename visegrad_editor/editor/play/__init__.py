"""Play-tests: the open scenario is played in the window without changing the design."""
