"""The compiled painter, and what gathers shapes and letters for it."""
