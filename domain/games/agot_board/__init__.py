"""A Game of Thrones: The Board Game, second edition, for three to six Houses.

Read in this order: `components` (what is printed), `board` (what touches what, who controls what, supply), `state`,
`facts`, `commands`, `chart` (`rounds` first, then the phases and `combat`), `cards` (the texts of House cards),
`checks` (what is lawful), `positions`, `corrections`, `view` (what is seen), `rules` (the game as the kernel sees it),
`game` (as a match opens it). The rule book is rules.toml.
"""
