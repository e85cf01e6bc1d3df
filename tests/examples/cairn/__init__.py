"""Cairn: a game of one heap for two players, small enough to be read whole; the guides and tests are its only users."""
