"""The books that the desk keeps of a game in progress."""
