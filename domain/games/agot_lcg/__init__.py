"""A Game of Thrones: The Card Game, second edition, for two players (joust).

Read in this order: `state` (the table), `commands` and `facts`, `setup` and `chart` (the timing chart, a module for
each phase), `checks` (what is lawful) and `state_checks` (what is checked after every happening), `abilities` and
`in_play` (what happens), `numbers_in_play` (what is computed), `words` and `cards` (what cards say), `pool` and
`decks`, `positions`, `corrections`, `view` (what is seen), `questions` (what judges ask) and `measures` (what
tournaments compare), `cites` (rules that the kernel carries out), `rules` (the game as the kernel sees it), `game` (as
a match opens it). The rule book is rules.toml.
"""
