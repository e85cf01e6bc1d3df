"""The flow of a game: frames and their steps, waits, windows with priority, standing orders, how a match ends."""
