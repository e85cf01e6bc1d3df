"""What every card game with triggered abilities shares; nothing here names a game or cites one.

Read in this order: `table` (cards in play, players, lasting effects), `facts`, `occurring` (conditions carried out,
leaving play, delayed effects), `rounds_and_phases` (rounds and phases), `in_play`, `setup`, `pool` and `decks`,
`corrections` and `positions`, `rules` (what the shared code asks of a game). A game gives its own answers by overriding
`rules`, and says in its cites.toml which of its rules stand in the slots (`slots`).
"""
