"""Pictures of whole maps, painted by compiled code from arrays of all hexes."""
