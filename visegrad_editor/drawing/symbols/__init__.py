"""Unit symbols as vectors."""
