"""Playing whole games automatically."""
