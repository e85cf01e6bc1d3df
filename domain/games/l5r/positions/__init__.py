"""Positions: a table written and read as a document. Read `game_positions`, then `cards` and `conflicts`."""
