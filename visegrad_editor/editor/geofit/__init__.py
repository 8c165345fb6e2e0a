"""Fitting the grid to the earth: known places, how well they agree, and the resulting georeference."""
