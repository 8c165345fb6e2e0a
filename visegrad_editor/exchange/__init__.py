"""Export to other formats."""
