"""Judging: what judges ask of a match and do in it, for every game alike.

`inquiry` asks: the timeline, why, who knew, what was missed, what parted when. `remedies` does: rewind, correction,
late abilities, annulment, endings. `branches` tries what would have been. `cases` is the dispute around all of it, with
the judges' desk. The rules that judges' own commands are checked against are in rules.toml.
"""
