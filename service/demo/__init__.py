"""The demonstration: two decks as ThronesDB exports them, and a tour that plays, disputes, replays and
verifies.
"""
