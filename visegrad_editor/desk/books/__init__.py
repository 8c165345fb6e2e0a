"""Books of a game in progress, kept for a referee: who controls what, and victory points."""
