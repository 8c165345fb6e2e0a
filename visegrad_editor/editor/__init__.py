"""The window (the only part that knows Tk)."""
