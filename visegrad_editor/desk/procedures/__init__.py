"""The procedures of the rules that the desk carries out, by the parts of the rules."""
