"""Positions: a table written and read as a document. `game_positions`, `cards`; `expectations` of scenarios."""
