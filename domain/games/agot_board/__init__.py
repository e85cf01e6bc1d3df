"""A Game of Thrones: The Board Game, second edition, for three to six Houses.

Read in this order: `components` (what is printed), `geography` (what touches what), `state`, `control` and `supply`
(what follows from it), `facts`, `commands`, then `course` (the round) with `westeros`, `planning`, `action`, `combat`.
"""
