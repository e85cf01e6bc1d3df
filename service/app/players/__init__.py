"""The names of players as they are stored: the key of each, tokens in the place of names, and how one is erased."""
