"""Tournaments: staff, players, rounds with pairings, penalties and standings. Read `tournament` first."""
