"""Legend of the Five Rings: The Card Game, for two players.

So far there are the cards and the decks: read `pool`, then `decks`. No match can be played yet, so the game is not
registered. The rule book is rules.toml.
"""
