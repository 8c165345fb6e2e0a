"""Fitting the grid to the earth in the window: known places, how well they agree, the reference they make."""
