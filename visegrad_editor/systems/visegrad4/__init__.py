"""The rules of Visegrad 4, one module per chapter of the rulebook."""
