"""What every game shares: facts, the flow of frames, waits and their choice spaces, occurrences, visibility.

Nothing here names a game, a card or a house.
"""
