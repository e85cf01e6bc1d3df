"""Kites: a thin but whole card game for two players, on the floor of card games; guides and tests are its users."""
