"""Protection of the user's work: a journal of unsaved work, and a watch over open files."""
