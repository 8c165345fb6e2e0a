"""Printed matter: set-up sheets as PDF."""
