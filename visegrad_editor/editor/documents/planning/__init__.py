"""A new scenario step by step: a dialog with a page for each step of its plan."""
