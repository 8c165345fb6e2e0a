"""Whole maps as pictures, painted from arrays of all hexes by compiled code; `raster` says if it is there."""
