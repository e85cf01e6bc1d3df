"""Judging: what judges ask of a match and do in it, for every game alike.

`inquiry` answers questions: the timeline, why, who knew, what was missed, when a table differed. `remedies` changes the
match: rewind, correction, late abilities, annulment, endings. `branches` tries what would have been. `cases` is the
dispute around all of it, with the judges' desk. rules.toml has the rules that judges' own commands are checked against.
"""
