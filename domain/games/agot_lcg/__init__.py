"""A Game of Thrones: The Card Game, second edition, for two players (joust).

Read in this order: `state` (the table), `commands` and `facts`, `round` and `challenge` (the timing chart), `legality`
(what is lawful), `happenings` and `entering` (what happens), `values` (what is computed), `words` and `cards` (what
cards say), `rules` (the game as the kernel sees it). The rule book is rules.toml.
"""
