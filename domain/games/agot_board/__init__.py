"""A Game of Thrones: The Board Game, second edition, for three to six Houses.

Read in this order: `components` (printed values) and `pool` (its cards by key), `board` (borders, control, supply),
`state`, `facts`, `commands`, `setup`, `chart` (`rounds` first, then the phases and `combat`), `words` and `cards` (the
texts of House cards), `checks` (whether a command is legal) and `state_checks` (checks after every change),
`concession` (who decides for a House that conceded), `positions`, `corrections`, `view` (what a viewer sees),
`questions` (judges' questions) and `measures` (values that tournaments compare), `rules` (the game as the kernel sees
it), `game` (the game as a match opens it). The rule book is rules.toml.
"""
