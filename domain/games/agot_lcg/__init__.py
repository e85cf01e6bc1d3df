"""A Game of Thrones: The Card Game, second edition, for two players (joust).

Read in this order: `state` (the table), `commands` and `facts`, `setup` and `chart` (the timing chart, a module for
each phase), `checks` (whether a command is legal) and `state_checks` (checks after every occurrence), `abilities` and
`in_play` (the effects), `numbers_in_play` (computed numbers), `words` and `cards` (the cards' texts), `pool` and
`decks`, `positions`, `corrections`, `view` (what a viewer sees) and `questions` (judges' questions), `rules` (the game
as the kernel sees it), `game` (the game as a match opens it). The same names in `domain.families.agot_cards` have what
it shares with the first edition. The rule book is rules.toml; cites.toml has the rules that shared code carries out.
"""
