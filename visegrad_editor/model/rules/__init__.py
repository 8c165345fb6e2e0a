"""The blocks of rules that a ruleset holds as data, one module a chapter, and the grammar they share."""
