"""The manual: the pages of the documentation, for the web browser."""
