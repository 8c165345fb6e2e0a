"""Printed sheets as PDF: set-up sheets, charts and maps."""
