"""Pictures of whole maps, painted by compiled code from arrays of all hexes; `raster` says if it is
available."""
