"""A Game of Thrones: The Board Game, second edition, for three to six Houses.

Read in this order: `components` (what is printed) and `pool` (its cards by key), `board` (what touches what, who
controls what, supply), `state`, `facts`, `commands`, `setup`, `chart` (`rounds` first, then the phases and `combat`),
`words` and `cards` (the texts of House cards), `checks` (what is lawful) and `state_checks` (what is checked after
every change), `concession` (who decides for a House that conceded), `positions`, `corrections`, `view` (what is seen),
`questions` (what judges ask) and `measures` (what tournaments compare), `rules` (the game as the kernel sees it),
`game` (as a match opens it). The rule book is rules.toml.
"""
